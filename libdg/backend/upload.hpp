/// Numbers that the host computes in double precision, as an array in the precision and the memory of a backend.
#pragma once

#include <span>

#include "libdg/backend/backend.hpp"

namespace dg {

/// Real is float or double.
template <class Real>
Array<Real> upload(Backend& backend, std::span<const double> values);

}  // namespace dg
