#include "meshes/lower_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "meshes/bounding_box.hpp"
#include "meshes/checks.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/node_polynomial.hpp"

namespace dg {
namespace {

/// Where a node lies on the vertex, edge or face that it belongs to: these vertices and their weights.
struct Anchor {
  int count = 0;  ///< 0 inside the cell
  std::array<int, 4> vertex{}, weight{};
};

/// The cells of one shape.
struct ShapeTable {
  std::vector<int> vertex_nodes;  ///< by vertex, of the old order
  std::vector<Anchor> anchors;    ///< by new node
  std::vector<double> values;     ///< of the old nodes' functions: by new node, then old node
  int old_count = 0;
};

/// The face's functions of order 1, times order^2, at point (i, j): of its vertices in order.
std::array<int, 4> face_weights(int vertices, int order, int i, int j) {
  const int m = order;
  if (vertices == 2) return {(m - i) * m, i * m, 0, 0};
  if (vertices == 3) return {(m - i - j) * m, i * m, j * m, 0};
  return {(m - i) * (m - j), i * (m - j), i * j, (m - i) * j};
}

std::vector<Anchor> anchors_of(CellShape shape, int order) {
  std::vector<Anchor> anchors(static_cast<std::size_t>(node_count(shape, order)));
  for (int f = 0; f < face_count(shape); ++f) {
    const auto vertices = face_vertices(shape, f);
    for_each_face_point(vertices.count, order, [&](int i, int j) {
      Anchor anchor;
      const auto weights = face_weights(vertices.count, order, i, j);
      for (int v = 0; v < vertices.count; ++v) {
        if (weights[v] == 0) continue;
        anchor.vertex[anchor.count] = vertices[v];
        anchor.weight[anchor.count++] = weights[v];
      }
      anchors[static_cast<std::size_t>(lattice_face_node(shape, order, f, i, j))] = anchor;
    });
  }
  return anchors;
}

template <int Dim>
ShapeTable table_of(CellShape shape, int from, int to) {
  ShapeTable table;
  table.old_count = node_count(shape, from);
  for (int v = 0; v < vertex_count(shape); ++v) table.vertex_nodes.push_back(lattice_vertex(shape, from, v));
  table.anchors = anchors_of(shape, to);
  std::vector<NodeValue<Dim>> values(static_cast<std::size_t>(table.old_count));
  for (const auto& point : lattice_points<Dim>(shape, to)) {
    node_polynomials<Dim>(shape, from, point, values);
    for (const NodeValue<Dim>& value : values) table.values.push_back(value.value);
  }
  return table;
}

template <int Dim, std::size_t Space>
class Lowering {
 public:
  Lowering(Mesh<Dim>& mesh, std::vector<std::array<double, Space>>& nodes, int order, const std::string& source)
      : mesh_(mesh), nodes_(nodes), order_(order), source_(source) {
    BoundingBox<Space> box;
    for (const Index n : mesh.cell_nodes) box.include(nodes[n]);
    constexpr double same = 1e-8;
    tolerance_ = same * box.diagonal();
  }

  void lower() {
    std::array<ShapeTable, cell_shape_count> tables;
    std::vector<Index> begins{0}, cell_nodes;
    for (Index c = 0; c < mesh_.cell_count(); ++c) {
      const CellShape shape = mesh_.cell_shapes[c];
      ShapeTable& table = tables[static_cast<std::size_t>(shape)];
      if (table.anchors.empty()) table = table_of<Dim>(shape, mesh_.geometry_order, order_);
      const Index* old = &mesh_.cell_nodes[static_cast<std::size_t>(mesh_.cell_node_begin[c])];
      for (std::size_t n = 0; n < table.anchors.size(); ++n) cell_nodes.push_back(node(table, n, old));
      begins.push_back(static_cast<Index>(cell_nodes.size()));
    }
    mesh_.geometry_order = order_;
    mesh_.cell_nodes = std::move(cell_nodes);
    mesh_.cell_node_begin = std::move(begins);
  }

 private:
  // Vertices and weights by rising number of the vertex, which all cells around a node have in common.
  using Key = std::array<std::pair<Index, int>, 4>;
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t h = 0;
      for (const auto& [vertex, weight] : key) {
        h = (h ^ (static_cast<std::uint64_t>(vertex) << 16) ^ static_cast<std::uint64_t>(weight)) * 0x9e3779b97f4a7c15U;
        h ^= h >> 29;
      }
      return h;
    }
  };

  Index node(const ShapeTable& table, std::size_t n, const Index* old) {
    const Anchor& anchor = table.anchors[n];
    if (anchor.count == 1) return old[table.vertex_nodes[static_cast<std::size_t>(anchor.vertex[0])]];
    const std::array<double, Space> there = place_of(table, n, old);
    if (anchor.count == 0) return new_node(there);
    Key key;
    key.fill({-1, 0});
    for (int v = 0; v < anchor.count; ++v)
      key[static_cast<std::size_t>(v)] = {old[table.vertex_nodes[static_cast<std::size_t>(anchor.vertex[v])]],
                                          anchor.weight[v]};
    std::sort(key.begin(), key.end());
    const auto [found, is_new] = known_.try_emplace(key, -1);
    if (is_new)
      found->second = new_node(there);
    else
      require_same(nodes_[found->second], there);
    return found->second;
  }

  void require_same(const std::array<double, Space>& a, const std::array<double, Space>& b) const {
    for (std::size_t d = 0; d < Space; ++d)
      if (std::abs(a[d] - b[d]) > tolerance_)
        throw InputError(
            fmt::format("{}: the curved faces of two neighbouring cells do not fit together at {}; they "
                        "must share their nodes",
                        source_, place(a)));
  }

  std::array<double, Space> place_of(const ShapeTable& table, std::size_t n, const Index* old) const {
    const double* values = &table.values[n * static_cast<std::size_t>(table.old_count)];
    std::array<double, Space> sum{};
    for (int o = 0; o < table.old_count; ++o)
      for (std::size_t d = 0; d < Space; ++d) sum[d] += values[o] * nodes_[old[o]][d];
    return sum;
  }

  Index new_node(const std::array<double, Space>& there) {
    nodes_.push_back(there);
    return static_cast<Index>(nodes_.size()) - 1;
  }

  Mesh<Dim>& mesh_;
  std::vector<std::array<double, Space>>& nodes_;
  int order_;
  const std::string& source_;
  double tolerance_ = 0;
  std::unordered_map<Key, Index, Hash> known_;
};

template <int Dim>
void drop_unused_nodes(Mesh<Dim>& mesh) {
  std::vector<Index> number(mesh.nodes.size(), -1);
  for (const Index n : mesh.cell_nodes) number[n] = 0;
  Index kept = 0;
  for (Index n = 0; n < mesh.node_count(); ++n) {
    if (number[n] < 0) continue;
    mesh.nodes[kept] = mesh.nodes[n];
    number[n] = kept++;
  }
  mesh.nodes.resize(static_cast<std::size_t>(kept));
  for (Index& n : mesh.cell_nodes) n = number[n];
}

}  // namespace

template <int Dim, std::size_t Space>
void lower_order(Mesh<Dim>& mesh, std::vector<std::array<double, Space>>& nodes, int order, const std::string& source) {
  assert(order >= 1 && order < mesh.geometry_order && mesh.geometry_order <= max_element_order);
  Lowering<Dim, Space>(mesh, nodes, order, source).lower();
}

template <int Dim>
Mesh<Dim> with_lower_order(Mesh<Dim> mesh, int order, const std::string& source) {
  lower_order(mesh, mesh.nodes, order, source);
  drop_unused_nodes(mesh);
  check_jacobians(mesh, source);
  return mesh;
}

template void lower_order<2, 2>(Mesh<2>&, std::vector<std::array<double, 2>>&, int, const std::string&);
template void lower_order<2, 3>(Mesh<2>&, std::vector<std::array<double, 3>>&, int, const std::string&);
template void lower_order<3, 3>(Mesh<3>&, std::vector<std::array<double, 3>>&, int, const std::string&);
template Mesh<2> with_lower_order<2>(Mesh<2>, int, const std::string&);
template Mesh<3> with_lower_order<3>(Mesh<3>, int, const std::string&);

}  // namespace dg
