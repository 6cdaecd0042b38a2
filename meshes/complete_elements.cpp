#include "meshes/complete_elements.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include "meshes/edge_blending.hpp"
#include "meshes/lattice.hpp"
#include "meshes/msh_elements.hpp"

namespace dg {
namespace {

/// Nodes to add, as combinations of those that an element has, and where they lie.
struct NewNodes {
  std::vector<LatticeSteps> steps;
  std::vector<std::vector<double>> weights;
};

/// The nodes inside of a cell or face, in Gmsh's order.
NewNodes nodes_inside(CellShape shape, int order) {
  std::vector<LatticeSteps> lattice;
  for_each_lattice_point(shape, order, [&](int i, int j, int k) { lattice.push_back({i, j, k}); });
  NewNodes inside;
  for (const int node : msh_node_order(shape, order)) {
    if (!is_inside(shape, order, lattice[node])) continue;
    inside.steps.push_back(lattice[node]);
    inside.weights.push_back(edge_blending(shape, order, lattice[node]));
  }
  return inside;
}

/// What an incomplete cell of 3-D has of a face: the numbers of the nodes that make the face an incomplete cell of 2-D.
struct FaceOfCell {
  CellShape shape;
  std::vector<int> nodes;
};

std::vector<FaceOfCell> faces_of(CellShape shape, int order) {
  std::vector<FaceOfCell> faces;
  if (dim_of(shape) == 2) return faces;
  const auto edges = msh_edges(shape);
  for (const auto& corners : msh_faces(shape)) {
    FaceOfCell& face = faces.emplace_back();
    face.shape = corners.size() == 3 ? CellShape::triangle : CellShape::quadrilateral;
    face.nodes = corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const int a = corners[i], b = corners[(i + 1) % corners.size()];
      const auto edge = std::ranges::find_if(edges, [&](const auto& e) {
        return e == std::array{a, b} || e == std::array{b, a};
      });
      const int first = vertex_count(shape) + static_cast<int>(edge - edges.begin()) * (order - 1);
      for (int k = 0; k < order - 1; ++k) face.nodes.push_back((*edge)[0] == a ? first + k : first + order - 2 - k);
    }
  }
  return faces;
}

class Completion {
 public:
  explicit Completion(ForeignMesh& file) : file_(file) {}

  void complete(ElementBlock& block, CellShape shape, int order, int node_count) {
    const std::vector<FaceOfCell> faces = faces_of(shape, order);
    const NewNodes inside = shape == CellShape::pyramid ? NewNodes{} : nodes_inside(shape, order);
    std::vector<Index> nodes;
    for (std::size_t n = 0; n < block.nodes.size(); n += node_count) {
      const auto cell = std::span<const Index>(block.nodes).subspan(n, node_count);
      nodes.insert(nodes.end(), cell.begin(), cell.end());
      for (const FaceOfCell& face : faces) add_face(cell, face, order, nodes);
      for (const auto& weights : inside.weights) nodes.push_back(new_node(cell, weights));
    }
    block.nodes = std::move(nodes);
    block.type = msh_cell_type(shape, order);
  }

 private:
  using Corners = std::array<Index, 4>;  // of a triangle the last is -1
  struct Hash {
    std::size_t operator()(const Corners& corners) const {
      std::uint64_t key = 0;
      for (const Index corner : corners) key = (key ^ static_cast<std::uint64_t>(corner)) * 0x9e3779b97f4a7c15U;
      return key ^ (key >> 32);
    }
  };

  // The nodes inside of a face: as the first cell that has it lists its corners, and those inside.
  struct KnownFace {
    Corners corners;
    int order;
    Index first;
  };

  Index new_node(std::span<const Index> nodes, const std::vector<double>& weights) {
    std::array<double, 3> place{};
    for (std::size_t n = 0; n < nodes.size(); ++n)
      for (int d = 0; d < 3; ++d) place[d] += weights[n] * file_.nodes[nodes[n]][d];
    file_.nodes.push_back(place);
    return static_cast<Index>(file_.nodes.size()) - 1;
  }

  void add_face(std::span<const Index> cell, const FaceOfCell& face, int order, std::vector<Index>& to) {
    const NewNodes& inside = inside_of_face(face.shape, order);
    if (inside.steps.empty()) return;
    std::vector<Index> nodes;
    for (const int node : face.nodes) nodes.push_back(cell[node]);
    Corners corners{-1, -1, -1, -1};
    std::copy_n(nodes.begin(), vertex_count(face.shape), corners.begin());
    Corners key = corners;
    std::sort(key.begin(), key.end());
    const auto [found, is_new] =
        faces_.try_emplace(key, KnownFace{corners, order, static_cast<Index>(file_.nodes.size())});
    const std::size_t begin = to.size();
    if (!is_new && add_known(found->second, corners, face.shape, order, to)) return;
    to.resize(begin);
    for (const auto& weights : inside.weights) to.push_back(new_node(nodes, weights));
  }

  // False if the face has another order or other sides than the known one of the same corners.
  bool add_known(const KnownFace& known, const Corners& corners, CellShape shape, int order, std::vector<Index>& to) {
    if (known.order != order) return false;
    const int n = vertex_count(shape);
    const auto corner_there = [&](int i) {
      const auto there = std::ranges::find(known.corners, corners[i]) - known.corners.begin();
      const auto place = vertex_corner(shape, static_cast<int>(there));
      return std::array{order * place[0], order * place[1]};
    };
    const auto start = corner_there(0), along = corner_there(1), up = corner_there(n - 1);
    const NewNodes& inside = inside_of_face(shape, order);
    for (const LatticeSteps& here : inside.steps) {
      LatticeSteps there{};
      for (int d = 0; d < 2; ++d)
        there[d] = start[d] + (here[0] * (along[d] - start[d]) + here[1] * (up[d] - start[d])) / order;
      const auto found = std::ranges::find(inside.steps, there);
      if (found == inside.steps.end()) return false;
      to.push_back(known.first + static_cast<Index>(found - inside.steps.begin()));
    }
    return true;
  }

  const NewNodes& inside_of_face(CellShape shape, int order) {
    const auto [found, is_new] = inside_of_faces_.try_emplace({shape, order});
    if (is_new) found->second = nodes_inside(shape, order);
    return found->second;
  }

  ForeignMesh& file_;
  std::map<std::pair<CellShape, int>, NewNodes> inside_of_faces_;
  std::unordered_map<Corners, KnownFace, Hash> faces_;  // by their sorted corners
};

}  // namespace

void complete_elements(ForeignMesh& file) {
  int cell_dim = 2;
  for (const ElementBlock& block : file.blocks)
    cell_dim = std::max(cell_dim, dim_of(msh_element_type(block.type).shape));
  Completion completion(file);
  for (ElementBlock& block : file.blocks) {
    const MshElementType type = msh_element_type(block.type);
    if (dim_of(type.shape) != cell_dim || type.complete) continue;
    if (type.shape == MshShape::pyramid && type.order > 2) continue;
    completion.complete(block, cell_shape(type.shape), type.order, type.node_count);
  }
}

}  // namespace dg
