#include "apps/case/generator_parameters.hpp"

#include <fmt/format.h>

#include <cmath>

#include "apps/case/expression.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// The number of a formula; the text itself where it is none, which the generator then judges.
std::string evaluated(const std::string& text, const std::map<std::string, double>& constants) {
  if (text.find_first_of("+-*/^(") == std::string::npos && !constants.contains(text) && text != "pi") return text;
  try {
    const double value = evaluate_constant({text, ""}, constants);
    return std::isfinite(value) ? fmt::format("{}", value) : text;
  } catch (const InputError&) {
    return text;
  }
}

}  // namespace

GeneratorParameters read_generator_parameters(const std::vector<std::string>& items, const std::string& where,
                                              const std::map<std::string, double>& constants) {
  GeneratorParameters parameters;
  for (const std::string& item : items) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0)
      throw InputError(where + ": expected key=value, got " + in_quotes(item));
    const std::string key = item.substr(0, equals), value = item.substr(equals + 1);
    if (!parameters.emplace(key, key == "file" ? value : evaluated(value, constants)).second)
      throw InputError(where + ": " + in_quotes(key) + " is given twice");
  }
  return parameters;
}

}  // namespace dg::app
