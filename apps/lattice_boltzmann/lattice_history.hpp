/// history.csv of a lattice Boltzmann run, and how much the flow still changes.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "apps/lattice_boltzmann/lattice_fields.hpp"
#include "apps/run/csv_file.hpp"

namespace dg::app {

/// What the next change is measured from.
struct LatticeChange {
  long step = 0;                   ///< of the last record at a multiple of the interval
  double last = NAN;               ///< the change that was found last; NaN: none yet
  std::vector<double> velocities;  ///< at that step, along the centre lines
};

class LatticeHistory {
 public:
  /// Starts the file with the state of now. A run that goes on in its folder keeps the rows up to now; `change` is that
  /// of this run.
  LatticeHistory(const LatticeCase& c, const lbm::Lattice& lattice, const std::string& path, bool goes_on,
                 const std::optional<LatticeChange>& change);

  /// Appends the state of now, unless it is no fluid: divergence_of(totals()) then says so.
  void record();

  const LatticeTotals& start() const { return start_; }

  /// Those of now.
  const LatticeTotals& totals();

  /// Largest change of a velocity along the centre lines in a unit of time, since the last record at a multiple of the
  /// interval. It is NaN before.
  const LatticeChange& change() const { return change_; }

 private:
  void append();

  const LatticeCase& c_;
  const lbm::Lattice& lattice_;
  CsvFile file_;
  LatticeTotals start_, totals_;
  long totals_step_, row_step_;
  LatticeChange change_;
};

/// How many velocities a change is measured by.
std::size_t line_velocity_count(const std::array<int, 3>& cells);

}  // namespace dg::app
