/// probes.csv: the values at probes over time, a row for each probe and step.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "apps/run/csv_file.hpp"
#include "apps/run/output_directory.hpp"

namespace dg::app {

/// Columns of probes.csv: time, number of the probe, its coordinates, these variables, step.
std::vector<std::string> probe_columns(int dim, const std::vector<std::string>& variables);

template <int Dim>
class ProbeFile {
 public:
  using Point = std::array<double, Dim>;

  /// Starts the file. Where the run of the folder continues, rows up to this step stay. Those of points that are no
  /// longer probes go, and a warning says how many. Throws RunError as CsvFile does.
  ProbeFile(const OutputDirectory& directory, const std::vector<std::string>& variables, std::vector<Point> points,
            long step);

  /// The step of the last row that was kept; -1 if there is none.
  long last_step() const { return last_step_; }

  /// Appends a row for each probe, whose values are given as [probe][variable].
  void append(long step, double time, std::span<const double> values);

  /// The functions of CsvFile.
  void mark() { file_.mark(); }
  void take_back() { file_.take_back(); }
  void sync() { file_.sync(); }

 private:
  bool is_row_of_probe(const std::vector<std::string>& cells) const;
  CsvFile open(const OutputDirectory& directory, long step) const;

  std::vector<std::string> columns_;
  std::vector<Point> points_;
  CsvFile file_;
  long last_step_ = -1;
};

}  // namespace dg::app
