#include "libdg/implicit/state_map.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "libdg/implicit/cuda_implicit.hpp"

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

StateTables state_tables(const BlockGraph& graph, std::vector<CellPlace> places, std::vector<double> scales,
                         const std::function<bool(Index cell)>& is_affine,
                         const std::function<std::vector<double>(Index cell)>& mass) {
  StateTables t;
  t.places = std::move(places);
  t.scales = std::move(scales);
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    t.factor_begin.push_back(t.factor.size());
    t.is_affine.push_back(is_affine(cell) ? 1 : 0);
    if (is_affine(cell)) continue;
    const int n = graph.modes[cell];
    const std::vector<double> numbers = mass(cell);
    const Eigen::Map<const Eigen::MatrixXd> m(numbers.data(), n, n);
    // The first mode is constant: m(0, 0) is the area over that of the reference cell.
    const Eigen::MatrixXd r = (m / m(0, 0)).llt().matrixU();
    const Eigen::MatrixXd inverse = r.triangularView<Eigen::Upper>().solve(Eigen::MatrixXd::Identity(n, n));
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) {
        t.factor.push_back(r(i, j));
        t.inverse.push_back(inverse(i, j));
      }
  }
  return t;
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
    if (!tables_.is_affine[cell]) {
      multiply_upper(tables_.inverse.data() + tables_.factor_begin[cell], n, n_var, from, modes);
      from = modes;
    }
    const CellPlace& place = tables_.places[cell];
    for (int v = 0; v < n_var; ++v)
      for (int k = 0; k < n; ++k)
        state[place.base + place.layout.mode(v, k)] = static_cast<Real>(tables_.scales[v] * from[k * n_var + v]);
  });
}

template <class Real>
void StateMap::from_state(const Real* state, const double* factors, double* x) const {
  over_cells([&](Index cell) {
    double modes[most_unknowns];
    const int n = graph_.modes[cell], n_var = graph_.n_var;
    double* to = x + graph_.begin[cell];
    double* read = tables_.is_affine[cell] ? to : modes;
    const CellPlace& place = tables_.places[cell];
    const double factor = factors ? factors[cell] : 1.0;
    for (int v = 0; v < n_var; ++v) {
      const double scale = factor / tables_.scales[v];
      for (int k = 0; k < n; ++k) read[k * n_var + v] = scale * state[place.base + place.layout.mode(v, k)];
    }
    if (!tables_.is_affine[cell])
      multiply_upper(tables_.factor.data() + tables_.factor_begin[cell], n, n_var, modes, to);
  });
}

template void StateMap::to_state(const double*, float*) const;
template void StateMap::to_state(const double*, double*) const;
template void StateMap::from_state(const float*, const double*, double*) const;
template void StateMap::from_state(const double*, const double*, double*) const;

namespace {

template <class Real>
class HostTransfer final : public StateTransfer<Real> {
 public:
  explicit HostTransfer(StateMap map) : map_(std::move(map)) {}

  void to_state(const double* x, Real* state) const override { map_.to_state(x, state); }
  void from_state(const Real* state, const double* factors, double* x) const override {
    map_.from_state(state, factors, x);
  }

 private:
  StateMap map_;
};

}  // namespace

template <class Real>
std::unique_ptr<StateTransfer<Real>> make_state_transfer(const VectorOperations& vectors, const BlockGraph& graph,
                                                         StateTables tables) {
  if (vectors.backend().kind() == BackendKind::cuda)
    return make_cuda_transfer<Real>(vectors.backend(), graph, std::move(tables));
  return std::make_unique<HostTransfer<Real>>(StateMap(graph, std::move(tables), vectors.threads()));
}

template std::unique_ptr<StateTransfer<float>> make_state_transfer(const VectorOperations&, const BlockGraph&,
                                                                   StateTables);
template std::unique_ptr<StateTransfer<double>> make_state_transfer(const VectorOperations&, const BlockGraph&,
                                                                    StateTables);

}  // namespace dg
