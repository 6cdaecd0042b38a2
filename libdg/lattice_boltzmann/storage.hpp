/// How a lattice lies in memory, and what its kernels are told of its options.
#pragma once

#include "libdg/backend/backend.hpp"
#include "libdg/lattice_boltzmann/lattice_view.hpp"
#include "libdg/lattice_boltzmann/options.hpp"
#include "libdg/lattice_boltzmann/region.hpp"
#include "libdg/lattice_boltzmann/streaming.hpp"

namespace dg::lbm {

inline int lattice_count(Streaming streaming) { return streaming == Streaming::two_lattices ? 2 : 1; }

/// From one population to the next, in numbers.
std::int64_t population_stride(const LatticeOptions& options);

/// Throws InputError if the backend has less memory left than the lattice takes.
void require_memory(const LatticeOptions& options, const Backend& backend);

/// All that kernels need to know but for where the populations are.
template <class Real, class Number>
LatticeView<Real, Number> make_view(const LatticeOptions& options);

/// Calls visit(way) with the way of streaming as a type.
template <class Visit>
void with_way(Streaming streaming, const Visit& visit) {
  switch (streaming) {
    case Streaming::esoteric_pull:
      return visit(EsotericPull{});
    case Streaming::swap:
      return visit(Swapped{});
    case Streaming::two_lattices:
      return visit(TwoLattices{});
  }
}

/// Calls visit(x, y, z) for each cell of a region, x fastest.
template <class Visit>
void for_cells(const Region& region, const Visit& visit) {
  for (int z = region.begin[2]; z < region.begin[2] + region.size[2]; ++z)
    for (int y = region.begin[1]; y < region.begin[1] + region.size[1]; ++y)
      for (int x = region.begin[0]; x < region.begin[0] + region.size[0]; ++x) visit(x, y, z);
}

}  // namespace dg::lbm
