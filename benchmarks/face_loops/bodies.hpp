/// What one face or one cell does in a loop, stated once for threads of the CPU and of the device.
#pragma once

#include "libdg/backend/config.hpp"
#include "libdg/backend/scatter.hpp"
#include "libdg/core/index.hpp"

namespace dg::face_loops {

/// *to = max(*to, x) while other threads may do the same. Bits of floating-point numbers have the order of integers if
/// they are positive, and the reverse order of unsigned ones if they are negative. Precondition: x is not -0.
template <class Real>
RKDG_FN void atomic_maximum(Real* to, Real x) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(Real) == 8) {
    if (x >= 0)
      atomicMax(reinterpret_cast<long long*>(to), __double_as_longlong(x));
    else
      atomicMin(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(__double_as_longlong(x)));
  } else {
    if (x >= 0)
      atomicMax(reinterpret_cast<int*>(to), __float_as_int(x));
    else
      atomicMin(reinterpret_cast<unsigned*>(to), __float_as_uint(x));
  }
#elif !defined(__CUDACC__)
  std::atomic_ref<Real> number(*to);
  Real old = number.load(std::memory_order_relaxed);
  while (old < x && !number.compare_exchange_weak(old, x, std::memory_order_relaxed)) {
  }
#endif
}

/// Many threads may come to one cell.
struct Atomically {
  template <class Real>
  RKDG_FN static void add(Real* to, Real x) {
    atomic_add(to, x);
  }
  template <class Real>
  RKDG_FN static void maximum(Real* to, Real x) {
    atomic_maximum(to, x);
  }
};

/// No two threads come to one cell.
struct Plainly {
  template <class Real>
  RKDG_FN static void add(Real* to, Real x) {
    *to += x;
  }
  template <class Real>
  RKDG_FN static void maximum(Real* to, Real x) {
    if (*to < x) *to = x;
  }
};

/// Arrays of a loop with C numbers a face or cell; number c of item i stands at c * stride + i.
template <class R, int C>
struct LoopData {
  using Real = R;
  static constexpr int components = C;
  const Index *minus, *plus;
  const Real *faces, *cells;  // read
  Real* results;              // of the cells
  Index face_stride, cell_stride;
};

/// A face in two steps: stage() reads what it needs to places `step` apart, finish() gives it to the cells.
template <class Data, class Update>
struct SumFace {
  using Real = typename Data::Real;
  static constexpr int staged = Data::components;
  Data data;

  RKDG_FN void stage(Index face, Real* at, int step) const {
    for (int c = 0; c < Data::components; ++c) at[c * step] = data.faces[c * std::size_t(data.face_stride) + face];
  }
  RKDG_FN void finish(Index face, const Real* at, int step) const {
    const Index minus = data.minus[face], plus = data.plus[face];
    for (int c = 0; c < Data::components; ++c) {
      Real* results = data.results + c * std::size_t(data.cell_stride);
      Update::add(results + minus, at[c * step]);
      if (plus >= 0) Update::add(results + plus, -at[c * step]);
    }
  }
};

template <class Data, class Update>
struct MaximumFace {
  using Real = typename Data::Real;
  static constexpr int staged = 2 * Data::components;
  Data data;

  RKDG_FN void stage(Index face, Real* at, int step) const {
    const Index minus = data.minus[face], plus = data.plus[face];
    if (plus < 0) return;
    for (int c = 0; c < Data::components; ++c) {
      at[2 * c * step] = data.cells[c * std::size_t(data.cell_stride) + minus];
      at[(2 * c + 1) * step] = data.cells[c * std::size_t(data.cell_stride) + plus];
    }
  }
  RKDG_FN void finish(Index face, const Real* at, int step) const {
    const Index minus = data.minus[face], plus = data.plus[face];
    if (plus < 0) return;
    for (int c = 0; c < Data::components; ++c) {
      Real* results = data.results + c * std::size_t(data.cell_stride);
      Update::maximum(results + minus, at[(2 * c + 1) * step]);
      Update::maximum(results + plus, at[2 * c * step]);
    }
  }
};

/// What is read once, or written once, should not displace from the caches what is read again.
template <class T>
RKDG_FN T read_once(const T* from) {
#if defined(__CUDA_ARCH__)
  return __ldcs(from);
#else
  return *from;
#endif
}
template <class T>
RKDG_FN void write_once(T* to, T value) {
#if defined(__CUDA_ARCH__)
  __stcs(to, value);
#else
  *to = value;
#endif
}

/// `Width` neighbouring cells over the entries [first, end) of their lists, which stand `step` apart. The numbers of
/// faces that cells of the common shapes have are known to the compiler, which can then start all reads at once.
/// Body::enter<Width, Count>() adds `Count` entries.
template <int Width, class Body, class Sums>
RKDG_FN void enter_all(const Body& body, Sums& sums, Index first, Index end, Index step) {
  switch ((end - first + step - 1) / step) {
    case 4:
      return body.template enter<Width, 4>(sums, first, step);
    case 5:
      return body.template enter<Width, 5>(sums, first, step);
    case 6:
      return body.template enter<Width, 6>(sums, first, step);
    default:
      for (Index e = first; e < end; e += step) body.template enter<Width, 1>(sums, e, step);
  }
}

/// Reads `Count` entries of each cell, then what they name, number by number of a cell.
template <int Width, int Count, class Body, class Real, int C>
RKDG_FN void enter_lists(const Body& body, const Real* values, Index stride, Real (&results)[C][Width], Index first,
                         Index step) {
  Index items[Count][Width];
  RKDG_UNROLL_DEVICE
  for (int k = 0; k < Count; ++k)
    for (int i = 0; i < Width; ++i) items[k][i] = read_once(body.entries + first + k * step + i);
  RKDG_UNROLL_DEVICE
  for (int c = 0; c < C; ++c) {
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < Count; ++k) Body::enter_values(results[c], values + c * std::size_t(stride), items[k]);
  }
}

template <class Data>
struct SumCells {
  using Real = typename Data::Real;
  Data data;
  const Index* entries;  ///< slice_faces of LoopLayout

  template <int Width>
  RKDG_FN void run(Index cell, Index first, Index end, Index step) const {
    Real sums[Data::components][Width] = {};
    enter_all<Width>(*this, sums, first, end, step);
    for (int c = 0; c < Data::components; ++c)
      for (int i = 0; i < Width; ++i)
        write_once(data.results + c * std::size_t(data.cell_stride) + cell + i, sums[c][i]);
  }

  /// Without a branch, which would be mispredicted: ~code is code with all its bits changed.
  template <int Width>
  static RKDG_FN void enter_values(Real (&sum)[Width], const Real* values, const Index (&codes)[Width]) {
#ifndef __CUDACC__
#pragma omp simd
#endif
    for (int i = 0; i < Width; ++i) {
      const Index sign = codes[i] >> 31;
      const Real value = values[codes[i] ^ sign];
      sum[i] += sign != 0 ? -value : value;
    }
  }

  template <int Width, int Count>
  RKDG_FN void enter(Real (&sums)[Data::components][Width], Index first, Index step) const {
    enter_lists<Width, Count>(*this, data.faces, data.face_stride, sums, first, step);
  }
};

template <class Data>
struct MaximumCells {
  using Real = typename Data::Real;
  Data data;
  const Index* entries;  ///< slice_neighbours of LoopLayout

  template <int Width>
  RKDG_FN void run(Index cell, Index first, Index end, Index step) const {
    Real most[Data::components][Width];
    for (int c = 0; c < Data::components; ++c)
      for (int i = 0; i < Width; ++i) most[c][i] = data.cells[c * std::size_t(data.cell_stride) + cell + i];
    enter_all<Width>(*this, most, first, end, step);
    for (int c = 0; c < Data::components; ++c)
      for (int i = 0; i < Width; ++i)
        write_once(data.results + c * std::size_t(data.cell_stride) + cell + i, most[c][i]);
  }

  template <int Width>
  static RKDG_FN void enter_values(Real (&most)[Width], const Real* values, const Index (&neighbours)[Width]) {
#ifndef __CUDACC__
#pragma omp simd
#endif
    for (int i = 0; i < Width; ++i) {
      const Real value = values[neighbours[i]];
      most[i] = most[i] < value ? value : most[i];
    }
  }

  template <int Width, int Count>
  RKDG_FN void enter(Real (&most)[Data::components][Width], Index first, Index step) const {
    enter_lists<Width, Count>(*this, data.cells, data.cell_stride, most, first, step);
  }
};

}  // namespace dg::face_loops
