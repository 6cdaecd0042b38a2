/// What the memory system of a GPU is asked for by a loop: a model that explains times, and needs no device.
#pragma once

#include "benchmarks/face_loops/layout.hpp"

namespace dg::face_loops {

/// Bytes of the 32-byte sectors that warps of 32 threads touch, load by load and store by store, as if nothing stayed
/// in a cache from one to the next. Adding to a number in memory is a load and a store, but one operation if atomic. A
/// maximum is counted as if all were stored. 0 for Strategy::serial.
double sector_bytes(const LoopLayout& layout, LoopKind kind, int components, int bytes_per_number);

}  // namespace dg::face_loops
