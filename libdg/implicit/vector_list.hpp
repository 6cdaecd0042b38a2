/// The vectors that one kernel for sums of vectors on a device takes.
#pragma once

namespace dg {

/// Threads of a block, blocks that share a sum, vectors that a kernel takes.
inline constexpr int vector_block = 256, vector_parts = 264, vectors_at_once = 32;

/// Pointers and weights of as many vectors as one kernel takes.
struct VectorList {
  const double* numbers[vectors_at_once];
  double weights[vectors_at_once];
  int count;
};

enum class Fold { dot, largest };

}  // namespace dg
