/// What threads do to take unknowns to a state and back, a group of them for each cell (group_transfer.hpp).
#pragma once

#include <cstdint>

#include "libdg/implicit/cell_place.hpp"
#include "libdg/implicit/group.hpp"

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

}  // namespace dg
