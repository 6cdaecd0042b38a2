/// Numbers of a matrix as the matrix units of a GPU take them, and the lanes of a warp that hold them.
#pragma once

namespace dg {

inline constexpr int warp_lanes = 32;

/// A lane's entries of two fragments that a sum runs over one after the other, loaded at once.
template <class Real>
struct alignas(16) FactorPair {
  Real factor[2];
};
/// In single precision the matrix units take 11 bits of a number: it is the sum of two. Where there is no second
/// fragment, high[1] repeats high[0].
template <>
struct alignas(16) FactorPair<float> {
  float high[2], low[2];
};

}  // namespace dg
