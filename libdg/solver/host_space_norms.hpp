/// Bodies of HostSpace: norms of all cells, and the first cell whose state is not admissible.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>

#include "libdg/backend/parallel.hpp"
#include "libdg/backend/reduce.hpp"
#include "libdg/solver/host_space.hpp"

namespace dg {

/// Norms of values(cell, points, out) minus f, of all cells. Squares are summed in a cell and then without rounding:
/// the result does not depend on the number of threads or ranks.
template <int N, int Dim>
template <class Values>
NormsOf<N> HostSpace<N, Dim>::add_cells(const Field* f, double t, const Values& values, Communicator* all_ranks) const {
  constexpr Index block = 1024;
  struct Part {
    std::array<ExactSum, N> squares;
    std::array<double, N> largest{};
    void keep_larger(int n, double e) {
      if (!(e <= largest[n])) largest[n] = e;  // a NaN must show
    }
  };
  std::vector<Part> blocks(std::max(1, (own_cells_ + block - 1) / block));
  parallel_for(static_cast<std::ptrdiff_t>(blocks.size()), [&](std::ptrdiff_t i) {
    CellPoints<Dim> p;
    std::vector<double> u;
    const Index first = static_cast<Index>(i) * block, last = std::min(first + block, own_cells_);
    for (Index cell = first; cell < last; ++cell) {
      p.place(mesh_, cell, rule(cell));
      u.resize(p.weight.size() * N);
      values(cell, p.x, u);
      std::array<double, N> squares{};
      for (std::size_t q = 0; q < p.weight.size(); ++q) {
        std::array<double, N> reference{};
        if (f) reference = at(*f, p.x[q], t);
        for (int n = 0; n < N; ++n) {
          const double e = std::abs(u[q * N + n] - reference[n]);
          squares[n] += p.weight[q] * e * e;
          blocks[i].keep_larger(n, e);
        }
      }
      for (int n = 0; n < N; ++n) blocks[i].squares[n].add(squares[n]);
    }
  });
  Part& all = blocks.front();
  for (std::size_t i = 1; i < blocks.size(); ++i)
    for (int n = 0; n < N; ++n) {
      all.squares[n].add(blocks[i].squares[n]);
      all.keep_larger(n, blocks[i].largest[n]);
    }
  if (all_ranks) {
    reduce_sums(*all_ranks, all.squares);
    reduce_sizes(*all_ranks, all.largest);
  }
  Norms norms{.l2 = {}, .linf = all.largest};
  for (int n = 0; n < N; ++n) norms.l2[n] = std::sqrt(all.squares[n].value());
  return norms;
}

template <int N, int Dim>
NormsOf<N> HostSpace<N, Dim>::norms(std::span<const double> coefficients, const Field* f, double t,
                                    Communicator* all_ranks) const {
  return add_cells(
      f, t, [&](Index cell, const auto&, std::vector<double>& u) { values(coefficients, cell, rule(cell), u); },
      all_ranks);
}

template <int N, int Dim>
NormsOf<N> HostSpace<N, Dim>::norms(const CellValues& values, const Field& f, double t, Communicator* all_ranks) const {
  return add_cells(
      &f, t, [&](Index cell, const auto& x, std::vector<double>& u) { values(cell, x, u.data()); }, all_ranks);
}

template <int N, int Dim>
BadCellOf<N, Dim> HostSpace<N, Dim>::find_bad_cell(std::span<const double> coefficients,
                                                   const Admissible& admissible) const {
  std::atomic<Index> first = own_cells_, count = 0;
  parallel_for(own_cells_, [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    if (bad_point(coefficients, cell, admissible) < 0) return;
    ++count;
    for (Index known = first; cell < known && !first.compare_exchange_weak(known, cell);) {
    }
  });
  if (count == 0) return {};
  BadCellOf<N, Dim> bad{.cell = first, .centroid = cell_centroid(mesh_, first), .count = count};
  const VolumeRule<Dim>& r = rule(bad.cell);
  std::vector<double> u;
  values(coefficients, bad.cell, r, u);
  double total = 0;
  for (int q = 0; q < r.size(); ++q) {
    total += r.rule.weights[q];
    for (int n = 0; n < N; ++n) bad.mean[n] += r.rule.weights[q] * u[q * N + n];
  }
  for (double& x : bad.mean) x /= total;
  const int q = bad_point(coefficients, bad.cell, admissible);
  std::copy_n(u.begin() + q * N, N, bad.state.begin());
  CellPoints<Dim> points;
  points.place(mesh_, bad.cell, r);
  bad.point = points.x[q];
  return bad;
}

/// The first quadrature point of a cell where the state is not admissible; -1: there is none.
template <int N, int Dim>
int HostSpace<N, Dim>::bad_point(std::span<const double> coefficients, Index cell, const Admissible& admissible) const {
  static thread_local std::vector<double> u;
  const VolumeRule<Dim>& r = rule(cell);
  values(coefficients, cell, r, u);
  for (int q = 0; q < r.size(); ++q) {
    std::array<double, N> state;
    std::copy_n(u.begin() + q * N, N, state.begin());
    if (!admissible(state)) return q;
  }
  return -1;
}

}  // namespace dg
