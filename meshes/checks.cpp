#include "meshes/checks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "meshes/bounding_box.hpp"
#include "meshes/edge_table.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/point_finder.hpp"

namespace dg {
namespace {

constexpr double duplicate_tolerance = 1e-10;  // of the diagonal of the mesh

void check_cell_nodes(const Mesh2& mesh, Index cell, const std::string& source) {
  const auto first = mesh.cell_nodes.begin() + mesh.cell_node_begin[cell];
  const auto last = mesh.cell_nodes.begin() + mesh.cell_node_begin[cell + 1];
  for (auto node = first; node != last; ++node) {
    if (*node < 0 || *node >= mesh.node_count()) {
      throw InputError(fmt::format("{}: cell {} has node {}, but nodes are numbered 0 to {}", source, cell, *node,
                                   mesh.node_count() - 1));
    }
  }
  for (auto node = first; node != last; ++node) {
    if (std::find(node + 1, last, *node) != last) {
      throw InputError(
          fmt::format("{}: {} has node {} twice, at {}", source, cell_at(mesh, cell), *node, place(mesh.nodes[*node])));
    }
  }
}

// Beyond these limits areas or tolerances underflow or overflow, or the distances between nodes have lost their digits.
void check_size(const Mesh2& mesh, const std::string& source) {
  constexpr double smallest = 1e-100, largest = 1e100, farthest = 1e8;  // the latter in diagonals
  const BoundingBox box = bounding_box(mesh);
  const double diagonal = box.diagonal();
  if (diagonal == 0) return;  // said better by the checks of cells and vertices
  if (!(diagonal >= smallest && diagonal <= largest)) {
    throw InputError(fmt::format("{}: the mesh measures {:.3g} from {} to {}; {} to {} is supported", source, diagonal,
                                 place(box.low), place(box.high), smallest, largest));
  }
  double distance = 0;
  for (int d = 0; d < 2; ++d) distance = std::max({distance, std::abs(box.low[d]), std::abs(box.high[d])});
  if (distance > farthest * diagonal) {
    throw InputError(fmt::format("{}: the mesh lies at {}, {:.3g} times its size from the origin; move it nearer",
                                 source, place(box.low), distance / diagonal));
  }
}

// Twice the area of the polygon through the nodes on the faces.
double polygon_area(const Mesh2& mesh, Index cell) {
  double sum = 0;
  for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f) {
    const auto& origin = mesh.nodes[vertex_node(mesh, cell, 0)];
    for (int k = 0; k < mesh.geometry_order; ++k) {
      const auto& a = mesh.nodes[face_node(mesh, cell, f, k)];
      const auto& b = mesh.nodes[face_node(mesh, cell, f, k + 1)];
      sum += (a[0] - origin[0]) * (b[1] - origin[1]) - (b[0] - origin[0]) * (a[1] - origin[1]);
    }
  }
  return sum;
}

// Exchanges xi and eta, which keeps the first vertex.
void turn_round(Mesh2& mesh, Index cell) {
  const CellShape shape = mesh.cell_shapes[cell];
  const int order = mesh.geometry_order;
  Index* nodes = mesh.cell_nodes.data() + mesh.cell_node_begin[cell];
  for (int j = 0; j <= order; ++j) {
    for (int i = j + 1; i <= (shape == CellShape::triangle ? order - j : order); ++i) {
      std::swap(nodes[lattice_node(shape, order, i, j)], nodes[lattice_node(shape, order, j, i)]);
    }
  }
}

}  // namespace

void check_geometry_order(int order, const std::string& source) {
  if (order >= 1 && order <= max_geometry_order) return;
  throw InputError(fmt::format("{}: cells have geometric order {}, but only 1 to {} are supported", source, order,
                               max_geometry_order));
}

void check_arrays(const Mesh2& mesh, const std::string& source) {
  if (mesh.cell_count() == 0) throw InputError(source + ": the mesh has no triangles or quadrilaterals");
  check_geometry_order(mesh.geometry_order, source);
  if (mesh.cell_shapes.size() >= max_cell_count) {
    throw InputError(
        fmt::format("{}: {} cells, but at most {} are supported", source, mesh.cell_shapes.size(), max_cell_count - 1));
  }
  bool consistent = mesh.cell_node_begin.size() == mesh.cell_shapes.size() + 1 && mesh.cell_node_begin.front() == 0 &&
                    static_cast<std::size_t>(mesh.cell_node_begin.back()) == mesh.cell_nodes.size();
  for (Index c = 0; consistent && c < mesh.cell_count(); ++c) {
    consistent =
        mesh.cell_node_begin[c + 1] - mesh.cell_node_begin[c] == node_count(mesh.cell_shapes[c], mesh.geometry_order);
  }
  if (!consistent) throw InputError(source + ": the number of nodes of the cells does not fit their shapes and order");
  for (Index n = 0; n < mesh.node_count(); ++n) {
    if (std::isfinite(mesh.nodes[n][0]) && std::isfinite(mesh.nodes[n][1])) continue;
    throw InputError(
        fmt::format("{}: node {} lies at {}; coordinates must be finite", source, n, place(mesh.nodes[n])));
  }
  check_size(mesh, source);
  for (Index c = 0; c < mesh.cell_count(); ++c) check_cell_nodes(mesh, c, source);
}

void check_duplicate_vertices(const Mesh2& mesh, const std::string& source) {
  std::vector<bool> is_vertex(mesh.nodes.size(), false);
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    for (int v = 0; v < face_count(mesh.cell_shapes[c]); ++v) is_vertex[vertex_node(mesh, c, v)] = true;
  }
  const auto count = static_cast<std::size_t>(std::count(is_vertex.begin(), is_vertex.end(), true));
  const BoundingBox box = bounding_box(mesh);
  if (box.diagonal() == 0) throw InputError(source + ": all nodes lie at " + place(box.low));
  PointFinder finder(mesh.nodes, count, duplicate_tolerance * box.diagonal());
  for (Index n = 0; n < mesh.node_count(); ++n) {
    if (!is_vertex[n]) continue;
    if (const Index other = finder.find(mesh.nodes[n]); other >= 0) {
      throw InputError(fmt::format("{}: nodes {} and {} both lie at {}; merge duplicate nodes", source, other, n,
                                   place(mesh.nodes[n])));
    }
    finder.insert(n);
  }
}

void orient_cells(Mesh2& mesh) {
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    if (polygon_area(mesh, c) < 0) turn_round(mesh, c);
  }
}

}  // namespace dg
