#include "libdg/solver/host_space.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <mutex>

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

/// Places and weights w_q det J of the points of a rule in a cell.
void fill_points(const Mesh2& mesh, Index cell, const CellMap& map, const std::vector<double>& weights,
                 std::array<double, 2>* x, double* weight) {
  static thread_local std::vector<Jacobian2> j;
  j.resize(weights.size());
  map.evaluate(mesh, cell, {x, weights.size()}, j);
  for (std::size_t q = 0; q < weights.size(); ++q) weight[q] = weights[q] * determinant(j[q]);
}

/// out[n * nk + k] = sum_q values[q][n] basis[q * nk + k] for K modes, whose sums stay in registers.
template <int K>
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

  CellPoints(const Mesh2& mesh, Index cell, const CellMap& map, const std::vector<double>& weights)
      : x(weights.size()), weight(weights.size()) {
    fill_points(mesh, cell, map, weights, x.data(), weight.data());
  }
};

}  // namespace

HostSpace::Rule::Rule(const Mesh2& mesh, CellShape shape, QuadSpace quads, int degree, int rule_degree)
    : rule(volume_rule(shape, rule_degree)),
      map(shape, mesh.geometry_order, rule.points),
      basis(tabulate(space_of(shape, quads), degree, rule.points)) {}

HostSpace::HostSpace(const Mesh2& mesh, int degree, QuadSpace quads)
    : mesh_(mesh), degree_(degree), quads_(quads), cell_begin_(1, 0) {
  const int rule_degree = 2 * degree + 2 + 2 * mesh.geometry_order;
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral})
    rules_.emplace_back(mesh, shape, quads, degree, rule_degree);
  for (Index c = 0; c < mesh.cell_count(); ++c) cell_begin_.push_back(cell_begin_.back() + modes(c) * n_var);
}

std::vector<double> HostSpace::integrate(const FieldFunction& f, double t, bool projection) const {
  // Some cells at a time: f is called from one thread, all else is shared.
  constexpr Index block = 1 << 14;
  std::vector<double> result(size());
  const std::size_t most = std::max(rules_[0].rule.size(), rules_[1].rule.size());
  std::vector<std::array<double, 2>> points(block * most);
  std::vector<double> weights(block * most), values(block * most * n_var);
  for (Index first = 0; first < mesh_.cell_count(); first += block) {
    const Index count = std::min(block, mesh_.cell_count() - first);
    parallel_for(count, [&](std::ptrdiff_t i) {
      const Rule& r = rule(first + static_cast<Index>(i));
      fill_points(mesh_, first + static_cast<Index>(i), r.map, r.rule.weights, &points[i * most], &weights[i * most]);
    });
    for (Index i = 0; i < count; ++i)
      for (std::size_t q = i * most; q < i * most + rule(first + i).rule.size(); ++q) {
        const auto v = f(points[q][0], points[q][1], t);
        for (int n = 0; n < n_var; ++n) values[q * n_var + n] = v[n] * weights[q];
      }
    parallel_for(count, [&](std::ptrdiff_t i) {
      const Index cell = first + static_cast<Index>(i);
      integrate_cell(cell, &values[i * most * n_var], &weights[i * most], projection, &result[cell_begin_[cell]]);
    });
  }
  return result;
}

/// out = int f phi_k, or its projection, from the weighted values [q][n] of f in the cell.
void HostSpace::integrate_cell(Index cell, const double* values, const double* weights, bool projection,
                               double* out) const {
  const Rule& r = rule(cell);
  const int nk = modes(cell), nq = r.rule.size();
  int k = 0;
  for (; k + 4 <= nk; k += 4) sum_modes<4>(r.basis.data() + k, nk, nq, values, out + k);
  for (; k < nk; ++k) sum_modes<1>(r.basis.data() + k, nk, nq, values, out + k);
  if (is_affine(mesh_, cell)) {
    const double det = weights[0] / r.rule.weights[0];
    for (int i = 0; i < n_var * nk; ++i) out[i] /= det;  // the orthonormal basis leaves M = det J
  } else if (projection) {
    const Eigen::Map<const RowMajor> basis(r.basis.data(), nq, nk);
    const Eigen::Map<const Eigen::VectorXd> w(weights, nq);
    const Eigen::MatrixXd mass = basis.transpose() * w.asDiagonal() * basis;
    Eigen::Map<RowMajor> c(out, n_var, nk);
    c = mass.llt().solve(c.transpose()).transpose().eval();
  }
}

std::vector<double> HostSpace::project(const FieldFunction& f, double t) const { return integrate(f, t, true); }

std::vector<double> HostSpace::moments(const FieldFunction& f, double t) const { return integrate(f, t, false); }

void HostSpace::values(std::span<const double> coefficients, Index cell, const Rule& r,
                       std::vector<double>& out) const {
  const int nk = modes(cell), nq = r.rule.size();
  out.resize(std::size_t(nq) * n_var);
  const Eigen::Map<const RowMajor> basis(r.basis.data(), nq, nk), c(&coefficients[cell_begin_[cell]], n_var, nk);
  Eigen::Map<RowMajor>(out.data(), nq, n_var) = basis * c.transpose();
}

std::vector<double> HostSpace::sample(std::span<const double> coefficients,
                                      std::span<const std::array<double, 2>> triangle,
                                      std::span<const std::array<double, 2>> quadrilateral) const {
  const std::array points{triangle, quadrilateral};
  std::array<std::vector<double>, 2> basis;
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral})
    basis[static_cast<int>(shape)] = tabulate(space_of(shape, quads_), degree_, points[static_cast<int>(shape)]);
  std::vector<std::size_t> begin{0};
  for (const CellShape shape : mesh_.cell_shapes)
    begin.push_back(begin.back() + points[static_cast<int>(shape)].size() * n_var);

  std::vector<double> result(begin.back());
  parallel_for(mesh_.cell_count(), [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    const int shape = static_cast<int>(mesh_.cell_shapes[cell]), nk = modes(cell);
    const auto nq = static_cast<Eigen::Index>(points[shape].size());
    const Eigen::Map<const RowMajor> b(basis[shape].data(), nq, nk), c(&coefficients[cell_begin_[cell]], n_var, nk);
    Eigen::Map<RowMajor>(&result[begin[cell]], nq, n_var) = b * c.transpose();
  });
  return result;
}

Norms HostSpace::norms(std::span<const double> coefficients, const FieldFunction* f, double t) const {
  Norms norms;
  std::vector<double> u;
  for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
    const Rule& r = rule(cell);
    const CellPoints p(mesh_, cell, r.map, r.rule.weights);
    values(coefficients, cell, r, u);
    for (int q = 0; q < r.rule.size(); ++q) {
      std::array<double, n_var> reference{};
      if (f) reference = (*f)(p.x[q][0], p.x[q][1], t);
      for (int n = 0; n < n_var; ++n) {
        const double e = std::abs(u[q * n_var + n] - reference[n]);
        norms.l2[n] += p.weight[q] * e * e;
        if (!(e <= norms.linf[n])) norms.linf[n] = e;  // a NaN must show
      }
    }
  }
  for (double& x : norms.l2) x = std::sqrt(x);
  return norms;
}

BadCell HostSpace::find_bad_cell(std::span<const double> coefficients, double gamma) const {
  Index first = mesh_.cell_count();
  std::mutex mutex;
  parallel_for(mesh_.cell_count(), [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    std::vector<double> u;
    values(coefficients, cell, rule(cell), u);
    for (std::size_t q = 0; q < u.size(); q += n_var) {
      const double p = (gamma - 1) * (u[q + 3] - 0.5 * (u[q + 1] * u[q + 1] + u[q + 2] * u[q + 2]) / u[q]);
      if (u[q] > 0 && p > 0 && std::isfinite(p)) continue;
      const std::scoped_lock lock(mutex);
      first = std::min(first, cell);
      return;
    }
  });
  if (first == mesh_.cell_count()) return {};
  BadCell bad{first, cell_centroid(mesh_, first), {}};
  const Rule& r = rule(first);
  std::vector<double> u;
  values(coefficients, first, r, u);
  double total = 0;
  for (int q = 0; q < r.rule.size(); ++q) {
    total += r.rule.weights[q];
    for (int n = 0; n < n_var; ++n) bad.mean[n] += r.rule.weights[q] * u[q * n_var + n];
  }
  for (double& x : bad.mean) x /= total;
  return bad;
}

}  // namespace dg
