/// Where the coefficients of a cell lie in a state array.
#pragma once

#include <cstdint>

#include "libdg/space/zone.hpp"

namespace dg {

struct CellPlace {
  std::int64_t base = 0;
  StateLayout layout{};
};

}  // namespace dg
