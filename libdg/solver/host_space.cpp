#include "libdg/solver/host_space.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <atomic>
#include <cmath>

#include "libdg/backend/large_pages.hpp"
#include "libdg/backend/parallel.hpp"
#include "libdg/solver/host_space_norms.hpp"
#include "libdg/solver/sum_modes.hpp"

namespace dg {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A field of one point at a time, for integrate().
template <int N, int Dim>
auto at_each_point(const FieldOf<N, Dim>& f, double t) {
  return [&f, t](Index, std::span<const std::array<double, Dim>> x, double* values) {
    for (std::size_t q = 0; q < x.size(); ++q) {
      const auto v = at(f, x[q], t);
      std::copy(v.begin(), v.end(), values + q * N);
    }
  };
}

}  // namespace

template <int N, int Dim>
HostSpace<N, Dim>::HostSpace(const Mesh<Dim>& mesh, int degree, QuadSpace quads, Index own_cells)
    : mesh_(mesh), degree_(degree), quads_(quads), own_cells_(own_cells), cell_begin_(1, 0) {
  const int rule_degree = 2 * degree + 2 + 2 * mesh.geometry_order;
  for (const CellShape shape : spaced_shapes<Dim>) {
    rules_.emplace_back(mesh, shape, quads, degree, rule_degree);
    source_rules_.emplace_back(mesh, shape, quads, degree, source_rule_degree(shape, degree, mesh.geometry_order));
  }
  for (Index c = 0; c < mesh.cell_count(); ++c) cell_begin_.push_back(cell_begin_.back() + modes(c) * N);
}

/// evaluate(cell, points, values) writes the fields at points of a cell, [q][N].
template <int N, int Dim>
template <class Evaluate>
HostVector<double> HostSpace<N, Dim>::integrate(const std::vector<VolumeRule<Dim>>& rules, bool projection,
                                                const Evaluate& evaluate) const {
  HostVector<double> result(size());
  prefer_large_pages(result.data(), result.size() * sizeof(double));
  parallel_for(mesh_.cell_count(), [&](std::ptrdiff_t i) {
    static thread_local CellPoints<Dim> points;
    static thread_local std::vector<double> values;
    const Index cell = static_cast<Index>(i);
    const VolumeRule<Dim>& r = rules[shape_number(mesh_.cell_shapes[cell])];
    points.place(mesh_, cell, r);
    values.resize(std::size_t(r.size()) * N);
    evaluate(cell, points.x, values.data());
    for (int q = 0; q < r.size(); ++q)
      for (int n = 0; n < N; ++n) values[q * N + n] *= points.weight[q];
    integrate_cell(cell, r, values.data(), points.weight.data(), projection, &result[cell_begin_[cell]]);
  });
  return result;
}

/// out = int f phi_k, or its projection, from the weighted values [q][n] of f in the cell.
template <int N, int Dim>
void HostSpace<N, Dim>::integrate_cell(Index cell, const VolumeRule<Dim>& r, const double* values,
                                       const double* weights, bool projection, double* out) const {
  const int nk = modes(cell), nq = r.size();
  sum_modes<N>(r.basis.data(), nk, nq, values, out);
  if (is_affine(mesh_, cell)) {
    const double det = weights[0] / r.rule.weights[0];
    for (int i = 0; i < N * nk; ++i) out[i] /= det;  // the orthonormal basis leaves M = det J
  } else if (projection) {
    const Eigen::Map<const RowMajor> basis(r.basis.data(), nq, nk);
    const Eigen::Map<const Eigen::VectorXd> w(weights, nq);
    const Eigen::MatrixXd mass = basis.transpose() * w.asDiagonal() * basis;
    Eigen::Map<RowMajor> c(out, N, nk);
    c = mass.llt().solve(c.transpose()).transpose().eval();
  }
}

template <int N, int Dim>
HostVector<double> HostSpace<N, Dim>::project(const Field& f, double t) const {
  return integrate(rules_, true, at_each_point<N, Dim>(f, t));
}

template <int N, int Dim>
HostVector<double> HostSpace<N, Dim>::project(const FieldAtPoints& f, double t) const {
  return integrate(rules_, true, [&](Index, std::span<const Point> x, double* values) { f(x, t, values); });
}

template <int N, int Dim>
HostVector<double> HostSpace<N, Dim>::moments(const Field& f, double t) const {
  return integrate(source_rules_, false, at_each_point<N, Dim>(f, t));
}

template <int N, int Dim>
HostVector<double> HostSpace<N, Dim>::moments(const Formulas& f, double t) const {
  return integrate(source_rules_, false,
                   [&](Index, std::span<const Point> x, double* values) { f.evaluate<Dim>(x, t, values); });
}

template <int N, int Dim>
HostVector<double> HostSpace<N, Dim>::moments(const Formulas& f, double t, std::span<const double> coefficients,
                                              const Variables& variables) const {
  const bool uses_place = f.uses(Variable::x) || f.uses(Variable::y) || f.uses(Variable::z);
  HostVector<double> result(cell_begin_.back());
  parallel_for(mesh_.cell_count(), [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    static thread_local std::vector<double> u, states, sources;
    static thread_local CellPoints<Dim> points;
    const VolumeRule<Dim>& r = source_rules_[shape_number(mesh_.cell_shapes[cell])];
    const bool affine = is_affine(mesh_, cell);
    if (uses_place || !affine) points.place(mesh_, cell, r);
    points.x.resize(r.rule.points.size());  // read by none where places do not matter
    const std::vector<double>& weights = affine ? r.rule.weights : points.weight;
    values(coefficients, cell, r, u);
    states.resize(points.x.size() * state_variables);
    sources.resize(u.size());
    for (std::size_t q = 0; q < points.x.size(); ++q) variables(&u[q * N], &states[q * state_variables]);
    f.evaluate<Dim>(std::span<const Point>(points.x), t, states.data(), sources.data());
    for (std::size_t q = 0; q < points.x.size(); ++q)
      for (int n = 0; n < N; ++n) sources[q * N + n] *= weights[q];
    sum_modes<N>(r.basis.data(), modes(cell), r.size(), sources.data(), &result[cell_begin_[cell]]);
  });
  return result;
}

template <int N, int Dim>
auto HostSpace<N, Dim>::first_beyond(const FieldAtPoints& f, double t, double size) const -> std::optional<Point> {
  CellPoints<Dim> points;
  std::vector<double> values;
  for (Index cell = 0; cell < own_cells_; ++cell) {
    const VolumeRule<Dim>& r = source_rules_[shape_number(mesh_.cell_shapes[cell])];
    points.place(mesh_, cell, r);
    values.resize(points.x.size() * N);
    f(points.x, t, values.data());
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!(std::abs(values[i]) < size)) return points.x[i / N];
  }
  return std::nullopt;
}

template <int N, int Dim>
std::vector<double> HostSpace<N, Dim>::mass(Index cell) const {
  const VolumeRule<Dim>& r = rule(cell);
  const int nk = modes(cell), nq = r.size();
  CellPoints<Dim> points;
  points.place(mesh_, cell, r);
  const Eigen::Map<const RowMajor> basis(r.basis.data(), nq, nk);
  const Eigen::Map<const Eigen::VectorXd> w(points.weight.data(), nq);
  std::vector<double> mass(std::size_t(nk) * nk);
  Eigen::Map<RowMajor>(mass.data(), nk, nk) = basis.transpose() * w.asDiagonal() * basis;
  return mass;
}

template <int N, int Dim>
void HostSpace<N, Dim>::values(std::span<const double> coefficients, Index cell, const VolumeRule<Dim>& r,
                               std::vector<double>& out) const {
  const int nk = modes(cell), nq = r.size();
  out.resize(std::size_t(nq) * N);
  const Eigen::Map<const RowMajor> basis(r.basis.data(), nq, nk), c(&coefficients[cell_begin_[cell]], N, nk);
  Eigen::Map<RowMajor>(out.data(), nq, N) = basis * c.transpose();
}

template <int N, int Dim>
void HostSpace<N, Dim>::values(std::span<const double> of_cell, std::span<const double> basis, double* out) const {
  const auto nk = static_cast<Eigen::Index>(of_cell.size() / N), nq = static_cast<Eigen::Index>(basis.size()) / nk;
  const Eigen::Map<const RowMajor> b(basis.data(), nq, nk), c(of_cell.data(), N, nk);
  Eigen::Map<RowMajor>(out, nq, N) = b * c.transpose();
}

/// Values of all cells one after the other, by values(cell, out), at so many points of each shape.
template <int N, int Dim>
template <class Values>
std::vector<double> HostSpace<N, Dim>::sample_cells(const PointsOfShapes<Dim>& points, const Values& values) const {
  std::vector<std::size_t> begin{0};
  for (const CellShape shape : mesh_.cell_shapes)
    begin.push_back(begin.back() + points[shape_number(shape)].size() * N);
  std::vector<double> result(begin.back());
  parallel_for(mesh_.cell_count(), [&](std::ptrdiff_t i) { values(static_cast<Index>(i), &result[begin[i]]); });
  return result;
}

template <int N, int Dim>
BasisOfShapes<Dim> HostSpace<N, Dim>::basis_at(const PointsOfShapes<Dim>& points) const {
  BasisOfShapes<Dim> basis;
  for (const CellShape shape : spaced_shapes<Dim>)
    basis[shape_number(shape)] = tabulate<Dim>(space_of(shape, quads_), degree_, points[shape_number(shape)]);
  return basis;
}

template <int N, int Dim>
auto HostSpace<N, Dim>::sampler(const CellCoefficients& coefficients, const PointsOfShapes<Dim>& points) const
    -> CellSampler {
  return [this, coefficients, basis = basis_at(points)](Index cell, double* out) {
    static thread_local std::vector<double> of_cell;
    of_cell.resize(std::size_t(N) * modes(cell));
    coefficients(cell, of_cell);
    values(of_cell, basis[shape_number(mesh_.cell_shapes[cell])], out);
  };
}

template <int N, int Dim>
auto HostSpace<N, Dim>::sampler(const CellValues& values, const PointsOfShapes<Dim>& points) const -> CellSampler {
  std::vector<CellMap<Dim>> maps;
  for (const CellShape shape : spaced_shapes<Dim>)
    maps.emplace_back(shape, mesh_.geometry_order, points[shape_number(shape)]);
  return [this, values, maps = std::move(maps)](Index cell, double* out) {
    const CellMap<Dim>& map = maps[shape_number(mesh_.cell_shapes[cell])];
    std::vector<Point> x(map.point_count());
    map.evaluate(mesh_, cell, x, {});
    values(cell, x, out);
  };
}

template <int N, int Dim>
std::vector<double> HostSpace<N, Dim>::sample(std::span<const double> coefficients,
                                              const PointsOfShapes<Dim>& points) const {
  return sample_cells(points, sampler(
                                  [&](Index cell, std::span<double> to) {
                                    std::copy_n(&coefficients[cell_begin_[cell]], to.size(), to.begin());
                                  },
                                  points));
}

template <int N, int Dim>
std::vector<double> HostSpace<N, Dim>::sample(std::span<const Index> cells, std::span<const double> coefficients,
                                              const BasisOfShapes<Dim>& basis) const {
  std::vector<double> result;
  for (const Index cell : cells) {
    const std::vector<double>& of_shape = basis[shape_number(mesh_.cell_shapes[cell])];
    const auto nk = static_cast<std::size_t>(modes(cell));
    const std::size_t numbers = N * (of_shape.size() / nk);
    result.resize(result.size() + numbers);
    values(coefficients.first(N * nk), of_shape, result.data() + result.size() - numbers);
    coefficients = coefficients.subspan(N * nk);
  }
  return result;
}

template <int N, int Dim>
std::vector<double> HostSpace<N, Dim>::sample(const CellValues& values, const PointsOfShapes<Dim>& points) const {
  return sample_cells(points, sampler(values, points));
}

bool all_within(std::span<const double> values, double size) {
  constexpr std::size_t chunk = 4096;
  std::atomic<bool> within{true};
  parallel_for(static_cast<std::ptrdiff_t>((values.size() + chunk - 1) / chunk), [&](std::ptrdiff_t i) {
    const auto part = values.subspan(i * chunk, std::min(chunk, values.size() - i * chunk));
    if (!std::all_of(part.begin(), part.end(), [size](double v) { return std::abs(v) <= size; })) within = false;
  });
  return within;
}

template class HostSpace<1>;
template class HostSpace<2>;
template class HostSpace<3>;
template class HostSpace<4>;
template class HostSpace<5>;
template class HostSpace<6>;
template class HostSpace<7>;
template class HostSpace<8>;
template class HostSpace<9>;
template class HostSpace<1, 3>;
template class HostSpace<2, 3>;
template class HostSpace<3, 3>;
template class HostSpace<4, 3>;
template class HostSpace<5, 3>;
template class HostSpace<6, 3>;
template class HostSpace<7, 3>;
template class HostSpace<8, 3>;
template class HostSpace<9, 3>;

}  // namespace dg
