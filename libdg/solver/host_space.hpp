/// The polynomial space of a mesh on the host, in double precision: projection, sampling, norms and integrals of
/// states of N variables.
///
/// Coefficients are stored cell after cell in mesh order, per cell [component][mode].
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/backend/host_vector.hpp"
#include "libdg/formulas/formulas.hpp"
#include "libdg/solver/fields.hpp"
#include "libdg/solver/volume_rule.hpp"

namespace dg {

template <int N, int Dim = 2>
class HostSpace {
 public:
  using Point = std::array<double, Dim>;
  using Field = FieldOf<N, Dim>;
  using Norms = NormsOf<N>;
  using Admissible = std::function<bool(const std::array<double, N>& u)>;

  /// The mesh must outlive this object.
  HostSpace(const Mesh<Dim>& mesh, int degree, QuadSpace quads) : HostSpace(mesh, degree, quads, mesh.cell_count()) {}
  /// Of a subdomain, whose own cells alone count in norms and are looked at for bad ones.
  HostSpace(const Mesh<Dim>& mesh, int degree, QuadSpace quads, Index own_cells);

  std::size_t size() const { return cell_begin_.back(); }
  /// The first coefficient of a cell, or the end of those before.
  std::size_t begin_of(Index cell) const { return cell_begin_[cell]; }
  int modes(Index cell) const { return mode_count(space_of(mesh_.cell_shapes[cell], quads_), degree_); }

  /// Values of fields at points and a time, [point][component]. Called from several threads at once.
  using FieldAtPoints = std::function<void(std::span<const Point> x, double t, double* values)>;

  /// L2 projection of fields f(x, t).
  HostVector<double> project(const Field& f, double t) const;
  HostVector<double> project(const FieldAtPoints& f, double t) const;

  /// Moments int f phi_k dx, divided by det J on affine cells: what Stage::source wants. With quadrature that is exact
  /// for fields of the degree of the space.
  HostVector<double> moments(const Field& f, double t) const;
  HostVector<double> moments(const Formulas& f, double t) const;
  /// The same of formulas of the state with these coefficients; `variables` finds those of formulas, from Variable::rho
  /// on, from the variables of a state.
  using Variables = std::function<void(const double* u, double* variables)>;
  HostVector<double> moments(const Formulas& f, double t, std::span<const double> coefficients,
                             const Variables& variables) const;

  /// Where moments() evaluates a field, the first point with a value of that size or more, or with NaN.
  std::optional<Point> first_beyond(const FieldAtPoints& f, double t, double size) const;

  /// The rules of moments(), by shape_number().
  std::span<const VolumeRule<Dim>> source_rules() const { return source_rules_; }

  /// Mass matrix of a cell, int phi_k phi_l dx.
  std::vector<double> mass(Index cell) const;

  /// Values at reference points of each shape, per cell [point][component].
  std::vector<double> sample(std::span<const double> coefficients, const PointsOfShapes<Dim>& points) const;

  /// The basis at reference points of each shape.
  BasisOfShapes<Dim> basis_at(const PointsOfShapes<Dim>& points) const;

  /// Values where basis_at() has been asked for, of these cells, one after the other, whose coefficients are given
  /// likewise.
  std::vector<double> sample(std::span<const Index> cells, std::span<const double> coefficients,
                             const BasisOfShapes<Dim>& basis) const;

  /// Values in a cell at places x of its reference points, [point][component]: what stands for the polynomials where a
  /// state is reconstructed from means. Called from several threads at once.
  using CellValues = std::function<void(Index cell, std::span<const Point> x, double* values)>;

  std::vector<double> sample(const CellValues& values, const PointsOfShapes<Dim>& points) const;

  /// The same cell by cell, as values(cell, out); with the coefficients that coefficients(cell, to) writes, or with
  /// CellValues. To be called from several threads at once.
  using CellCoefficients = std::function<void(Index cell, std::span<double> to)>;
  using CellSampler = std::function<void(Index cell, double* out)>;
  CellSampler sampler(const CellCoefficients& coefficients, const PointsOfShapes<Dim>& points) const;
  CellSampler sampler(const CellValues& values, const PointsOfShapes<Dim>& points) const;

  /// Norms of those values minus f(x, t), over the cells of all ranks where a communicator of several is given.
  Norms norms(const CellValues& values, const Field& f, double t, Communicator* all_ranks = nullptr) const;

  /// Norms of the state minus f(x, t); without f, of the state itself.
  Norms norms(std::span<const double> coefficients, const Field* f, double t, Communicator* all_ranks = nullptr) const;

  /// First cell with a NaN or a state that is not admissible at a quadrature point.
  BadCellOf<N, Dim> find_bad_cell(std::span<const double> coefficients, const Admissible& admissible) const;

 private:
  const VolumeRule<Dim>& rule(Index cell) const { return rules_[shape_number(mesh_.cell_shapes[cell])]; }
  template <class Evaluate>
  HostVector<double> integrate(const std::vector<VolumeRule<Dim>>& rules, bool projection,
                               const Evaluate& evaluate) const;
  void integrate_cell(Index cell, const VolumeRule<Dim>& rule, const double* values, const double* weights,
                      bool projection, double* out) const;
  /// Values of the polynomials of a cell at points where their basis is known.
  void values(std::span<const double> of_cell, std::span<const double> basis, double* out) const;
  template <class Values>
  std::vector<double> sample_cells(const PointsOfShapes<Dim>& points, const Values& values) const;
  template <class Values>
  Norms add_cells(const Field* f, double t, const Values& values, Communicator* all_ranks) const;
  int bad_point(std::span<const double> coefficients, Index cell, const Admissible& admissible) const;
  void values(std::span<const double> coefficients, Index cell, const VolumeRule<Dim>& rule,
              std::vector<double>& out) const;

  const Mesh<Dim>& mesh_;
  int degree_;
  QuadSpace quads_;
  Index own_cells_;
  std::vector<std::size_t> cell_begin_;
  std::vector<VolumeRule<Dim>> rules_, source_rules_;  ///< by shape_number()
};

/// Whether all of them are numbers of at most this size.
bool all_within(std::span<const double> values, double size);

}  // namespace dg
