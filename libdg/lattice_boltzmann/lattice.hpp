/// A box of fluid that evolves by the lattice Boltzmann method, in units of cells and steps.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "libdg/lattice_boltzmann/options.hpp"
#include "libdg/lattice_boltzmann/region.hpp"

namespace dg::lbm {

/// What a lattice runs on.
struct LatticeInfo {
  std::string backend, device;  ///< "cpu" or "cuda"; name of the processor
  int threads = 1;
  std::size_t bytes = 0;  ///< that the backend holds for it
};

class Lattice {
 public:
  virtual ~Lattice() = default;

  virtual const LatticeOptions& options() const = 0;
  virtual const LatticeInfo& info() const = 0;

  virtual long step() const = 0;         ///< steps so far
  virtual void set_step(long step) = 0;  ///< to be followed by populations for all cells

  /// Takes steps, and waits until they are done.
  virtual void advance(long steps) = 0;

  /// Density, less 1, and velocity of a cell (x, y, z).
  using MomentsFunction = std::function<std::array<double, 4>(int x, int y, int z)>;

  /// Sets all cells to the equilibrium of these moments.
  virtual void set_equilibrium(const MomentsFunction& moments) = 0;

  /// Density, less 1, and velocity of each cell of a region: values[quantity][cell], x fastest.
  virtual std::vector<double> read_moments(const Region& region) const = 0;

  /// Populations, less their weights, before the next step: values[population][cell]. Whatever the way of streaming,
  /// they are the same, and exact in double precision.
  virtual std::vector<double> read_populations(const Region& region) const = 0;

  /// Precondition: as many values as read_populations() gives.
  virtual void write_populations(const Region& region, const std::vector<double>& values) = 0;

  Region all() const { return {{0, 0, 0}, options().cells}; }
};

/// A fluid at rest. Throws InputError for options that are not possible, a backend that is not there, and if there is
/// too little memory.
std::unique_ptr<Lattice> make_lattice(const LatticeOptions& options);

/// The region in slabs of whole planes of cells, of at most so many cells but at least one plane.
std::vector<Region> slabs(const Region& region, std::int64_t most_cells);

}  // namespace dg::lbm
