#include "libdg/solver/host_space.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <atomic>
#include <cmath>

#include "libdg/backend/parallel.hpp"
#include "libdg/element/basis.hpp"

namespace dg {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Basis at a list of points, [q][k].
std::vector<double> tabulate(Space space, int degree, std::span<const std::array<double, 2>> points) {
  const std::size_t n = mode_count(space, degree);
  std::vector<double> basis(points.size() * n);
  for (std::size_t q = 0; q < points.size(); ++q)
    evaluate_basis(space, degree, points[q][0], points[q][1], {&basis[q * n], n});
  return basis;
}

QuadratureRule<2> volume_rule(CellShape shape, int degree) {
  return shape == CellShape::triangle ? triangle_rule(std::min(degree, max_triangle_degree))
                                      : quadrilateral_rule(degree);
}

/// For n_var variables: out[n * nk + k] = sum_q values[q][n] basis[q * nk + k] for K modes, whose sums stay in
/// registers.
template <int K, int n_var>
void sum_modes(const double* basis, int nk, int nq, const double* values, double* out) {
  double sum[K][n_var] = {};
  for (int q = 0; q < nq; ++q)
    for (int k = 0; k < K; ++k)
      for (int n = 0; n < n_var; ++n) sum[k][n] += values[q * n_var + n] * basis[q * nk + k];
  for (int n = 0; n < n_var; ++n)
    for (int k = 0; k < K; ++k) out[n * nk + k] = sum[k][n];
}

/// Geometry of one cell at the points of a rule.
struct CellPoints {
  std::vector<std::array<double, 2>> x;
  std::vector<double> weight;  ///< w_q det J
  std::vector<Jacobian2> jacobian;

  void place(const Mesh2& mesh, Index cell, const CellMap& map, const std::vector<double>& weights) {
    x.resize(weights.size());
    weight.resize(weights.size());
    jacobian.resize(weights.size());
    map.evaluate(mesh, cell, x, jacobian);
    for (std::size_t q = 0; q < weights.size(); ++q) weight[q] = weights[q] * determinant(jacobian[q]);
  }
};

}  // namespace

template <int N>
HostSpace<N>::Rule::Rule(const Mesh2& mesh, CellShape shape, QuadSpace quads, int degree, int rule_degree)
    : rule(volume_rule(shape, rule_degree)),
      map(shape, mesh.geometry_order, rule.points),
      basis(tabulate(space_of(shape, quads), degree, rule.points)) {}

template <int N>
HostSpace<N>::HostSpace(const Mesh2& mesh, int degree, QuadSpace quads)
    : mesh_(mesh), degree_(degree), quads_(quads), cell_begin_(1, 0) {
  const int rule_degree = 2 * degree + 2 + 2 * mesh.geometry_order;
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral})
    rules_.emplace_back(mesh, shape, quads, degree, rule_degree);
  for (Index c = 0; c < mesh.cell_count(); ++c) cell_begin_.push_back(cell_begin_.back() + modes(c) * N);
}

template <int N>
HostVector<double> HostSpace<N>::integrate(const Field& f, double t, bool projection) const {
  HostVector<double> result(size());
  parallel_for(mesh_.cell_count(), [&](std::ptrdiff_t i) {
    static thread_local CellPoints points;
    static thread_local std::vector<double> values;
    const Index cell = static_cast<Index>(i);
    const Rule& r = rule(cell);
    points.place(mesh_, cell, r.map, r.rule.weights);
    values.resize(std::size_t(r.rule.size()) * N);
    for (int q = 0; q < r.rule.size(); ++q) {
      const auto v = f(points.x[q][0], points.x[q][1], t);
      for (int n = 0; n < N; ++n) values[q * N + n] = v[n] * points.weight[q];
    }
    integrate_cell(cell, values.data(), points.weight.data(), projection, &result[cell_begin_[cell]]);
  });
  return result;
}

/// out = int f phi_k, or its projection, from the weighted values [q][n] of f in the cell.
template <int N>
void HostSpace<N>::integrate_cell(Index cell, const double* values, const double* weights, bool projection,
                                  double* out) const {
  const Rule& r = rule(cell);
  const int nk = modes(cell), nq = r.rule.size();
  int k = 0;
  for (; k + 4 <= nk; k += 4) sum_modes<4, N>(r.basis.data() + k, nk, nq, values, out + k);
  for (; k < nk; ++k) sum_modes<1, N>(r.basis.data() + k, nk, nq, values, out + k);
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

template <int N>
HostVector<double> HostSpace<N>::project(const Field& f, double t) const {
  return integrate(f, t, true);
}

template <int N>
HostVector<double> HostSpace<N>::moments(const Field& f, double t) const {
  return integrate(f, t, false);
}

template <int N>
void HostSpace<N>::values(std::span<const double> coefficients, Index cell, const Rule& r,
                          std::vector<double>& out) const {
  const int nk = modes(cell), nq = r.rule.size();
  out.resize(std::size_t(nq) * N);
  const Eigen::Map<const RowMajor> basis(r.basis.data(), nq, nk), c(&coefficients[cell_begin_[cell]], N, nk);
  Eigen::Map<RowMajor>(out.data(), nq, N) = basis * c.transpose();
}

template <int N>
std::vector<double> HostSpace<N>::sample(std::span<const double> coefficients,
                                         std::span<const std::array<double, 2>> triangle,
                                         std::span<const std::array<double, 2>> quadrilateral) const {
  const std::array points{triangle, quadrilateral};
  std::array<std::vector<double>, 2> basis;
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral})
    basis[static_cast<int>(shape)] = tabulate(space_of(shape, quads_), degree_, points[static_cast<int>(shape)]);
  std::vector<std::size_t> begin{0};
  for (const CellShape shape : mesh_.cell_shapes)
    begin.push_back(begin.back() + points[static_cast<int>(shape)].size() * N);

  std::vector<double> result(begin.back());
  parallel_for(mesh_.cell_count(), [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    const int shape = static_cast<int>(mesh_.cell_shapes[cell]), nk = modes(cell);
    const auto nq = static_cast<Eigen::Index>(points[shape].size());
    const Eigen::Map<const RowMajor> b(basis[shape].data(), nq, nk), c(&coefficients[cell_begin_[cell]], N, nk);
    Eigen::Map<RowMajor>(&result[begin[cell]], nq, N) = b * c.transpose();
  });
  return result;
}

/// Sums over blocks of cells, which are then added in order: the result does not depend on the number of threads.
template <int N>
NormsOf<N> HostSpace<N>::norms(std::span<const double> coefficients, const Field* f, double t) const {
  constexpr Index block = 1024;
  std::vector<Norms> blocks((mesh_.cell_count() + block - 1) / block);
  parallel_for(static_cast<std::ptrdiff_t>(blocks.size()), [&](std::ptrdiff_t i) {
    const Index first = static_cast<Index>(i) * block, last = std::min(first + block, mesh_.cell_count());
    for (Index cell = first; cell < last; ++cell) add_to_norms(coefficients, cell, f, t, blocks[i]);
  });
  Norms norms;
  for (const Norms& part : blocks)
    for (int n = 0; n < N; ++n) {
      norms.l2[n] += part.l2[n];
      if (!(part.linf[n] <= norms.linf[n])) norms.linf[n] = part.linf[n];
    }
  for (double& x : norms.l2) x = std::sqrt(x);
  return norms;
}

/// Adds a cell to the squares of the L2 norms and to the largest values.
template <int N>
void HostSpace<N>::add_to_norms(std::span<const double> coefficients, Index cell, const Field* f, double t,
                                Norms& norms) const {
  static thread_local std::vector<double> u;
  static thread_local CellPoints p;
  const Rule& r = rule(cell);
  p.place(mesh_, cell, r.map, r.rule.weights);
  values(coefficients, cell, r, u);
  for (int q = 0; q < r.rule.size(); ++q) {
    std::array<double, N> reference{};
    if (f) reference = (*f)(p.x[q][0], p.x[q][1], t);
    for (int n = 0; n < N; ++n) {
      const double e = std::abs(u[q * N + n] - reference[n]);
      norms.l2[n] += p.weight[q] * e * e;
      if (!(e <= norms.linf[n])) norms.linf[n] = e;  // a NaN must show
    }
  }
}

template <int N>
BadCellOf<N> HostSpace<N>::find_bad_cell(std::span<const double> coefficients, const Admissible& admissible) const {
  std::atomic<Index> first = mesh_.cell_count(), count = 0;
  parallel_for(mesh_.cell_count(), [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    if (bad_point(coefficients, cell, admissible) < 0) return;
    ++count;
    for (Index known = first; cell < known && !first.compare_exchange_weak(known, cell);) {
    }
  });
  if (count == 0) return {};
  BadCellOf<N> bad{.cell = first, .centroid = cell_centroid(mesh_, first), .count = count};
  const Rule& r = rule(bad.cell);
  std::vector<double> u;
  values(coefficients, bad.cell, r, u);
  double total = 0;
  for (int q = 0; q < r.rule.size(); ++q) {
    total += r.rule.weights[q];
    for (int n = 0; n < N; ++n) bad.mean[n] += r.rule.weights[q] * u[q * N + n];
  }
  for (double& x : bad.mean) x /= total;
  const int q = bad_point(coefficients, bad.cell, admissible);
  std::copy_n(u.begin() + q * N, N, bad.state.begin());
  CellPoints points;
  points.place(mesh_, bad.cell, r.map, r.rule.weights);
  bad.point = points.x[q];
  return bad;
}

/// The first quadrature point of a cell where the state is not admissible; -1: there is none.
template <int N>
int HostSpace<N>::bad_point(std::span<const double> coefficients, Index cell, const Admissible& admissible) const {
  static thread_local std::vector<double> u;
  const Rule& r = rule(cell);
  values(coefficients, cell, r, u);
  for (int q = 0; q < r.rule.size(); ++q) {
    std::array<double, N> state;
    std::copy_n(u.begin() + q * N, N, state.begin());
    if (!admissible(state)) return q;
  }
  return -1;
}

template class HostSpace<1>;
template class HostSpace<2>;
template class HostSpace<3>;
template class HostSpace<4>;
template class HostSpace<5>;
template class HostSpace<6>;

}  // namespace dg
