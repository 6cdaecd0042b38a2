/// Metrics of curved cells: Jacobians and normals at the points, mass matrices of their own.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

#include "libdg/space/optimised_metric.hpp"
#include "libdg/space/zone_geometry.hpp"
#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg {

/// What is tabulated once for a zone of curved cells. The mesh and the tables must outlive it.
template <int Dim>
class CurvedGeometry {
 public:
  CurvedGeometry(const Mesh<Dim>& mesh, const Tables<double, Dim>& tables, MassInverse mass_inverse);

  /// Writes the numbers of `cell` at `place` of the arrays of the zone; see make_zone_geometry().
  void set_cell(Index cell, Index place, Index padded, ZoneGeometry& zone) const;

 private:
  /// A local face, with the map of the cell at the points of a rule for its normals and at its own.
  struct Side {
    const FaceTables<double, Dim>& tables;  ///< of its kind
    int of_kind, local;                     ///< its number there, and in the cell
    int first_point;                        ///< its first row, see first_face_row()
    const Eigen::MatrixXd& projection;      ///< of normals at the points of the rule to those at its own
    CellMap<Dim> fine, own;
  };

  /// The modes at the points of a rule, with its weights.
  struct Modes {
    Modes(const Tables<double, Dim>& tables, const QuadratureRule<Dim>& rule);

    /// int phi_k phi_l weight over the reference cell, from the weight at the points.
    Eigen::MatrixXd mass(const Eigen::VectorXd& weight) const;

    Eigen::MatrixXd values;  ///< [mode][point]
    Eigen::VectorXd weights;
  };

  void add_sides(int kind);
  void set_volume_points(Index cell, Index place, std::size_t n, ZoneGeometry& zone) const;
  Eigen::VectorXd mass_determinants(Index cell) const;
  Eigen::MatrixXd exact_inverse(const Eigen::VectorXd& det) const;
  Eigen::MatrixXd weight_adjusted_inverse(Index cell, const Eigen::VectorXd& moments) const;
  void set_normals(const Side& side, Index cell, Index place, std::size_t n, ZoneGeometry& zone) const;
  void set_face_metric(const Side& side, Index cell, Index place, std::size_t n, ZoneGeometry& zone) const;

  const Mesh<Dim>& mesh_;
  MassInverse mass_inverse_;
  CellShape shape_;
  const Tables<double, Dim>& t_;
  int n_modes_;
  CellMap<Dim> volume_map_;
  QuadratureRule<Dim> mass_rule_;
  CellMap<Dim> mass_map_;
  std::array<Eigen::MatrixXd, max_face_kinds> projection_;  ///< [kind]
  std::vector<Side> sides_;
  std::optional<OptimisedMetric> optimised_;  ///< where the volume rule does not integrate the exact terms
  Modes mass_modes_, adjusted_modes_;  ///< at the points of rules for the mass matrix, and for the weight-adjusted one
};

}  // namespace dg
