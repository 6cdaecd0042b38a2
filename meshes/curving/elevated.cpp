#include "meshes/curving/elevated.hpp"

#include <map>
#include <numeric>

#include "meshes/cell_geometry.hpp"
#include "meshes/face_match.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

/// Slots for the nodes of all cells, of which those that are one node find each other.
class Slots {
 public:
  explicit Slots(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

  Index root(Index slot) {
    while (parent_[slot] != slot) slot = parent_[slot] = parent_[parent_[slot]];
    return slot;
  }

  void join(Index a, Index b) {
    a = root(a), b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<Index> parent_;
};

template <int Dim>
void number_cells(const Mesh<Dim>& mesh, int order, Mesh<Dim>& to) {
  to.geometry_order = order;
  to.cell_shapes = mesh.cell_shapes;
  for (const CellShape shape : mesh.cell_shapes)
    to.cell_node_begin.push_back(to.cell_node_begin.back() + node_count(shape, order));
  to.cell_nodes.resize(static_cast<std::size_t>(to.cell_node_begin.back()));
  std::iota(to.cell_nodes.begin(), to.cell_nodes.end(), 0);
}

}  // namespace

template <int Dim>
Mesh<Dim> elevated(const Mesh<Dim>& mesh, int order) {
  Mesh<Dim> to;
  number_cells(mesh, order, to);
  Slots slots(to.cell_nodes.size());
  for (const Face& face : mesh.faces)
    if (face.plus >= 0 && shares_nodes(mesh, face))
      all_node_pairs(to, face, [&](Index minus, Index plus) {
        slots.join(minus, plus);
        return true;
      });
  constexpr Index unknown = -1;
  std::vector<Index> number(to.cell_nodes.size(), unknown);
  for (Index c = 0; c < mesh.cell_count(); ++c)
    for (int v = 0; v < vertex_count(mesh.cell_shapes[c]); ++v)
      number[slots.root(vertex_node(to, c, v))] = vertex_node(mesh, c, v);
  to.nodes = mesh.nodes;
  std::map<CellShape, CellMap<Dim>> maps;
  std::vector<std::array<double, Dim>> places;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const CellShape shape = mesh.cell_shapes[c];
    const auto& map = maps.try_emplace(shape, shape, 1, lattice_points<Dim>(shape, order)).first->second;
    places.resize(static_cast<std::size_t>(map.point_count()));
    map.evaluate(mesh, c, places, {});
    for (std::size_t n = 0; n < places.size(); ++n) {
      Index& node = number[slots.root(to.cell_node_begin[c] + static_cast<Index>(n))];
      if (node == unknown) {
        node = to.node_count();
        to.nodes.push_back(places[n]);
      }
    }
  }
  for (std::size_t slot = 0; slot < to.cell_nodes.size(); ++slot)
    to.cell_nodes[slot] = number[slots.root(static_cast<Index>(slot))];
  to.faces = mesh.faces;
  to.boundary_names = mesh.boundary_names;
  to.periodic_pairs = mesh.periodic_pairs;
  return to;
}

template Mesh<2> elevated<2>(const Mesh<2>&, int);
template Mesh<3> elevated<3>(const Mesh<3>&, int);

}  // namespace dg
