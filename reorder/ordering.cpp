#include "reorder/ordering.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <string>

#include "meshes/errors.hpp"
#include "meshes/face_direction.hpp"

namespace dg {
namespace {

void check_permutation(std::span<const Index> items, Index count, const char* what) {
  if (items.size() != static_cast<std::size_t>(count))
    throw InputError("the ordering has " + std::to_string(items.size()) + " " + what + ", the mesh has " +
                     std::to_string(count));
  if (!is_permutation(items))
    throw InputError(std::string("the ordering of the ") + what + " does not hold each of 0 to " +
                     std::to_string(count - 1) + " once");
}

// Carries the links between boundary faces over to the new numbers of those faces.
void permute_boundary_links(const CellGraph& graph, std::span<const Index> new_faces, CellGraph& result) {
  if (graph.boundary_link_begin.empty()) return;
  std::vector<Index> old_position(graph.faces.size(), -1), new_position(graph.boundary_faces.size());
  for (std::size_t i = 0; i < graph.boundary_faces.size(); ++i)
    old_position[graph.boundary_faces[i]] = static_cast<Index>(i);
  for (std::size_t i = 0; i < result.boundary_faces.size(); ++i)
    new_position[old_position[new_faces[result.boundary_faces[i]]]] = static_cast<Index>(i);

  result.boundary_link_begin.push_back(0);
  for (const Index face : result.boundary_faces) {
    const Index old = old_position[new_faces[face]];
    for (Index k = graph.boundary_link_begin[old]; k < graph.boundary_link_begin[old + 1]; ++k)
      result.boundary_links.push_back(graph.boundary_links[k] == -1 ? -1 : new_position[graph.boundary_links[k]]);
    result.boundary_link_begin.push_back(static_cast<Index>(result.boundary_links.size()));
  }
}

}  // namespace

std::vector<Index> identity_permutation(Index count) {
  std::vector<Index> result(count);
  std::iota(result.begin(), result.end(), Index{0});
  return result;
}

bool is_permutation(std::span<const Index> items) {
  std::vector<bool> seen(items.size(), false);
  for (const Index item : items) {
    if (item < 0 || static_cast<std::size_t>(item) >= items.size() || seen[item]) return false;
    seen[item] = true;
  }
  return true;
}

std::vector<Index> inverse(std::span<const Index> items) {
  assert(is_permutation(items));
  std::vector<Index> result(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) result[items[i]] = static_cast<Index>(i);
  return result;
}

std::vector<Index> composed(std::span<const Index> first, std::span<const Index> second) {
  assert(first.size() == second.size() && is_permutation(first) && is_permutation(second));
  std::vector<Index> result(second.size());
  std::transform(second.begin(), second.end(), result.begin(), [&](Index i) { return first[i]; });
  return result;
}

Ordering inverse(const Ordering& ordering) { return {inverse(ordering.cells), inverse(ordering.faces)}; }

Ordering composed(const Ordering& first, const Ordering& second) {
  return {composed(first.cells, second.cells), composed(first.faces, second.faces)};
}

CellGraph permuted(const CellGraph& graph, const Ordering& ordering) {
  check_permutation(ordering.cells, graph.cell_count(), "cells");
  check_permutation(ordering.faces, graph.face_count(), "faces");

  const auto new_cell = inverse(ordering.cells);
  std::vector<GraphFace> faces(graph.faces.size());
  std::transform(ordering.faces.begin(), ordering.faces.end(), faces.begin(), [&](Index f) {
    auto face = graph.faces[f];
    face.minus = new_cell[face.minus];
    if (face.plus != -1) face.plus = new_cell[face.plus];
    point_upwards(face);
    return face;
  });
  auto result = build_graph(graph.cell_count(), std::move(faces), graph.boundary_names);
  permute_boundary_links(graph, ordering.faces, result);

  result.dimension = graph.dimension;
  result.centroids.resize(graph.centroids.size());
  auto target = result.centroids.begin();
  if (graph.dimension > 0)
    for (const Index cell : ordering.cells)
      target = std::copy_n(graph.centroids.begin() + std::ptrdiff_t{cell} * graph.dimension, graph.dimension, target);
  return result;
}

}  // namespace dg
