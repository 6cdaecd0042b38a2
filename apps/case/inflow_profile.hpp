/// The statistics of a turbulent inflow along a coordinate, from a table: velocity, Reynolds stresses, integral length.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace dg::app {

class InflowProfile {
 public:
  /// Values at a place, in the order of `columns`.
  static constexpr std::array<const char*, 10> columns{"u", "v", "w", "uu", "vv", "ww", "uv", "uw", "vw", "length"};
  using Values = std::array<double, columns.size()>;

  /// Reads a file whose first line names the columns: x, y or z first, which must ascend, then some of `columns`. These
  /// have u and length among them, and those that are not there are 0. Cells are separated by commas or blanks; what
  /// follows a # is a comment. Throws InputError with the line of the mistake.
  explicit InflowProfile(const std::string& path);

  int direction() const { return direction_; }  ///< of x, y, z
  double first() const { return places_.front(); }
  double last() const { return places_.back(); }
  bool covers(double place) const { return place >= first() && place <= last(); }

  /// Between two rows, linear. Precondition: covers(place).
  Values at(double place) const;

 private:
  int direction_ = 0;
  std::vector<double> places_;
  std::vector<Values> values_;
};

}  // namespace dg::app
