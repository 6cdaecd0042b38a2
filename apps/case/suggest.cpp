#include "apps/case/suggest.hpp"

#include <algorithm>
#include <numeric>
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

}  // namespace

bool resemble(const std::string& a, const std::string& b) {
  return edit_distance(a, b) <= std::max<std::size_t>(1, std::min(a.size(), b.size()) / 3);
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
  if (known.empty()) return "";
  const auto closest = std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
    return edit_distance(name, a) < edit_distance(name, b);
  });
  if (resemble(name, *closest)) return "; did you mean '" + *closest + "'?";
  constexpr std::size_t longest_list = 24;
  return known.size() > longest_list ? "" : " (known: " + join(known) + ")";
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace dg::app
