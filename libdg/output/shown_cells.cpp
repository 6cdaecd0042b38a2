#include "libdg/output/shown_cells.hpp"

#include "libdg/output/vtk_cells.hpp"

namespace dg {

template <int Dim>
ShownCells<Dim>::ShownCells(const OwnCells<Dim>& own, CellNodes<Dim>& nodes, int order)
    : own_(own),
      nodes_(nodes),
      order_(order),
      node_orders_(vtk_node_orders<Dim>(order)),
      points_of_cell_(find_points()),
      points_(own.ranks, points_of_cell_),
      cells_(own.ranks, own_cells()) {}

template <int Dim>
std::vector<ListPiece> ShownCells<Dim>::find_points() const {
  std::vector<std::int64_t> counts;
  for (Index cell = 0; cell < own_.count(); ++cell)
    counts.push_back(static_cast<std::int64_t>(nodes_in_order(cell).size()));
  if (!own_.is_all()) return list_pieces(own_.ranks, own_.number, counts);
  std::vector<ListPiece> pieces;
  std::int64_t begin = 0;
  for (const std::int64_t count : counts) {
    pieces.push_back({begin, count});
    begin += count;
  }
  return pieces;
}

template <int Dim>
std::vector<ListPiece> ShownCells<Dim>::own_cells() const {
  if (own_.is_all()) return {{0, own_.count()}};
  std::vector<ListPiece> pieces;
  for (const Index number : own_.number) pieces.push_back({number, 1});
  return pieces;
}

template <int Dim>
void ShownCells<Dim>::write_field(const PointArray& field, BinaryStream& out) const {
  const auto components = static_cast<std::size_t>(field.components);
  for (Index cell = 0; cell < own_.count(); ++cell) {
    const std::span<const double> values = field.values(cell);
    for (const int node : nodes_in_order(cell)) {
      const std::size_t first = static_cast<std::size_t>(node) * components;
      for (std::size_t i = first; i < first + components; ++i) out.value(values[i]);
    }
  }
}

template <int Dim>
void ShownCells<Dim>::write_cell_numbers(BinaryStream& out) const {
  for (Index cell = 0; cell < own_.count(); ++cell) out.value(std::int32_t{own_.number_of(cell)});
}

template <int Dim>
void ShownCells<Dim>::write_places(BinaryStream& out) const {
  for (Index cell = 0; cell < own_.count(); ++cell) {
    const auto& places = nodes_.places(cell);
    for (const int node : nodes_in_order(cell)) {
      const auto& place = places[static_cast<std::size_t>(node)];
      for (int d = 0; d < 3; ++d) out.value(d < Dim ? place[d] : 0.0);
    }
  }
}

template <int Dim>
void ShownCells<Dim>::write_connectivity(BinaryStream& out) const {
  for (const ListPiece& of_cell : points_of_cell_)
    for (std::int64_t i = 0; i < of_cell.count; ++i) out.value(of_cell.begin + i);
}

template <int Dim>
void ShownCells<Dim>::write_ends(BinaryStream& out) const {
  for (const ListPiece& of_cell : points_of_cell_) out.value(of_cell.begin + of_cell.count);
}

template <int Dim>
void ShownCells<Dim>::write_types(BinaryStream& out) const {
  for (Index cell = 0; cell < own_.count(); ++cell)
    out.value(static_cast<std::uint8_t>(vtk_cell_type(own_.mesh.cell_shapes[cell], order_)));
}

template class ShownCells<2>;
template class ShownCells<3>;

}  // namespace dg
