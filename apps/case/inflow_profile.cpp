#include "apps/case/inflow_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string_view>

#include "apps/case/finite_number.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

std::vector<std::string> cells_of(std::string line) {
  line = line.substr(0, line.find('#'));
  std::replace(line.begin(), line.end(), ',', ' ');
  std::istringstream words(line);
  std::vector<std::string> cells;
  for (std::string cell; words >> cell;) cells.push_back(cell);
  return cells;
}

constexpr std::string_view coordinates = "xyz";

/// Where each column but the first goes in InflowProfile::Values.
std::vector<std::size_t> places_of_columns(const std::vector<std::string>& header, const std::string& where) {
  const auto refuse = [&](const std::string& what) {
    throw InputError(where + ": " + what +
                     "; the first line names the columns: x, y or z, then u and length, and of v, w, uu, vv, ww, uv, "
                     "uw, vw those that are not 0");
  };
  if (header.front().size() != 1 || coordinates.find(header.front()[0]) == std::string_view::npos)
    refuse(in_quotes(header.front()) + " is no coordinate");
  std::vector<std::size_t> places;
  for (std::size_t i = 1; i < header.size(); ++i) {
    const auto found =
        std::ranges::find(InflowProfile::columns, header[i], [](const char* name) { return std::string(name); });
    if (found == InflowProfile::columns.end()) refuse(in_quotes(header[i]) + " is not a column of a profile");
    const std::size_t place = static_cast<std::size_t>(found - InflowProfile::columns.begin());
    if (std::ranges::find(places, place) != places.end()) refuse("there are two columns " + in_quotes(header[i]));
    places.push_back(place);
  }
  for (const std::string needed : {"u", "length"})
    if (std::ranges::find(header, needed) == header.end()) refuse("there is no column " + in_quotes(needed));
  return places;
}

}  // namespace

InflowProfile::InflowProfile(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw InputError(path + ": cannot read this file of a profile");
  std::vector<std::size_t> columns_here;
  std::string line;
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  for (int number = 1; std::getline(stream, line); ++number) {
    if (number == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
    const std::vector<std::string> cells = cells_of(line);
    const std::string where = fmt::format("{}:{}", path, number);
    if (cells.empty()) continue;
    if (columns_here.empty()) {
      columns_here = places_of_columns(cells, where);
      direction_ = static_cast<int>(coordinates.find(cells.front()[0]));
      continue;
    }
    if (cells.size() != columns_here.size() + 1)
      throw InputError(fmt::format("{}: expected {} numbers, one for each column", where, columns_here.size() + 1));
    Values row{};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto value = finite_number(cells[i]);
      if (!value) throw InputError(where + ": " + in_quotes(cells[i]) + " is not a finite number");
      if (i > 0) {
        row[columns_here[i - 1]] = *value;
      } else {
        if (!places_.empty() && !(*value > places_.back()))
          throw InputError(
              fmt::format("{}: {} must be greater than in the row before", where, coordinates[direction_]));
        places_.push_back(*value);
      }
    }
    values_.push_back(row);
  }
  if (places_.size() < 2) throw InputError(path + ": a profile needs at least two rows of numbers");
}

InflowProfile::Values InflowProfile::at(double place) const {
  const auto after = std::upper_bound(places_.begin() + 1, places_.end() - 1, place);
  const std::size_t b = static_cast<std::size_t>(after - places_.begin()), a = b - 1;
  const double part = (place - places_[a]) / (places_[b] - places_[a]);
  Values values;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = (1.0 - part) * values_[a][i] + part * values_[b][i];
  return values;
}

}  // namespace dg::app
