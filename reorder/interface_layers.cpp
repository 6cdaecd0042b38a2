#include "reorder/interface_layers.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "reorder/face_order.hpp"
#include "reorder/layers.hpp"

namespace dg {
namespace {

/// The graph of the own cells, for which faces to ghosts are one more boundary, the last.
template <int Dim>
CellGraph graph_of_own_cells(const Subdomain<Dim>& part) {
  std::vector<std::string> boundaries = part.mesh.boundary_names;
  const auto interface = static_cast<std::int16_t>(boundaries.size());
  boundaries.emplace_back("interface");
  const auto is_own = [&](Index cell) { return cell >= 0 && cell < part.halo.own_cells; };
  std::vector<GraphFace> faces;
  for (const Face& f : part.mesh.faces) {
    const auto minus_face = static_cast<std::int8_t>(f.minus_face), plus_face = static_cast<std::int8_t>(f.plus_face);
    if (f.plus < 0)
      faces.push_back({f.minus, -1, f.boundary, minus_face, -1});
    else if (is_own(f.minus) && is_own(f.plus))
      faces.push_back({f.minus, f.plus, -1, minus_face, plus_face});
    else if (is_own(f.minus))
      faces.push_back({f.minus, -1, interface, minus_face, -1});
    else
      faces.push_back({f.plus, -1, interface, plus_face, -1});
  }
  return build_graph(part.halo.own_cells, std::move(faces), std::move(boundaries));
}

}  // namespace

template <int Dim>
Ordering layers_from_interface(const Subdomain<Dim>& part) {
  const CellGraph graph = graph_of_own_cells(part);
  const std::array starts{static_cast<Index>(graph.boundary_names.size()) - 1};
  Ordering ordering;
  ordering.cells = grow_layers(graph, starts).cells;
  // Faces of the interface are the last boundary of the graph, and so are the last faces.
  ordering.faces = order_faces(graph, ordering.cells);
  const auto own = static_cast<Index>(ordering.cells.size());
  ordering.cells.resize(part.halo.cell.size());
  std::iota(ordering.cells.begin() + own, ordering.cells.end(), own);
  return ordering;
}

template Ordering layers_from_interface<2>(const Subdomain<2>&);
template Ordering layers_from_interface<3>(const Subdomain<3>&);

}  // namespace dg
