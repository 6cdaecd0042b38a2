/// What forces and moments on boundaries refer to.
#pragma once

#include <array>

namespace dg {

struct ForceReference {
  /// Forces are those of the pressure above this one. On a closed body it has no part; on an open surface it acts on
  /// the other side.
  double pressure = 0.0;
  std::array<double, 3> center{};  ///< of moments; in 2-D the first two count
};

}  // namespace dg
