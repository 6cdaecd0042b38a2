/// The integer type that numbers cells, faces and nodes of a mesh of which no process holds more than a part.
#pragma once

#include <cstdint>

namespace dg {

/// What a process holds itself is counted by Index.
using GlobalIndex = std::int64_t;

}  // namespace dg
