#include "apps/run/history_spectrum.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <unordered_map>
#include <utility>

#include "apps/case/finite_number.hpp"
#include "apps/run/csv_file.hpp"
#include "apps/run/output_directory.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/output/power_spectrum.hpp"

namespace dg::app {
namespace {

using TableCells = std::vector<std::string>;

/// Columns that say where and when, not what.
const TableCells columns_of_places{"time", "step", "dt", "probe", "boundary", "x", "y", "z"};

struct Series {
  std::string group;
  std::vector<double> times;
  std::vector<std::vector<double>> values;  ///< [column][row]
};

std::size_t column_of(const TableCells& header, const std::string& name, const std::string& table) {
  const auto found = std::ranges::find(header, name);
  if (found == header.end())
    throw InputError(fmt::format("{}: has no column '{}'; it has: {}", table, name, fmt::join(header, ", ")));
  return static_cast<std::size_t>(found - header.begin());
}

double number(const std::string& cell, const std::string& table, long line) {
  const auto value = finite_number(cell);
  if (!value) throw InputError(fmt::format("{}:{}: '{}' is not a finite number", table, line, cell));
  return *value;
}

/// The rows by the probe or boundary that they name.
class Table {
 public:
  Table(const std::string& path, const HistorySpectrumSettings& settings) : path_(path) {
    std::ifstream file(path);
    std::string text;
    if (!std::getline(file, text)) throw InputError(path + ": cannot be read, or is empty");
    header_ = csv_cells(text);
    const std::size_t time = column_of(header_, "time", path);
    choose(settings.columns);
    std::optional<std::size_t> group;
    for (const char* name : {"probe", "boundary"})
      if (std::ranges::find(header_, name) != header_.end()) group = column_of(header_, name, path);
    for (long line = 2; std::getline(file, text); ++line) {
      const TableCells cells = csv_cells(text);
      if (cells.size() != header_.size())
        throw InputError(
            fmt::format("{}:{}: has {} cells; the header has {}", path, line, cells.size(), header_.size()));
      const double t = number(cells[time], path, line);
      if (t >= settings.from) add(cells, t, group ? cells[*group] : "", line);
    }
    if (series_.empty()) throw InputError(fmt::format("{}: has no row from time {:g} on", path, settings.from));
  }

  const TableCells& columns() const { return columns_; }
  const std::vector<Series>& series() const { return series_; }

 private:
  void choose(const TableCells& wanted) {
    columns_ = wanted;
    if (wanted.empty())
      std::ranges::copy_if(header_, std::back_inserter(columns_), [](const std::string& name) {
        return std::ranges::find(columns_of_places, name) == columns_of_places.end();
      });
    for (const std::string& name : columns_) numbers_.push_back(column_of(header_, name, path_));
  }

  void add(const TableCells& cells, double t, const std::string& group, long line) {
    const auto [place, is_new] = place_.try_emplace(group, series_.size());
    if (is_new) series_.push_back({group, {}, std::vector<std::vector<double>>(columns_.size())});
    Series& series = series_[place->second];
    if (!series.times.empty() && t <= series.times.back()) {
      if (t == series.times.back()) return;  // as the last row of a run and the first of its restart
      throw InputError(fmt::format("{}:{}: time {:g} comes after {:g}", path_, line, t, series.times.back()));
    }
    series.times.push_back(t);
    for (std::size_t i = 0; i < columns_.size(); ++i)
      series.values[i].push_back(number(cells[numbers_[i]], path_, line));
  }

  std::string path_;
  TableCells header_, columns_;
  std::vector<std::size_t> numbers_;
  std::vector<Series> series_;
  std::unordered_map<std::string, std::size_t> place_;  ///< of a group in series_
};

}  // namespace

std::string write_history_spectra(const std::string& table, const HistorySpectrumSettings& settings) {
  const Table rows(table, settings);
  const Series& first = rows.series().front();
  const std::vector<double>& times = first.times;
  if (times.size() < least_samples(settings.segments))
    throw InputError(fmt::format("{}: has {} rows from time {:g} on; {} segments need {} or more", table, times.size(),
                                 settings.from, settings.segments, least_samples(settings.segments)));
  TableCells header{"f"};
  std::vector<PowerSpectrum> spectra;
  std::string said;
  for (const Series& series : rows.series()) {
    if (series.times != times)
      throw InputError(fmt::format("{}: '{}' and '{}' have rows at different times", table, first.group, series.group));
    for (std::size_t i = 0; i < rows.columns().size(); ++i) {
      header.push_back(rows.columns()[i] + (series.group.empty() ? "" : "_" + series.group));
      spectra.push_back(power_spectrum(series.times, series.values[i], settings.segments));
      said += fmt::format("{}: largest at f = {:.6g}\n", header.back(), spectra.back().peak());
    }
  }
  std::string text = fmt::format("{}\n", fmt::join(header, ","));
  for (std::size_t k = 0; k < spectra.front().densities.size(); ++k) {
    std::vector<double> line{static_cast<double>(k) * spectra.front().width};
    for (const PowerSpectrum& spectrum : spectra) line.push_back(spectrum.densities[k]);
    text += csv_line(line);
  }
  write_file(settings.path, text);
  return fmt::format("{}: {} spectra of {} rows from time {:g} to {:g}, {} segments\n{}", settings.path, spectra.size(),
                     times.size(), times.front(), times.back(), settings.segments, said);
}

}  // namespace dg::app
