#include "meshes/checks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "meshes/bounding_box.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/point_finder.hpp"
#include "meshes/side_by_side.hpp"
#include "meshes/side_table.hpp"

namespace dg {
namespace {

constexpr double duplicate_tolerance = 1e-10;  // of the diagonal of the mesh

template <int Dim>
void check_cell_nodes(const Mesh<Dim>& mesh, Index cell, const std::string& source) {
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
template <int Dim>
void check_size(const Mesh<Dim>& mesh, const std::string& source) {
  constexpr double smallest = 1e-100, largest = 1e100, farthest = 1e8;  // the latter in diagonals
  const auto box = bounding_box(mesh);
  const double diagonal = box.diagonal();
  if (diagonal == 0) return;  // said better by the checks of cells and vertices
  if (!(diagonal >= smallest && diagonal <= largest)) {
    throw InputError(fmt::format("{}: the mesh measures {:.3g} from {} to {}; {} to {} is supported", source, diagonal,
                                 place(box.low), place(box.high), smallest, largest));
  }
  double distance = 0;
  for (int d = 0; d < Dim; ++d) distance = std::max({distance, std::abs(box.low[d]), std::abs(box.high[d])});
  if (distance > farthest * diagonal) {
    throw InputError(fmt::format("{}: the mesh lies at {}, {:.3g} times its size from the origin; move it nearer",
                                 source, place(box.low), distance / diagonal));
  }
}

// Twice the area of the polygon through the nodes on the faces.
double signed_measure(const Mesh<2>& mesh, Index cell) {
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

// Six times the volume of the polyhedron through the vertices, its faces cut into triangles.
double signed_measure(const Mesh<3>& mesh, Index cell) {
  double sum = 0;
  const auto& origin = mesh.nodes[vertex_node(mesh, cell, 0)];
  for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f) {
    const auto vertices = face_vertex_nodes(mesh, cell, f);
    for (int i = 2; i < vertices.count; ++i) {
      Jacobian3 edges;
      for (int d = 0; d < 3; ++d) {
        edges[0][d] = mesh.nodes[vertices[0]][d] - origin[d];
        edges[1][d] = mesh.nodes[vertices[i - 1]][d] - origin[d];
        edges[2][d] = mesh.nodes[vertices[i]][d] - origin[d];
      }
      sum += determinant(edges);
    }
  }
  return sum;
}

// Exchanges xi and eta, which keeps the first vertex.
template <int Dim>
void reverse_orientation(Mesh<Dim>& mesh, Index cell) {
  const CellShape shape = mesh.cell_shapes[cell];
  const int order = mesh.geometry_order;
  Index* nodes = mesh.cell_nodes.data() + mesh.cell_node_begin[cell];
  for_each_lattice_point(shape, order, [&](int i, int j, int k) {
    if (i > j) std::swap(nodes[lattice_node(shape, order, i, j, k)], nodes[lattice_node(shape, order, j, i, k)]);
  });
}

// The shapes of cells in the words of the messages.
template <int Dim>
constexpr const char* shape_words =
    Dim == 2 ? "triangles or quadrilaterals" : "tetrahedra, prisms, hexahedra or pyramids";

template <int Dim>
void check_shapes(const Mesh<Dim>& mesh, const std::string& source) {
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const CellShape shape = mesh.cell_shapes[c];
    if (static_cast<int>(shape) >= cell_shape_count || dim_of(shape) != Dim) {
      throw InputError(fmt::format("{}: cell {} has shape {}; the cells of a {}-D mesh are {}", source, c,
                                   static_cast<int>(shape), Dim, shape_words<Dim>));
    }
  }
}

}  // namespace

void check_geometry_order(int order, const std::string& source) {
  if (order >= 1 && order <= max_geometry_order) return;
  throw InputError(fmt::format("{}: cells have geometric order {}, but only 1 to {} are supported", source, order,
                               max_geometry_order));
}

template <int Dim>
void check_arrays(const Mesh<Dim>& mesh, const std::string& source) {
  if (mesh.cell_count() == 0) throw InputError(fmt::format("{}: the mesh has no {}", source, shape_words<Dim>));
  check_geometry_order(mesh.geometry_order, source);
  if (mesh.cell_shapes.size() >= max_cell_count<Dim>) {
    throw InputError(fmt::format("{}: {} cells, but at most {} are supported", source, mesh.cell_shapes.size(),
                                 max_cell_count<Dim> - 1));
  }
  check_shapes(mesh, source);
  bool consistent = mesh.cell_node_begin.size() == mesh.cell_shapes.size() + 1 && mesh.cell_node_begin.front() == 0 &&
                    static_cast<std::size_t>(mesh.cell_node_begin.back()) == mesh.cell_nodes.size();
  for (Index c = 0; consistent && c < mesh.cell_count(); ++c) {
    consistent =
        mesh.cell_node_begin[c + 1] - mesh.cell_node_begin[c] == node_count(mesh.cell_shapes[c], mesh.geometry_order);
  }
  if (!consistent) throw InputError(source + ": the number of nodes of the cells does not fit their shapes and order");
  for (Index n = 0; n < mesh.node_count(); ++n) {
    const auto& node = mesh.nodes[n];
    if (std::all_of(node.begin(), node.end(), [](double x) { return std::isfinite(x); })) continue;
    throw InputError(
        fmt::format("{}: node {} lies at {}; coordinates must be finite", source, n, place(mesh.nodes[n])));
  }
  check_size(mesh, source);
  for (Index c = 0; c < mesh.cell_count(); ++c) check_cell_nodes(mesh, c, source);
}

template <int Dim>
void check_duplicate_vertices(const Mesh<Dim>& mesh, const std::string& source) {
  std::vector<bool> is_vertex(mesh.nodes.size(), false);
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    for (int v = 0; v < vertex_count(mesh.cell_shapes[c]); ++v) is_vertex[vertex_node(mesh, c, v)] = true;
  }
  const auto count = static_cast<std::size_t>(std::count(is_vertex.begin(), is_vertex.end(), true));
  const auto box = bounding_box(mesh);
  if (box.diagonal() == 0) throw InputError(source + ": all nodes lie at " + place(box.low));
  PointFinder<Dim> finder(mesh.nodes, count, duplicate_tolerance * box.diagonal());
  for (Index n = 0; n < mesh.node_count(); ++n) {
    if (!is_vertex[n]) continue;
    if (const Index other = finder.find(mesh.nodes[n]); other >= 0) {
      throw InputError(fmt::format("{}: nodes {} and {} both lie at {}; merge duplicate nodes", source, other, n,
                                   place(mesh.nodes[n])));
    }
    finder.insert(n);
  }
}

template <int Dim>
void orient_cells(Mesh<Dim>& mesh) {
  in_parts(mesh.cell_count(), 4096, [&](Index first, Index last) {
    for (Index c = first; c < last; ++c)
      if (signed_measure(mesh, c) < 0) reverse_orientation(mesh, c);
  });
}

template void check_arrays<2>(const Mesh<2>&, const std::string&);
template void check_arrays<3>(const Mesh<3>&, const std::string&);
template void check_duplicate_vertices<2>(const Mesh<2>&, const std::string&);
template void check_duplicate_vertices<3>(const Mesh<3>&, const std::string&);
template void orient_cells<2>(Mesh<2>&);
template void orient_cells<3>(Mesh<3>&);

}  // namespace dg
