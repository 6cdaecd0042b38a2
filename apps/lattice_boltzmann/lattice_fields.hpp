/// What a lattice Boltzmann run leaves on disk of its fields: VTI files for ParaView, and tables along the centre
/// lines.
///
/// Lengths are in multiples of the case's length, velocities of its speed; pressures are less that at rest, in
/// multiples of density times speed squared.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/lattice_boltzmann/lattice_case.hpp"
#include "libdg/lattice_boltzmann/lattice.hpp"

namespace dg::app {

/// Velocity and pressure of all cells, in single precision. Throws InputError if the file cannot be written.
void write_vti(const LatticeCase& c, const lbm::Lattice& lattice, const std::string& path);

/// A point of a line and the flow there.
struct LinePoint {
  double place;
  std::array<double, 3> velocity;
  double pressure;
};

/// The centres of the cells along the line through the centre of the box that is parallel to an axis. Where the line
/// runs between cells, the mean of those beside it.
std::vector<LinePoint> centre_line(const LatticeCase& c, const lbm::Lattice& lattice, int axis);

/// line_x.csv, line_y.csv and line_z.csv, whose paths `path_of` gives.
void write_centre_lines(const LatticeCase& c, const lbm::Lattice& lattice,
                        const std::function<std::string(const std::string& name)>& path_of);

/// A cell whose state is not finite or whose density is not positive.
struct BadLatticeCell {
  std::array<int, 3> cell;
  double density;
};

/// Sums over all cells, and the first bad one.
struct LatticeTotals {
  double mass = 0.0;            ///< of all cells, in units of the lattice
  double kinetic_energy = 0.0;  ///< mean of |u|^2 / 2, in multiples of speed squared
  std::optional<BadLatticeCell> bad_cell;
};
LatticeTotals totals_of(const LatticeCase& c, const lbm::Lattice& lattice);

/// What shows that a run has diverged. It is a bad cell, or a mass that is not that of the fluid at rest to half the
/// digits of the lattice. Empty if nothing does.
std::string divergence_of(const LatticeCase& c, const LatticeTotals& totals);

}  // namespace dg::app
