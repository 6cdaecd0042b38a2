/// The cells that show a solution, as the lists of numbers that VTK's files have of them. These are points cell after
/// cell, and what makes cells of them.
#pragma once

#include <cstdint>
#include <vector>

#include "libdg/backend/list_slices.hpp"
#include "libdg/output/binary_stream.hpp"
#include "libdg/output/cell_nodes.hpp"
#include "libdg/output/own_cells.hpp"
#include "libdg/output/point_array.hpp"

namespace dg {

/// Of several ranks, all make it together; each function writes what this rank has, in its order of points or cells.
template <int Dim>
class ShownCells {
 public:
  /// Cells of this order, which is that of the nodes. Both arguments must outlive the object.
  ShownCells(const OwnCells<Dim>& own, CellNodes<Dim>& nodes, int order);

  /// Points and cells of all ranks, and which of them this one has.
  const ListSlices& points() const { return points_; }
  const ListSlices& cells() const { return cells_; }

  void write_field(const PointArray& field, BinaryStream& out) const;
  void write_cell_numbers(BinaryStream& out) const;  ///< 32 bits each
  void write_places(BinaryStream& out) const;        ///< three coordinates of each point
  void write_connectivity(BinaryStream& out) const;  ///< 64 bits each
  void write_ends(BinaryStream& out) const;          ///< the number behind the last point of each cell, 64 bits
  void write_types(BinaryStream& out) const;         ///< 8 bits each

 private:
  const std::vector<int>& nodes_in_order(Index cell) const {
    return node_orders_[shape_number(own_.mesh.cell_shapes[cell])];
  }
  std::vector<ListPiece> find_points() const;
  std::vector<ListPiece> own_cells() const;

  OwnCells<Dim> own_;
  CellNodes<Dim>& nodes_;
  int order_;
  std::vector<std::vector<int>> node_orders_;  ///< by shape_number()
  std::vector<ListPiece> points_of_cell_;      ///< [cell] among those of all
  ListSlices points_, cells_;
};

}  // namespace dg
