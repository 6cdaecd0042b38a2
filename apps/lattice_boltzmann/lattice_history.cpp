#include "apps/lattice_boltzmann/lattice_history.hpp"

#include <algorithm>

namespace dg::app {
namespace {

CsvFile open(const std::string& path, bool goes_on, long step) {
  const std::vector<std::string> columns{"step", "time", "mass", "kinetic_energy", "change"};
  return goes_on ? CsvFile::resume(path, columns, static_cast<double>(step)) : CsvFile(path, columns);
}

}  // namespace

LatticeHistory::LatticeHistory(const LatticeCase& c, const lbm::Lattice& lattice, const std::string& path, bool goes_on)
    : c_(c),
      lattice_(lattice),
      file_(open(path, goes_on, lattice.step())),
      start_(totals_of(c, lattice)),
      totals_(start_),
      lines_(lines()),
      lines_step_(lattice.step()) {
  if (!goes_on) append();
}

void LatticeHistory::record() {
  totals_ = totals_of(c_, lattice_);
  if (!totals_.finite || lattice_.step() == lines_step_) return;
  const std::vector<LinePoint> now = lines();
  double largest = 0.0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    for (int d = 0; d < 3; ++d) largest = std::max(largest, std::abs(now[i].velocity[d] - lines_[i].velocity[d]));
  }
  change_ = largest / c_.time_of(lattice_.step() - lines_step_);
  lines_ = now;
  lines_step_ = lattice_.step();
  append();
}

void LatticeHistory::append() {
  file_.row({static_cast<double>(lattice_.step()), c_.time_of(lattice_.step()), totals_.mass, totals_.kinetic_energy,
             change_});
}

std::vector<LinePoint> LatticeHistory::lines() const {
  std::vector<LinePoint> all;
  for (int axis = 0; axis < 3; ++axis) {
    const std::vector<LinePoint> line = centre_line(c_, lattice_, axis);
    all.insert(all.end(), line.begin(), line.end());
  }
  return all;
}

}  // namespace dg::app
