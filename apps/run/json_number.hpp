/// Numbers in JSON, which knows no NaN or infinity: they become null.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

namespace dg::app {

inline nlohmann::ordered_json json_number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace dg::app
