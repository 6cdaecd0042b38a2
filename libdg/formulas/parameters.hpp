/// Named numbers in formulas that whoever runs a case may change between two steps.
#pragma once

#include <string>
#include <vector>

namespace dg {

/// Formulas that use them share them, and read them whenever they are evaluated: they may not be changed meanwhile.
struct FormulaParameters {
  std::vector<std::string> names;
  std::vector<double> values;  ///< [number of the name]
};

}  // namespace dg
