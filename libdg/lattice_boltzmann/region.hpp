/// A box of cells within a lattice.
#pragma once

#include <array>
#include <cstdint>

namespace dg::lbm {

struct Region {
  std::array<int, 3> begin, size;

  std::int64_t count() const { return static_cast<std::int64_t>(size[0]) * size[1] * size[2]; }
};

}  // namespace dg::lbm
