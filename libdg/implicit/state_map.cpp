#include "libdg/implicit/state_map.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace dg {
namespace {

/// y = A x for an upper triangle by rows and n_var variables side by side.
void multiply_upper(const double* a, int n, int n_var, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    for (int v = 0; v < n_var; ++v) y[i * n_var + v] = 0;
    for (int j = i; j < n; ++j, ++a)
      for (int v = 0; v < n_var; ++v) y[i * n_var + v] += *a * x[j * n_var + v];
  }
}

}  // namespace

StateMap::StateMap(const BlockGraph& graph, std::vector<CellPlace> places, std::vector<double> scales,
                   const std::function<bool(Index cell)>& is_affine,
                   const std::function<std::vector<double>(Index cell)>& mass, int threads)
    : graph_(graph), places_(std::move(places)), scales_(std::move(scales)), threads_(threads) {
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    factor_begin_.push_back(factor_.size());
    is_affine_.push_back(is_affine(cell) ? 1 : 0);
    if (is_affine(cell)) continue;
    const int n = graph.modes[cell];
    const std::vector<double> numbers = mass(cell);
    const Eigen::Map<const Eigen::MatrixXd> m(numbers.data(), n, n);
    // The first mode is constant: m(0, 0) is the area over that of the reference cell.
    const Eigen::MatrixXd r = (m / m(0, 0)).llt().matrixU();
    const Eigen::MatrixXd inverse = r.triangularView<Eigen::Upper>().solve(Eigen::MatrixXd::Identity(n, n));
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) {
        factor_.push_back(r(i, j));
        inverse_.push_back(inverse(i, j));
      }
  }
}

template <class Body>
void StateMap::over_cells(const Body& body) const {
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (Index cell = 0; cell < graph_.cells(); ++cell) body(cell);
}

template <class Real>
void StateMap::to_state(const double* x, Real* state) const {
  over_cells([&](Index cell) {
    double modes[most_unknowns];
    const int n = graph_.modes[cell], n_var = graph_.n_var;
    const double* from = x + graph_.begin[cell];
    if (!is_affine_[cell]) {
      multiply_upper(inverse_.data() + factor_begin_[cell], n, n_var, from, modes);
      from = modes;
    }
    const CellPlace& place = places_[cell];
    for (int v = 0; v < n_var; ++v)
      for (int k = 0; k < n; ++k)
        state[place.base + place.layout.mode(v, k)] = static_cast<Real>(scales_[v] * from[k * n_var + v]);
  });
}

template <class Real>
void StateMap::from_state(const Real* state, const double* factors, double* x) const {
  over_cells([&](Index cell) {
    double modes[most_unknowns];
    const int n = graph_.modes[cell], n_var = graph_.n_var;
    double* to = x + graph_.begin[cell];
    double* read = is_affine_[cell] ? to : modes;
    const CellPlace& place = places_[cell];
    const double factor = factors ? factors[cell] : 1.0;
    for (int v = 0; v < n_var; ++v) {
      const double scale = factor / scales_[v];
      for (int k = 0; k < n; ++k) read[k * n_var + v] = scale * state[place.base + place.layout.mode(v, k)];
    }
    if (!is_affine_[cell]) multiply_upper(factor_.data() + factor_begin_[cell], n, n_var, modes, to);
  });
}

template void StateMap::to_state(const double*, float*) const;
template void StateMap::to_state(const double*, double*) const;
template void StateMap::from_state(const float*, const double*, double*) const;
template void StateMap::from_state(const double*, const double*, double*) const;

}  // namespace dg
