#include "meshes/mesh_parts.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "meshes/build.hpp"
#include "meshes/errors.hpp"

namespace dg {
namespace {

/// Items in the order of their parts, and where each part begins among them.
struct Sorted {
  std::vector<Index> items, begin;
};

Sorted by_part(const std::vector<int>& part_of, int parts) {
  Sorted sorted;
  sorted.items.resize(part_of.size());
  std::iota(sorted.items.begin(), sorted.items.end(), 0);
  std::stable_sort(sorted.items.begin(), sorted.items.end(), [&](Index a, Index b) { return part_of[a] < part_of[b]; });
  sorted.begin.assign(parts + 1, 0);
  for (const int part : part_of) ++sorted.begin[part + 1];
  std::partial_sum(sorted.begin.begin(), sorted.begin.end(), sorted.begin.begin());
  return sorted;
}

/// Numbers nodes by their first cell; returns where those of each part begin.
template <int Dim>
std::vector<Index> number_nodes(Mesh<Dim>& mesh, const std::vector<Index>& part_cells) {
  std::vector<Index> number(mesh.nodes.size(), -1), begin;
  std::vector<std::array<double, Dim>> nodes;
  for (std::size_t part = 0; part + 1 < part_cells.size(); ++part) {
    begin.push_back(static_cast<Index>(nodes.size()));
    for (Index i = mesh.cell_node_begin[part_cells[part]]; i < mesh.cell_node_begin[part_cells[part + 1]]; ++i) {
      Index& node = mesh.cell_nodes[i];
      if (number[node] < 0) {
        number[node] = static_cast<Index>(nodes.size());
        nodes.push_back(mesh.nodes[node]);
      }
      node = number[node];
    }
  }
  begin.push_back(static_cast<Index>(nodes.size()));
  mesh.nodes = std::move(nodes);
  return begin;
}

}  // namespace

template <int Dim>
MeshInParts<Dim> in_parts(const Mesh<Dim>& mesh, std::span<const int> part_of, int parts) {
  Sorted cells = by_part({part_of.begin(), part_of.end()}, parts);
  for (int part = 0; part < parts; ++part)
    if (cells.begin[part] == cells.begin[part + 1])
      throw InputError("part " + std::to_string(part) + " of " + std::to_string(parts) + " has none of the " +
                       std::to_string(mesh.cell_count()) + " cells; use fewer parts");
  std::vector<int> part_of_face;
  for (const Face& f : mesh.faces)
    part_of_face.push_back(f.plus < 0 ? part_of[f.minus] : std::min(part_of[f.minus], part_of[f.plus]));
  Sorted faces = by_part(part_of_face, parts);
  MeshInParts<Dim> result{permuted(mesh, cells.items, faces.items), std::move(cells.begin), std::move(faces.begin), {}};
  result.nodes = number_nodes(result.mesh, result.cells);
  return result;
}

template MeshInParts<2> in_parts<2>(const Mesh<2>&, std::span<const int>, int);
template MeshInParts<3> in_parts<3>(const Mesh<3>&, std::span<const int>, int);

}  // namespace dg
