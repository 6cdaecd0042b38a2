#include "meshes/degenerate_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>

#include "meshes/msh_elements.hpp"

namespace dg {
namespace {

using Nodes = std::vector<Index>;

/// What an element is once its vertices are distinct: its type, or 0 if it has vanished.
struct Element {
  int type = 0;
  Nodes nodes;
};

bool has_repeated(std::span<const Index> nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (std::find(nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1, nodes.end(), nodes[i]) != nodes.end())
      return true;
  return false;
}

bool contains(const Nodes& nodes, Index node) { return std::find(nodes.begin(), nodes.end(), node) != nodes.end(); }

/// The vertices of a polygon without those that equal the one before; nothing if others are equal.
std::optional<Nodes> without_repeated(const Nodes& nodes) {
  Nodes distinct;
  for (const Index node : nodes)
    if (distinct.empty() || distinct.back() != node) distinct.push_back(node);
  while (distinct.size() > 1 && distinct.front() == distinct.back()) distinct.pop_back();
  if (has_repeated(distinct)) return std::nullopt;
  return distinct;
}

std::optional<Element> polygon(std::span<const Index> nodes) {
  auto distinct = without_repeated({nodes.begin(), nodes.end()});
  if (!distinct) return std::nullopt;
  if (distinct->size() < 3) return Element{};
  return Element{msh_cell_type(CellShape::triangle, 1), *distinct};
}

/// The vertex that an edge of a quadrilateral joins to `node`, and that is not in `base`.
Index across(const std::vector<Nodes>& quadrilaterals, const Nodes& base, Index node) {
  for (const Nodes& q : quadrilaterals)
    for (std::size_t i = 0; i < 4; ++i)
      if (q[i] == node)
        for (const std::size_t next : {(i + 1) % 4, (i + 3) % 4})
          if (!contains(base, q[next])) return q[next];
  return -1;
}

std::optional<Element> cell_3d(CellShape shape, std::span<const Index> nodes) {
  std::vector<Nodes> triangles, quadrilaterals;
  for (const auto& face : msh_faces(shape)) {
    Nodes corners;
    for (const int v : face) corners.push_back(nodes[static_cast<std::size_t>(v)]);
    const auto distinct = without_repeated(corners);
    if (!distinct) return std::nullopt;
    if (distinct->size() == 3) triangles.push_back(*distinct);
    if (distinct->size() == 4) quadrilaterals.push_back(*distinct);
  }
  Nodes all(nodes.begin(), nodes.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const std::array counts{all.size(), triangles.size(), quadrilaterals.size()};
  const bool prism = counts == std::array<std::size_t, 3>{6, 2, 3},
             pyramid = counts == std::array<std::size_t, 3>{5, 4, 1};
  if (!prism && !pyramid && counts != std::array<std::size_t, 3>{4, 4, 0}) return std::nullopt;
  Nodes cell = pyramid ? quadrilaterals.front() : triangles.front();
  const Nodes base = cell;
  for (const Index node : prism ? base : all) {
    const Index next = prism ? across(quadrilaterals, base, node) : node;
    if (next < 0) return std::nullopt;
    if (!contains(cell, next)) cell.push_back(next);
  }
  if (cell.size() != all.size()) return std::nullopt;
  const CellShape becomes = prism ? CellShape::prism : pyramid ? CellShape::pyramid : CellShape::tetrahedron;
  return Element{msh_cell_type(becomes, 1), cell};
}

std::optional<Element> replaced(const MshElementType& type, std::span<const Index> nodes) {
  switch (type.shape) {
    case MshShape::line:
      return Element{};
    case MshShape::triangle:
    case MshShape::quadrilateral:
      return polygon(nodes);
    case MshShape::prism:
    case MshShape::hexahedron:
    case MshShape::pyramid:
      return cell_3d(cell_shape(type.shape), nodes);
    default:
      return std::nullopt;
  }
}

bool is_degenerate(const ElementBlock& block, std::size_t node_count) {
  for (std::size_t n = 0; n < block.nodes.size(); n += node_count)
    if (has_repeated(std::span(block.nodes).subspan(n, node_count))) return true;
  return false;
}

void append(std::vector<ElementBlock>& blocks, int type, const std::vector<int>& groups, std::span<const Index> nodes) {
  if (blocks.empty() || blocks.back().type != type || blocks.back().groups != groups)
    blocks.push_back({type, groups, {}});
  blocks.back().nodes.insert(blocks.back().nodes.end(), nodes.begin(), nodes.end());
}

}  // namespace

void replace_degenerate_cells(ForeignMesh& file, const std::string& path, std::vector<std::string>& notes) {
  std::vector<ElementBlock> blocks;
  std::int64_t changed = 0;
  int dimension = 2;
  for (const ElementBlock& block : file.blocks)
    dimension = std::max(dimension, dim_of(msh_element_type(block.type).shape));
  for (ElementBlock& block : file.blocks) {
    const MshElementType type = msh_element_type(block.type);
    const auto count = static_cast<std::size_t>(type.node_count);
    if (type.order != 1 || !is_degenerate(block, count)) {
      blocks.push_back(std::move(block));
      continue;
    }
    for (std::size_t n = 0; n < block.nodes.size(); n += count) {
      const auto nodes = std::span(block.nodes).subspan(n, count);
      const auto element = has_repeated(nodes) ? replaced(type, nodes) : std::nullopt;
      if (!element) append(blocks, block.type, block.groups, nodes);
      if (element && element->type != 0) append(blocks, element->type, block.groups, element->nodes);
      if (element && dim_of(type.shape) == dimension) ++changed;
    }
  }
  file.blocks = std::move(blocks);
  if (changed > 0)
    notes.push_back(
        fmt::format("{}: {} cells with vertices that coincide have become prisms, pyramids, tetrahedra or "
                    "triangles of the same faces",
                    path, changed));
}

}  // namespace dg
