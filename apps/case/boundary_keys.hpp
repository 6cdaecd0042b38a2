/// The keys of a boundary, as its condition lists them (BoundaryDefaults).
#pragma once

#include <string>
#include <vector>

#include "libdg/equations/navier_stokes/boundary_condition.hpp"

namespace dg::app {

/// One value of a boundary: a key, and where its numbers go, three of a vector.
struct BoundaryKey {
  std::string key;
  std::vector<double*> values;
  bool positive;

  bool is_vector() const { return values.size() > 1; }
  bool is_temperature() const { return key.ends_with("temperature"); }
  bool is_pressure() const { return key.ends_with("pressure"); }
};

/// Those whose values may be formulas, in the order of BoundaryFormulas.
std::vector<BoundaryKey> boundary_keys(BoundaryCondition& b);

/// A key whose value is a number.
struct ConstantKey {
  enum class Kind { not_negative, optional_temperature, needed_length };
  Kind kind;
  std::string key;
  double* value;
  std::string what = {};  ///< of a length

  bool is_temperature() const { return kind == Kind::optional_temperature; }
};
std::vector<ConstantKey> constant_keys(BoundaryCondition& b);

}  // namespace dg::app
