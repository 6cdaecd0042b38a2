#include "apps/lattice_boltzmann/lattice_history.hpp"

#include <algorithm>

namespace dg::app {
namespace {

CsvFile open(const std::string& path, bool goes_on, long step) {
  const std::vector<std::string> columns{"step", "time", "mass", "kinetic_energy", "change"};
  return goes_on ? CsvFile::resume(path, columns, static_cast<double>(step)) : CsvFile(path, columns);
}

std::vector<double> line_velocities(const LatticeCase& c, const lbm::Lattice& lattice) {
  std::vector<double> all;
  for (int axis = 0; axis < 3; ++axis)
    for (const LinePoint& point : centre_line(c, lattice, axis))
      all.insert(all.end(), point.velocity.begin(), point.velocity.end());
  return all;
}

}  // namespace

LatticeHistory::LatticeHistory(const LatticeCase& c, const lbm::Lattice& lattice, const std::string& path, bool goes_on,
                               const std::optional<LatticeChange>& change)
    : c_(c),
      lattice_(lattice),
      file_(open(path, goes_on, lattice.step())),
      start_(totals_of(c, lattice)),
      totals_(start_),
      totals_step_(lattice.step()),
      row_step_(lattice.step()),
      change_(change ? *change : LatticeChange{lattice.step(), NAN, line_velocities(c, lattice)}) {
  if (!goes_on) append();
}

const LatticeTotals& LatticeHistory::totals() {
  if (totals_step_ != lattice_.step()) totals_ = totals_of(c_, lattice_);
  totals_step_ = lattice_.step();
  return totals_;
}

void LatticeHistory::record() {
  if (!divergence_of(c_, totals()).empty() || lattice_.step() == row_step_) return;
  std::vector<double> now = line_velocities(c_, lattice_);
  double largest = 0.0;
  for (std::size_t i = 0; i < now.size(); ++i) largest = std::max(largest, std::abs(now[i] - change_.velocities[i]));
  change_.last = largest / c_.time_of(lattice_.step() - change_.step);
  append();
  row_step_ = lattice_.step();
  // The row at the end of a run, which another one may go on from, is not one of a run in one go.
  if (lattice_.step() % c_.monitor != 0) return;
  change_.velocities = std::move(now);
  change_.step = lattice_.step();
}

void LatticeHistory::append() {
  file_.row({static_cast<double>(lattice_.step()), c_.time_of(lattice_.step()), totals_.mass, totals_.kinetic_energy,
             change_.last});
}

std::size_t line_velocity_count(const std::array<int, 3>& cells) {
  std::size_t points = 0;
  for (const int n : cells) points += static_cast<std::size_t>(n);
  return 3 * points;
}

}  // namespace dg::app
