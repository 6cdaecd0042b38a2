#include "apps/case/settled_mean.hpp"

#include <cstdlib>
#include <regex>

#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {

std::string SettledMean::name() const {
  return std::string(of == ForceCoefficient::drag ? "cd" : "cl") + " on " + boundary;
}

SettledMean parse_settled_mean(const std::string& text, const std::string& where) {
  static const std::regex form(R"(mean\s+of\s+(cd|cl)(?:\s+on\s+(.+?))?\s+settled\s+to\s+([-+.0-9eE]+)\s*(%?))");
  std::smatch found;
  char* end = nullptr;
  const bool matches = std::regex_match(text, found, form);
  const std::string number = matches ? found[3].str() : "";
  const double tolerance = std::strtod(number.c_str(), &end);
  if (!matches || *end != '\0' || !(tolerance > 0.0))
    throw InputError(where +
                     ": 'until' reads 'mean of cd settled to 0.5 %', with 'cl' for the lift, 'on NAME' for a "
                     "boundary, and a positive number with or without '%'; got " +
                     in_quotes(text));
  SettledMean mean;
  mean.of = found[1] == "cd" ? ForceCoefficient::drag : ForceCoefficient::lift;
  mean.boundary = found[2];
  mean.relative = found[4] == "%";
  mean.tolerance = mean.relative ? tolerance / 100.0 : tolerance;
  mean.where = where;
  return mean;
}

}  // namespace dg::app
