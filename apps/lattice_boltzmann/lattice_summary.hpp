/// summary.json of a lattice Boltzmann run.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/lattice_boltzmann/lattice_fields.hpp"

namespace dg::app {

/// How far a run got.
struct LatticeRunState {
  std::string status = "running";  ///< running, done, failed, interrupted
  std::string reason;              ///< of a failure
  double wall_seconds = 0.0;       ///< all of it
  double seconds = 0.0;            ///< of the steps alone
  long steps = 0;                  ///< taken in this run
  bool converged = false;
  double change = NAN;  ///< largest change of a velocity along the centre lines in a unit of time
  LatticeTotals totals_start, totals;
  double copy_bandwidth = 0.0;  ///< bytes a second; 0 if not measured
};

/// Bandwidth of a plain copy where the lattice lives, in bytes read plus bytes written a second; 0 if there is no
/// memory for it.
double measure_copy(const lbm::LatticeInfo& info);

/// Least bytes that a step reads and writes for a cell.
double bytes_per_update(const lbm::LatticeOptions& options);

nlohmann::ordered_json make_lattice_summary(const LatticeCase& c, const lbm::Lattice& lattice,
                                            const LatticeRunState& state);

}  // namespace dg::app
