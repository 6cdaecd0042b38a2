/// Where the columns of a block matrix go, found one unknown of many cells at a time.
#pragma once

#include "libdg/implicit/block_graph.hpp"

namespace dg {

/// Vectors are where the implicit solver keeps them.
class BlockColumns {
 public:
  virtual ~BlockColumns() = default;

  /// What the calls below are about: cells of a colour have no neighbour in common. Called once.
  virtual void set_colours(const std::vector<std::vector<Index>>& colours) = 0;

  /// Moves one unknown of all own cells of a colour that have so many: moved = x + step there, as it was elsewhere.
  virtual void perturb(int colour, int column, double step, const double* x, double* moved) = 0;

  /// Writes this column of the blocks of these cells and of the links to them, where own cells have the rows:
  /// (f - there) / step.
  virtual void write(int colour, int column, double step, const double* f, const double* there) = 0;
};

}  // namespace dg
