#include "meshes/complete_elements.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "meshes/msh_elements.hpp"

namespace dg {
namespace {

/// The nodes of a cell of order 2 that its serendipity element lacks, as numbered there: by corners and by the nodes in
/// the middle of edges.
struct Gaps {
  std::vector<std::array<int, 8>> quadrilaterals;  ///< four corners, four middles
  bool inside = false;                             ///< the middle of a hexahedron
};

Gaps gaps_of(CellShape shape) {
  Gaps gaps;
  gaps.inside = shape == CellShape::hexahedron;
  const auto edges = msh_edges(shape);
  for (const auto& face : msh_faces(shape)) {
    if (face.size() != 4) continue;
    std::array<int, 8>& nodes = gaps.quadrilaterals.emplace_back();
    for (int i = 0; i < 4; ++i) {
      const auto ends = std::minmax(face[i], face[(i + 1) % 4]);
      const auto edge = std::find_if(edges.begin(), edges.end(),
                                     [&](const std::array<int, 2>& e) { return std::minmax(e[0], e[1]) == ends; });
      nodes[i] = face[i];
      nodes[4 + i] = vertex_count(shape) + static_cast<int>(edge - edges.begin());
    }
  }
  return gaps;
}

class Completion {
 public:
  explicit Completion(ForeignMesh& file) : file_(file) {}

  void complete(ElementBlock& block, CellShape shape, int node_count) {
    const Gaps gaps = gaps_of(shape);
    std::vector<Index> nodes;
    for (std::size_t n = 0; n < block.nodes.size(); n += node_count) {
      const auto cell = std::span<const Index>(block.nodes).subspan(n, node_count);
      nodes.insert(nodes.end(), cell.begin(), cell.end());
      for (const auto& quadrilateral : gaps.quadrilaterals) nodes.push_back(middle_of(cell, quadrilateral));
      if (gaps.inside) nodes.push_back(new_node(cell, vertex_count(shape), 0.25));
    }
    block.nodes = std::move(nodes);
    block.type = msh_cell_type(shape, 2);
  }

 private:
  using Corners = std::array<Index, 4>;
  struct Hash {
    std::size_t operator()(const Corners& corners) const {
      std::uint64_t key = 0;
      for (const Index corner : corners) key = (key ^ static_cast<std::uint64_t>(corner)) * 0x9e3779b97f4a7c15U;
      return key ^ (key >> 32);
    }
  };

  // The serendipity functions of the corners are -1/4 there.
  Index new_node(std::span<const Index> cell, std::size_t corners, double middle_weight) {
    std::array<double, 3> place{};
    for (std::size_t n = 0; n < cell.size(); ++n)
      for (int d = 0; d < 3; ++d) place[d] += (n < corners ? -0.25 : middle_weight) * file_.nodes[cell[n]][d];
    file_.nodes.push_back(place);
    return static_cast<Index>(file_.nodes.size()) - 1;
  }

  Index middle_of(std::span<const Index> cell, const std::array<int, 8>& quadrilateral) {
    std::array<Index, 8> nodes;
    for (int i = 0; i < 8; ++i) nodes[i] = cell[quadrilateral[i]];
    Corners corners;
    std::copy_n(nodes.begin(), 4, corners.begin());
    std::sort(corners.begin(), corners.end());
    const auto [found, is_new] = middles_.try_emplace(corners, -1);
    if (is_new) found->second = new_node(nodes, 4, 0.5);
    return found->second;
  }

  ForeignMesh& file_;
  std::unordered_map<Corners, Index, Hash> middles_;  // of quadrilaterals, by their sorted corners
};

}  // namespace

void complete_elements(ForeignMesh& file) {
  int cell_dim = 2;
  for (const ElementBlock& block : file.blocks)
    cell_dim = std::max(cell_dim, dim_of(msh_element_type(block.type).shape));
  Completion completion(file);
  for (ElementBlock& block : file.blocks) {
    const MshElementType type = msh_element_type(block.type);
    if (dim_of(type.shape) == cell_dim && !type.complete && type.order == 2)
      completion.complete(block, cell_shape(type.shape), type.node_count);
  }
}

}  // namespace dg
