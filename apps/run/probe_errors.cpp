#include "apps/run/probe_errors.hpp"

#include <cstdlib>
#include <limits>

#include "apps/run/csv_file.hpp"
#include "apps/run/probe_file.hpp"
#include "apps/run/series_mean.hpp"

namespace dg::app {

template <int Dim>
std::vector<double> probe_errors(const OutputDirectory& directory, std::size_t probes, double from, double to) {
  constexpr std::size_t first = 2 + Dim;  // column of the variables
  struct Series {
    std::vector<double> times;
    std::array<std::vector<double>, Dim + 2> values;
  };
  std::vector<Series> all(probes);
  const std::string path = (directory.path() / "probes.csv").string();
  for (const std::string& line :
       csv_rows(path, probe_columns(Dim, primitive_names<Dim>()), std::numeric_limits<double>::infinity())) {
    const std::vector<std::string> cells = csv_cells(line);
    const double time = std::strtod(cells[0].c_str(), nullptr), probe = std::strtod(cells[1].c_str(), nullptr);
    if (time < from || time > to || !(probe >= 0 && probe < static_cast<double>(probes))) continue;
    Series& series = all[static_cast<std::size_t>(probe)];
    series.times.push_back(time);
    for (std::size_t i = 0; i < Dim + 2; ++i)
      series.values[i].push_back(std::strtod(cells[first + i].c_str(), nullptr));
  }
  std::vector<double> errors;
  for (const Series& series : all)
    for (const std::vector<double>& values : series.values) {
      const auto mean = mean_of_series(series.times, values);
      errors.push_back(mean ? mean->error : std::numeric_limits<double>::quiet_NaN());
    }
  return errors;
}

template std::vector<double> probe_errors<2>(const OutputDirectory&, std::size_t, double, double);
template std::vector<double> probe_errors<3>(const OutputDirectory&, std::size_t, double, double);

}  // namespace dg::app
