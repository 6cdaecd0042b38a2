/// The floating point type that a run computes with.
#pragma once

namespace dg {

enum class Precision { double_precision, single_precision };

}  // namespace dg
