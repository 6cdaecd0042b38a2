/// history.csv of a lattice Boltzmann run, and how much the flow still changes.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "apps/lattice_boltzmann/lattice_fields.hpp"
#include "apps/run/csv_file.hpp"

namespace dg::app {

class LatticeHistory {
 public:
  /// Starts the file with the state of now; a run that goes on in its folder keeps the rows up to now.
  LatticeHistory(const LatticeCase& c, const lbm::Lattice& lattice, const std::string& path, bool goes_on);

  /// Appends the state of now, unless it is not finite: totals().finite then says so.
  void record();

  const LatticeTotals& start() const { return start_; }
  const LatticeTotals& totals() const { return totals_; }

  /// Largest change of a velocity along the centre lines in a unit of time, between the last two records; NaN before.
  double change() const { return change_; }

 private:
  void append();
  std::vector<LinePoint> lines() const;

  const LatticeCase& c_;
  const lbm::Lattice& lattice_;
  CsvFile file_;
  LatticeTotals start_, totals_;
  std::vector<LinePoint> lines_;
  long lines_step_;
  double change_ = NAN;
};

}  // namespace dg::app
