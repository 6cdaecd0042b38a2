/// Where the numbers of a state lie, for whoever reads and writes them without a copy.
#pragma once

#include <vector>

#include "libdg/core/backend_kind.hpp"
#include "meshes/cell_shape.hpp"
#include "meshes/index.hpp"

namespace dg {

/// Cells of one shape. Mode k of variable i of the cell in place c of block b lies at
/// `b block_stride + i variable_stride + k mode_stride + c cell_stride` from the first number.
struct StateBatch {
  CellShape shape;
  bool curved;
  std::vector<Index> cells;  ///< numbers in the mesh, block after block; behind the last one there is padding
  Index blocks, variables, modes, cells_per_block;
  Index block_stride, variable_stride, mode_stride, cell_stride;
  void* first;
};

struct StateInMemory {
  BackendKind backend = BackendKind::cpu;
  int bytes_of_number = 8;
  /// The state is not kept by modes: these are a copy, which lasts until the solver is used again.
  bool is_copy = false;
  std::vector<StateBatch> batches;
};

}  // namespace dg
