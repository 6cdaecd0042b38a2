/// The cells of a mesh that a rank has, for files that all ranks write together.
#pragma once

#include <span>

#include "libdg/backend/list_slices.hpp"
#include "meshes/mesh.hpp"

namespace dg {

template <int Dim>
struct OwnCells {
  const Mesh<Dim>& mesh;          ///< whose first cells are those
  std::span<const Index> number;  ///< [cell] in the mesh that all ranks have together; empty: `mesh` is all of it
  Communicator& ranks;

  bool is_all() const { return number.empty(); }
  Index count() const { return is_all() ? mesh.cell_count() : static_cast<Index>(number.size()); }
  Index number_of(Index cell) const { return is_all() ? cell : number[cell]; }
};

}  // namespace dg
