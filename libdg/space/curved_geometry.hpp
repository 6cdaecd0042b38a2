/// Metrics of curved cells in the plane: Jacobians and normals at the points, mass matrices of their own.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "libdg/space/zone_geometry.hpp"
#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg {

/// What is tabulated once for a zone of curved cells. The mesh and the tables must outlive it.
class CurvedGeometry {
 public:
  CurvedGeometry(const Mesh2& mesh, const Tables<double>& tables, MassInverse mass_inverse);

  /// Writes the numbers of `cell` at `place` of the arrays of the zone; see make_zone_geometry().
  void set_cell(Index cell, Index place, Index padded, ZoneGeometry& zone) const;

 private:
  using Point = std::array<double, 2>;

  Eigen::VectorXd mass_determinants(Index cell) const;
  Eigen::MatrixXd mass(const Eigen::VectorXd& weight) const;
  Eigen::MatrixXd exact_inverse(const Eigen::VectorXd& det) const;
  Eigen::MatrixXd weight_adjusted_inverse(Index cell, const Eigen::VectorXd& moments) const;
  void set_face(Index cell, int f, Index place, std::size_t n, const Eigen::MatrixXd& inverse,
                ZoneGeometry& zone) const;

  const Mesh2& mesh_;
  MassInverse mass_inverse_;
  CellShape shape_;
  const Tables<double>& t_;
  const FaceTables<double, 2>& faces_;
  int n_modes_, n_points_;
  CellMap<2> volume_map_;
  QuadratureRule<1> fine_;
  Eigen::MatrixXd projection_;
  QuadratureRule<2> mass_rule_;
  CellMap<2> mass_map_;
  std::vector<CellMap<2>> fine_maps_, point_maps_;
  Eigen::MatrixXd mass_basis_;
  Eigen::VectorXd mass_weights_;
};

}  // namespace dg
