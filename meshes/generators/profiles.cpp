#include "meshes/generators/profiles.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "meshes/errors.hpp"

namespace dg {
namespace {

/// The words of a line: between commas if there are any, else between blanks. Blanks around a word are dropped.
std::vector<std::string> words(const std::string& line) {
  const bool commas = line.find(',') != std::string::npos;
  std::vector<std::string> list;
  std::string word;
  const auto finish = [&] {
    const auto first = word.find_first_not_of(" \t\r"), last = word.find_last_not_of(" \t\r");
    if (first != std::string::npos)
      word = word.substr(first, last - first + 1);
    else
      word.clear();
    if (commas || !word.empty()) list.push_back(word);
    word.clear();
  };
  for (const char c : line) {
    if (commas ? c == ',' : c == ' ' || c == '\t' || c == '\r')
      finish();
    else
      word += c;
  }
  finish();
  return list;
}

std::optional<double> number(const std::string& word) {
  double value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc{} || stop != end || !std::isfinite(value)) return {};
  return value;
}

/// Where x, y and the name of the profile stand in a line; -1 for none.
struct Format {
  int x = 0, y = 1, element = -1;
};

std::optional<Format> header(const std::vector<std::string>& names) {
  const auto place = [&](const char* name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
  };
  const Format format{place("x"), place("y"), place("element")};
  if (format.x < 0 || format.y < 0) return {};
  return format;
}

/// Drops the repeated first point and turns the polygon counter-clockwise.
void tidy(Profile& profile, const std::string& path) {
  auto& p = profile.points;
  if (p.size() > 1 && p.front() == p.back()) p.pop_back();
  const std::string where = path + ": profile '" + profile.name + "' ";
  if (p.size() < 5) throw InputError(where + "has " + std::to_string(p.size()) + " points; at least 5 are needed");
  double area = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Point a = p[i], b = p[(i + 1) % p.size()];
    if (a == b) throw InputError(where + "has its point " + std::to_string(i + 1) + " twice in a row");
    area += a[0] * b[1] - a[1] * b[0];
  }
  if (area == 0) throw InputError(where + "encloses no area");
  if (area < 0) std::reverse(p.begin(), p.end());
}

}  // namespace

std::vector<Profile> read_profiles(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError(path + ": cannot be opened; it should be a file of profile coordinates");
  std::vector<Profile> profiles;
  Format format;
  bool first = true;
  std::string line;
  for (int row = 1; std::getline(file, line); ++row) {
    const std::vector<std::string> fields = words(line.substr(0, line.find('#')));
    if (fields.empty()) continue;
    const auto field = [&](int place) { return place < int(fields.size()) ? number(fields[place]) : std::nullopt; };
    if (std::exchange(first, false) && (!field(0) || !field(1))) {  // names of the columns, or a title
      if (const auto found = header(fields)) {
        format = *found;
        continue;
      }
      if (line.find(',') == std::string::npos) continue;
    }
    const auto x = field(format.x), y = field(format.y);
    if (!x || !y || format.element >= int(fields.size()))
      throw InputError(path + ":" + std::to_string(row) +
                       ": should be coordinates, in the columns of the first line or 'x y'");
    const std::string name = format.element < 0 ? std::filesystem::path(path).stem().string() : fields[format.element];
    if (profiles.empty() || profiles.back().name != name) profiles.push_back({name, {}});
    profiles.back().points.push_back({*x, *y});
  }
  if (profiles.empty()) throw InputError(path + ": has no coordinates");
  for (Profile& profile : profiles) tidy(profile, path);
  return profiles;
}

}  // namespace dg
