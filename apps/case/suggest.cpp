#include "apps/case/suggest.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace dg::app {
namespace {

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b` (optimal string alignment).
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> two_before(b.size() + 1), before(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_before = std::exchange(before, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), before[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_before[j - 2] + 1);
    }
  }
  return row.back();
}

/// Differences up to which one name may be a misspelling of the other.
std::size_t tolerance(const std::string& a, const std::string& b) {
  return std::max<std::size_t>(1, std::min(a.size(), b.size()) / 3);
}

/// Edit distance of names that resemble each other; nothing for others, most of which it tells by their lengths.
std::optional<std::size_t> distance_if_near(const std::string& a, const std::string& b) {
  const std::size_t least = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
  if (least > tolerance(a, b)) return std::nullopt;
  const std::size_t distance = edit_distance(a, b);
  return distance > tolerance(a, b) ? std::nullopt : std::optional(distance);
}

}  // namespace

bool resemble(const std::string& a, const std::string& b) { return distance_if_near(a, b).has_value(); }

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
  constexpr std::size_t longest_name = 200;  // of what may be a misspelling
  std::optional<std::size_t> nearest;
  const std::string* closest = nullptr;
  for (const std::string& candidate : known) {
    if (name.size() > longest_name) break;
    const std::optional<std::size_t> distance = distance_if_near(name, candidate);
    if (!distance || (nearest && *distance >= *nearest)) continue;
    nearest = distance;
    closest = &candidate;
  }
  if (closest != nullptr) return "; did you mean '" + *closest + "'?";
  constexpr std::size_t longest_list = 24;
  return known.empty() || known.size() > longest_list ? "" : " (known: " + join(known) + ")";
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace dg::app
