#include "libdg/output/cell_nodes.hpp"

#include <algorithm>

namespace dg {

template <int Dim>
int shown_order(const Mesh<Dim>& mesh, int degree) {
  return std::max({degree, mesh.geometry_order, 1});
}

template <int Dim>
CellNodes<Dim>::Shape::Shape(CellShape shape, int order, int geometry_order)
    : basis(shape, order), map(shape, geometry_order, basis.nodes()) {}

template <int Dim>
CellNodes<Dim>::CellNodes(const Mesh<Dim>& mesh, int order) : mesh_(mesh) {
  for (const CellShape shape : spaced_shapes<Dim>) shapes_.emplace_back(shape, order, mesh.geometry_order);
}

template <int Dim>
PointsOfShapes<Dim> CellNodes<Dim>::nodes() const {
  PointsOfShapes<Dim> nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = shapes_[i].basis.nodes();
  return nodes;
}

template <int Dim>
auto CellNodes<Dim>::places(Index cell) -> const std::vector<Point>& {
  places_.resize(static_cast<std::size_t>(node_count(cell)));
  of(cell).map.evaluate(mesh_, cell, places_, {});
  return places_;
}

template class CellNodes<2>;
template class CellNodes<3>;
template int shown_order<2>(const Mesh<2>&, int);
template int shown_order<3>(const Mesh<3>&, int);

}  // namespace dg
