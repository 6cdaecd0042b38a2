#include "apps/case/suggest.hpp"

#include <algorithm>
#include <numeric>

namespace dg::app {
namespace {

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
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
