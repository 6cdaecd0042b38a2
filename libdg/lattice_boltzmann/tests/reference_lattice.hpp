/// The method once more, straight from its definition: whole populations, two lattices, sums over all velocities.
#pragma once

#include <array>
#include <vector>

#include "libdg/lattice_boltzmann/options.hpp"

namespace dg::lbm {

class ReferenceLattice {
 public:
  /// At equilibrium with moments(x, y, z): density less 1, velocity.
  template <class Moments>
  ReferenceLattice(const LatticeOptions& options, const Moments& moments) : options_(options) {
    for (int z = 0; z < options.cells[2]; ++z)
      for (int y = 0; y < options.cells[1]; ++y)
        for (int x = 0; x < options.cells[0]; ++x) add_cell(moments(x, y, z));
  }

  void step();

  /// Density, less 1, and velocity: values[quantity][cell].
  std::vector<double> moments() const;

 private:
  using Cell = std::array<double, 19>;

  void add_cell(const std::array<double, 4>& moments);
  Cell collided(const Cell& f) const;
  std::size_t number(const std::array<int, 3>& at) const;

  LatticeOptions options_;
  std::vector<Cell> cells_;
};

}  // namespace dg::lbm
