/// State arrays to vectors and back by groups of threads, one for each cell.
#pragma once

#include "libdg/implicit/group.hpp"
#include "libdg/implicit/state_transfer.hpp"

namespace dg {

/// StateTables and the graph, where kernels run.
struct TransferView {
  int n_var;
  const int* modes;           ///< [cell]
  const std::int64_t* begin;  ///< [cell] first unknown
  const CellPlace* places;    ///< [cell]
  const double* scales;       ///< [variable]
  const char* is_affine;      ///< [cell]
  const std::int64_t* factor_begin;
  const double *factor, *inverse;
};

/// Calls write(v, k, sum) for all entries [k][v] of y = R x, x given as read(v, k), with R the identity where `r` is
/// null.
template <class Group, class Read, class Write>
RKDG_FN void multiply_upper(const double* r, int n, int n_var, const Read& read, const Write& write,
                            const Group& group) {
  for (int at = group.rank(); at < n * n_var; at += group.size()) {
    const int v = at % n_var, k = at / n_var;
    if (!r) {
      write(v, k, read(v, k));
      continue;
    }
    const double* row = r + k * n - k * (k - 1) / 2;
    double sum = 0;
    for (int j = k; j < n; ++j) sum += row[j - k] * read(v, j);
    write(v, k, sum);
  }
}

template <class Real>
struct ToState {
  TransferView view;
  const double* x;
  Real* state;

  template <class Group>
  RKDG_FN void operator()(Index cell, const Group& group) const {
    const CellPlace place = view.places[cell];
    const int n = view.modes[cell], n_var = view.n_var;
    const double* from = x + view.begin[cell];
    const auto read = [=](int v, int k) { return from[k * n_var + v]; };
    const auto write = [=, this](int v, int k, double value) {
      state[place.base + place.layout.mode(v, k)] = static_cast<Real>(view.scales[v] * value);
    };
    multiply_upper(view.is_affine[cell] ? nullptr : view.inverse + view.factor_begin[cell], n, n_var, read, write,
                   group);
  }
};

template <class Real>
struct FromState {
  TransferView view;
  const Real* state;
  const double* factors;  ///< [cell]; may be null
  double* x;

  template <class Group>
  RKDG_FN void operator()(Index cell, const Group& group) const {
    const CellPlace place = view.places[cell];
    const int n = view.modes[cell], n_var = view.n_var;
    const double factor = factors ? factors[cell] : 1.0;
    double* to = x + view.begin[cell];
    const auto read = [=, this](int v, int k) {
      return factor / view.scales[v] * state[place.base + place.layout.mode(v, k)];
    };
    const auto write = [=](int v, int k, double value) { to[k * n_var + v] = value; };
    multiply_upper(view.is_affine[cell] ? nullptr : view.factor + view.factor_begin[cell], n, n_var, read, write,
                   group);
  }
};

template <class Groups, class Real>
class GroupTransfer final : public StateTransfer<Real> {
 public:
  /// The backend must outlive this object.
  GroupTransfer(Backend& backend, const BlockGraph& graph, const StateTables& tables)
      : cells_(graph.cells()),
        n_var_(graph.n_var),
        modes_(backend, graph.modes),
        begin_(backend, std::vector<std::int64_t>(graph.begin.begin(), graph.begin.end())),
        factor_begin_(backend, std::vector<std::int64_t>(tables.factor_begin.begin(), tables.factor_begin.end())),
        places_(backend, tables.places),
        is_affine_(backend, tables.is_affine),
        scales_(backend, tables.scales),
        factor_(backend, tables.factor),
        inverse_(backend, tables.inverse) {}

  void to_state(const double* x, Real* state) const override {
    Groups::run(ToState<Real>{view(), x, state}, cells_, threads, "to_state");
  }
  void from_state(const Real* state, const double* factors, double* x) const override {
    Groups::run(FromState<Real>{view(), state, factors, x}, cells_, threads, "from_state");
  }

 private:
  static constexpr int threads = 64;

  TransferView view() const {
    return {n_var_,         modes_.data(),     begin_.data(),        places_.data(),
            scales_.data(), is_affine_.data(), factor_begin_.data(), factor_.data(),
            inverse_.data()};
  }

  Index cells_;
  int n_var_;
  Array<int> modes_;
  Array<std::int64_t> begin_, factor_begin_;
  Array<CellPlace> places_;
  Array<char> is_affine_;
  Array<double> scales_, factor_, inverse_;
};

}  // namespace dg
