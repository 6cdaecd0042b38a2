#include "meshes/translated_nodes.hpp"

#include <algorithm>

#include "meshes/bounding_box.hpp"
#include "meshes/point_finder.hpp"

namespace dg {
namespace {

using Place = std::array<double, 3>;

std::vector<Index> vertices_of(const std::vector<ElementBlock>& faces, int group) {
  std::vector<Index> vertices;
  for (const ElementBlock& block : faces)
    if (std::ranges::find(block.groups, group) != block.groups.end())
      vertices.insert(vertices.end(), block.nodes.begin(), block.nodes.end());
  std::ranges::sort(vertices);
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

Place mean_of(const std::vector<Place>& nodes, const std::vector<Index>& vertices) {
  Place mean{};
  for (const Index v : vertices)
    for (int d = 0; d < 3; ++d) mean[d] += nodes[v][d] / static_cast<double>(vertices.size());
  return mean;
}

}  // namespace

PeriodicNodes translated_nodes(const std::vector<Place>& nodes, const std::vector<ElementBlock>& faces, int a, int b) {
  constexpr double tolerance = 1e-8;  // of the size
  const std::vector<Index> originals = vertices_of(faces, a), images = vertices_of(faces, b);
  if (originals.empty() || originals.size() != images.size()) return {2, {}};
  BoundingBox<3> box;
  for (const auto* vertices : {&originals, &images})
    for (const Index v : *vertices) box.include(nodes[v]);
  const Place start = mean_of(nodes, originals), end = mean_of(nodes, images);
  PointFinder<3> finder(nodes, images.size(), tolerance * box.diagonal());
  for (const Index image : images) finder.insert(image);
  PeriodicNodes result{2, {}};
  for (const Index original : originals) {
    Place there = nodes[original];
    for (int d = 0; d < 3; ++d) there[d] += end[d] - start[d];
    const Index image = finder.find(there);
    if (image < 0) return {2, {}};
    result.pairs.push_back({image, original});
  }
  return result;
}

}  // namespace dg
