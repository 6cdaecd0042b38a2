/// Whole numbers from real ones. A plain conversion of a number that the type cannot hold is undefined.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

namespace dg {

/// The nearest whole number; nothing if T cannot hold it, or for NaN.
template <std::signed_integral T>
std::optional<T> nearest_whole(double value) {
  // A power of 2, which a double holds, unlike the largest T.
  const double end = std::ldexp(1.0, std::numeric_limits<T>::digits);
  const double nearest = std::round(value);
  if (!(nearest >= -end && nearest < end)) return std::nullopt;
  return static_cast<T>(nearest);
}

/// The nearest whole number from `least` to `most`; `least` for NaN.
template <std::signed_integral T>
T nearest_within(double value, T least, T most) {
  if (const auto nearest = nearest_whole<T>(value)) return std::clamp(*nearest, least, most);
  return value > 0 ? most : least;
}

/// The nearest whole number in words: all of its digits while they mean something.
inline std::string whole_text(double value) {
  if (const auto nearest = nearest_whole<std::int64_t>(value); nearest && std::abs(value) < 1e15)
    return std::to_string(*nearest);
  std::ostringstream text;
  text << value;
  return text.str();
}

}  // namespace dg
