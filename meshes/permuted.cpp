#include <cassert>

#include "meshes/build.hpp"
#include "meshes/face_direction.hpp"

namespace dg {

template <int Dim>
Mesh<Dim> rearranged(const Mesh<Dim>& mesh, std::span<const Index> new_to_old_cells,
                     std::span<const Index> new_to_old_faces) {
  assert(new_to_old_cells.size() == mesh.cell_shapes.size() && new_to_old_faces.size() == mesh.faces.size());
  Mesh<Dim> result;
  result.geometry_order = mesh.geometry_order;
  result.nodes = mesh.nodes;
  result.boundary_names = mesh.boundary_names;
  result.periodic_pairs = mesh.periodic_pairs;

  std::vector<Index> old_to_new(mesh.cell_shapes.size());
  result.cell_shapes.reserve(mesh.cell_shapes.size());
  result.cell_node_begin.reserve(mesh.cell_node_begin.size());
  result.cell_nodes.reserve(mesh.cell_nodes.size());
  for (const Index old : new_to_old_cells) {
    old_to_new[old] = result.cell_count();
    result.cell_shapes.push_back(mesh.cell_shapes[old]);
    const auto nodes = mesh.cell_nodes.begin();
    result.cell_nodes.insert(result.cell_nodes.end(), nodes + mesh.cell_node_begin[old],
                             nodes + mesh.cell_node_begin[old + 1]);
    result.cell_node_begin.push_back(static_cast<Index>(result.cell_nodes.size()));
  }

  result.faces.reserve(mesh.faces.size());
  for (const Index old : new_to_old_faces) {
    Face& face = result.faces.emplace_back(mesh.faces[old]);
    face.minus = old_to_new[face.minus];
    if (face.plus >= 0) face.plus = old_to_new[face.plus];
  }
  return result;
}

template <int Dim>
Mesh<Dim> permuted(const Mesh<Dim>& mesh, std::span<const Index> new_to_old_cells,
                   std::span<const Index> new_to_old_faces) {
  Mesh<Dim> result = rearranged(mesh, new_to_old_cells, new_to_old_faces);
  for (Face& face : result.faces) point_upwards(face);
  return result;
}

template Mesh<2> rearranged<2>(const Mesh<2>&, std::span<const Index>, std::span<const Index>);
template Mesh<3> rearranged<3>(const Mesh<3>&, std::span<const Index>, std::span<const Index>);
template Mesh<2> permuted<2>(const Mesh<2>&, std::span<const Index>, std::span<const Index>);
template Mesh<3> permuted<3>(const Mesh<3>&, std::span<const Index>, std::span<const Index>);

}  // namespace dg
