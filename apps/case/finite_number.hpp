/// Numbers in the text of tables and options.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace dg::app {

/// The finite number that a text is, and nothing else; none if it is not one.
inline std::optional<double> finite_number(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace dg::app
