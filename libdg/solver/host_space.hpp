/// The polynomial space of a mesh on the host, in double precision: projection, sampling, norms and integrals of
/// states of N variables.
///
/// Coefficients are stored cell after cell in mesh order, per cell [component][mode].
#pragma once

#include <array>
#include <span>
#include <vector>

#include "libdg/backend/host_vector.hpp"
#include "libdg/element/element.hpp"
#include "libdg/solver/fields.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/mesh.hpp"
#include "quadrature/rule.hpp"

namespace dg {

template <int N>
class HostSpace {
 public:
  using Field = FieldOf<N>;
  using Norms = NormsOf<N>;
  using Admissible = std::function<bool(const std::array<double, N>& u)>;

  /// The mesh must outlive this object.
  HostSpace(const Mesh2& mesh, int degree, QuadSpace quads);

  std::size_t size() const { return cell_begin_.back(); }
  int modes(Index cell) const { return mode_count(space_of(mesh_.cell_shapes[cell], quads_), degree_); }

  /// L2 projection of fields f(x, y, t).
  HostVector<double> project(const Field& f, double t) const;

  /// Moments int f phi_k dx, divided by det J on affine cells: what Stage::source wants.
  HostVector<double> moments(const Field& f, double t) const;

  /// Values at reference points of each shape, per cell [point][component].
  std::vector<double> sample(std::span<const double> coefficients, std::span<const std::array<double, 2>> triangle,
                             std::span<const std::array<double, 2>> quadrilateral) const;

  /// Norms of the state minus f(x, y, t); without f, of the state itself.
  Norms norms(std::span<const double> coefficients, const Field* f, double t) const;

  /// First cell with a NaN or a state that is not admissible at a quadrature point.
  BadCellOf<N> find_bad_cell(std::span<const double> coefficients, const Admissible& admissible) const;

 private:
  /// A volume rule of one shape with the basis and the geometry tabulated at its points.
  struct Rule {
    Rule(const Mesh2& mesh, CellShape shape, QuadSpace quads, int degree, int rule_degree);
    QuadratureRule<2> rule;
    CellMap map;
    std::vector<double> basis;  ///< [q][k]
  };

  const Rule& rule(Index cell) const { return rules_[static_cast<int>(mesh_.cell_shapes[cell])]; }
  HostVector<double> integrate(const Field& f, double t, bool projection) const;
  void integrate_cell(Index cell, const double* values, const double* weights, bool projection, double* out) const;
  void add_to_norms(std::span<const double> coefficients, Index cell, const Field* f, double t, Norms& norms) const;
  int bad_point(std::span<const double> coefficients, Index cell, const Admissible& admissible) const;
  void values(std::span<const double> coefficients, Index cell, const Rule& rule, std::vector<double>& out) const;

  const Mesh2& mesh_;
  int degree_;
  QuadSpace quads_;
  std::vector<std::size_t> cell_begin_;
  std::vector<Rule> rules_;  ///< by shape
};

}  // namespace dg
