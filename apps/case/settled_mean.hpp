/// The mean whose error ends an unsteady run: `until = mean of cd on wall settled to 0.5 %`.
#pragma once

#include <string>

namespace dg::app {

enum class ForceCoefficient { drag, lift };

struct SettledMean {
  ForceCoefficient of = ForceCoefficient::drag;
  std::string boundary;    ///< empty: the only one that has forces
  double tolerance = 0.0;  ///< of two standard errors of the mean
  bool relative = false;   ///< to the mean
  std::string where;

  /// As in "cd on wall".
  std::string name() const;
};

/// Throws InputError, opening with `where`, for a text of another form.
SettledMean parse_settled_mean(const std::string& text, const std::string& where);

}  // namespace dg::app
