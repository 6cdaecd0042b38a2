/// Kinds of zones on several ranks.
#pragma once

#include <array>
#include <cstdint>

#include "libdg/backend/communicator.hpp"
#include "libdg/space/compiled_kinds.hpp"

namespace dg {

/// zone_kinds() of all ranks, which call this together.
template <class Real>
unsigned zone_kinds_of_ranks(const ZonesView<Real>& zones, Communicator& communicator) {
  std::array<std::int64_t, 32> occurs{};
  for (std::size_t kind = 0; kind < occurs.size(); ++kind) occurs[kind] = zone_kinds(zones) >> kind & 1u;
  communicator.reduce(occurs, Reduction::largest);
  unsigned kinds = 0;
  for (std::size_t kind = 0; kind < occurs.size(); ++kind) kinds |= static_cast<unsigned>(occurs[kind]) << kind;
  return kinds;
}

}  // namespace dg
