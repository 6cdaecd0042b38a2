#include "meshes/generators/box_maker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <random>

#include "meshes/build.hpp"
#include "meshes/lattice.hpp"
#include "meshes/node_polynomial.hpp"

namespace dg {
namespace {

/// Places of the vertices along each direction.
using GridLines = std::array<std::vector<double>, 3>;

GridLines grid_lines(const Box& box) {
  GridLines lines;
  for (int d = 0; d < 3; ++d) {
    const double side = box.high[d] - box.low[d], g = box.grading[d];
    for (int i = 0; i <= box.n[d]; ++i) {
      const double share = double(i) / box.n[d];
      const double graded = g == 0 ? share : 0.5 * (1 + std::tanh(g * (2 * share - 1)) / std::tanh(g));
      lines[d].push_back(box.low[d] + side * graded);
    }
    lines[d].front() = box.low[d];
    lines[d].back() = box.high[d];
  }
  return lines;
}

class BoxMaker {
 public:
  explicit BoxMaker(const Box& box) : box_(box), lines_(grid_lines(box)) {
    mesh.geometry_order = box.order;
    mesh.boundary_names.assign(box.boundaries.begin(), box.boundaries.end());
    add_nodes();
    std::array<int, 3> cube{};
    for (cube[2] = 0; cube[2] < box.n[2]; ++cube[2])
      for (cube[1] = 0; cube[1] < box.n[1]; ++cube[1])
        for (cube[0] = 0; cube[0] < box.n[0]; ++cube[0]) add_cube(cube);
    if (box.order > 1 && (box.kind == BoxKind::hybrid || box.kind == BoxKind::pyramids)) drop_unused_nodes();
  }

  Mesh3 mesh;
  std::vector<TaggedFace<3>> sides;

 private:
  void add_nodes() {
    mesh.nodes.reserve(std::size_t(box_.nodes_along(0)) * box_.nodes_along(1) * box_.nodes_along(2));
    for (int k = 0; k < box_.nodes_along(2); ++k)
      for (int j = 0; j < box_.nodes_along(1); ++j)
        for (int i = 0; i < box_.nodes_along(0); ++i) mesh.nodes.push_back(place({double(i), double(j), double(k)}));
  }

  /// Place of a point of the grid of nodes, on the straight lines between vertices.
  std::array<double, 3> place(const std::array<double, 3>& steps) const {
    std::array<double, 3> point;
    for (int d = 0; d < 3; ++d) {
      const int cube = std::min(static_cast<int>(steps[d] / box_.order), box_.n[d] - 1);
      const double part = (steps[d] - cube * box_.order) / box_.order;
      const double from = lines_[d][cube], to = lines_[d][cube + 1];
      point[d] = part == 1 ? to : from + (to - from) * part;
    }
    return point;
  }

  void add_cube(const std::array<int, 3>& cube) {
    inner_.clear();
    for (const CubeCell& cell : cells_of_cube(box_.cells_at(cube))) {
      add_cell(cube, cell);
      tag_sides(cube, cell);
    }
  }

  Index node_at(const std::array<int, 3>& steps) const {
    return (steps[2] * box_.nodes_along(1) + steps[1]) * box_.nodes_along(0) + steps[0];
  }

  Index node_at_corner(const std::array<int, 3>& cube, int corner) const {
    std::array<int, 3> steps;
    for (int d = 0; d < 3; ++d) steps[d] = (cube[d] + (corner >> d & 1)) * box_.order;
    return node_at(steps);
  }

  /// Node at a point that lies so many halves of a step from the lowest corner of a cube: on the regular grid, but
  /// inside of the cubes that have cells around their centre.
  Index node_in_cube(const std::array<int, 3>& cube, const std::array<int, 3>& halves, bool around_centre) {
    const auto inside = [&](int half) { return half > 0 && half < 2 * box_.order; };
    if (around_centre && std::all_of(halves.begin(), halves.end(), inside)) {
      const auto [entry, is_new] = inner_.try_emplace(halves, mesh.node_count());
      std::array<double, 3> steps;
      for (int d = 0; d < 3; ++d) steps[d] = cube[d] * box_.order + 0.5 * halves[d];
      if (is_new) mesh.nodes.push_back(place(steps));
      return entry->second;
    }
    std::array<int, 3> steps;
    for (int d = 0; d < 3; ++d) steps[d] = cube[d] * box_.order + halves[d] / 2;
    return node_at(steps);
  }

  // Lattice points lie where the vertices next to the first along each direction put them.
  void add_cell(const std::array<int, 3>& cube, const CubeCell& cell) {
    const auto halves_of = [](int corner, int d) { return corner == cube_centre ? 1 : 2 * (corner >> d & 1); };
    const int vertices = vertex_count(cell.shape);
    const bool around_centre = cell.corners[vertices - 1] == cube_centre;
    for_each_lattice_point(cell.shape, box_.order, [&](int i, int j, int k) {
      const std::array counts{i, j, k};
      std::array<int, 3> halves;
      for (int d = 0; d < 3; ++d) {
        const int start = halves_of(cell.corners[0], d);
        halves[d] = start * box_.order;
        for (int r = 0; r < 3; ++r)
          halves[d] += counts[r] * (halves_of(cell.corners[vertex_along(cell.shape, r)], d) - start);
      }
      mesh.cell_nodes.push_back(node_in_cube(cube, halves, around_centre));
    });
    mesh.cell_shapes.push_back(cell.shape);
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  }

  /// Those of the regular grid inside of cubes that have cells around their centre.
  void drop_unused_nodes() {
    std::vector<Index> number(mesh.nodes.size(), -1);
    for (const Index node : mesh.cell_nodes) number[node] = 0;
    Index used = 0;
    for (std::size_t i = 0; i < number.size(); ++i) {
      if (number[i] < 0) continue;
      mesh.nodes[used] = mesh.nodes[i];
      number[i] = used++;
    }
    mesh.nodes.resize(used);
    for (Index& node : mesh.cell_nodes) node = number[node];
    for (auto& side : sides)
      for (Index& vertex : side.vertices)
        if (vertex >= 0) vertex = number[vertex];
  }

  void tag_sides(const std::array<int, 3>& cube, const CubeCell& cell) {
    for (int d = 0; d < 3; ++d) {
      if (cube[d] == 0) tag_side(cube, cell, d, 0);
      if (cube[d] == box_.n[d] - 1) tag_side(cube, cell, d, 1);
    }
  }

  // The faces of a cell whose vertices have coordinate d at the lower or upper end of the cube.
  void tag_side(const std::array<int, 3>& cube, const CubeCell& cell, int d, int end) {
    for (int f = 0; f < face_count(cell.shape); ++f) {
      const auto local = face_vertices(cell.shape, f);
      const auto lies_there = [&](int v) {
        return cell.corners[v] != cube_centre && (cell.corners[v] >> d & 1) == end;
      };
      if (!std::all_of(local.begin(), local.end(), lies_there)) continue;
      TaggedFace<3> side{{-1, -1, -1, -1}, static_cast<std::int16_t>(2 * d + end)};
      for (int i = 0; i < local.count; ++i) side.vertices[i] = node_at_corner(cube, cell.corners[local[i]]);
      sides.push_back(side);
    }
  }

  const Box& box_;
  GridLines lines_;
  std::map<std::array<int, 3>, Index> inner_;  ///< nodes inside the cube at hand, by halves of steps
};

bool on_side(const Box& box, const std::array<double, 3>& x) {
  bool on = false;
  for (int d = 0; d < 3; ++d) on = on || x[d] == box.low[d] || x[d] == box.high[d];
  return on;
}

/// Least distance to the next lines of the grid, along each direction, from a place inside the box.
std::array<double, 3> spacing_at(const GridLines& lines, const std::array<double, 3>& x) {
  std::array<double, 3> spacing;
  for (int d = 0; d < 3; ++d) {
    const auto above = std::upper_bound(lines[d].begin(), lines[d].end(), x[d]);
    const auto below = std::lower_bound(lines[d].begin(), lines[d].end(), x[d]) - 1;
    spacing[d] = std::min(*above - x[d], x[d] - *below);
  }
  return spacing;
}

/// Moves every vertex inside the box to a random place in an ellipsoid of `distortion` times the local spacing, and the
/// other nodes of straight cells with them.
void distort(Mesh3& mesh, const Box& box) {
  if (box.distortion == 0) return;
  // The standard fixes the sequence of the engine but not that of its distributions.
  std::mt19937_64 engine(static_cast<std::uint64_t>(box.seed));
  const auto uniform = [&] { return double(engine() >> 11) * 0x1p-52 - 1; };
  const GridLines lines = grid_lines(box);
  const auto straight = mesh.nodes;
  std::vector<std::array<double, 3>> moved(straight.size());
  for (std::size_t i = 0; i < straight.size(); ++i) {
    std::array<double, 3> x;
    do {
      x = {uniform(), uniform(), uniform()};
    } while (x[0] * x[0] + x[1] * x[1] + x[2] * x[2] > 1);
    if (on_side(box, straight[i])) continue;
    const auto spacing = spacing_at(lines, straight[i]);
    for (int d = 0; d < 3; ++d) moved[i][d] = box.distortion * spacing[d] * x[d];
  }
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const CellShape shape = mesh.cell_shapes[c];
    Index entry = mesh.cell_node_begin[c];
    for (const auto& xi : lattice_points<3>(shape, box.order)) {
      const Index node = mesh.cell_nodes[entry++];
      mesh.nodes[node] = straight[node];
      for (int v = 0; v < vertex_count(shape); ++v) {
        const double share = node_polynomial<3>(shape, 1, vertex_corner(shape, v), xi).value;
        for (int d = 0; d < 3; ++d) mesh.nodes[node][d] += share * moved[vertex_node(mesh, c, v)][d];
      }
    }
  }
}

/// Curves the inside: every coordinate gains amplitude * side * sin(2 pi xi) sin(2 pi eta) sin(2 pi zeta), with xi, eta
/// and zeta from 0 to 1 across the box. The sides stay in place; the map is one-to-one while 2 pi sqrt(3) amplitude
/// < 1.
void curve(Mesh3& mesh, const Box& box) {
  if (box.curved == 0) return;
  for (auto& node : mesh.nodes) {
    // Sines of the rounded multiples of pi are not zero: leave the nodes of the sides exactly where they are.
    if (on_side(box, node)) continue;
    double bump = box.curved;
    for (int d = 0; d < 3; ++d)
      bump *= std::sin(2 * std::numbers::pi * (node[d] - box.low[d]) / (box.high[d] - box.low[d]));
    for (int d = 0; d < 3; ++d) node[d] += (box.high[d] - box.low[d]) * bump;
  }
}

}  // namespace

CubeCells Box::cells_at(const std::array<int, 3>& cube) const {
  switch (kind) {
    case BoxKind::tetrahedra:
      return CubeCells::tetrahedra;
    case BoxKind::prisms:
      return CubeCells::prisms;
    case BoxKind::hexahedra:
      return CubeCells::hexahedron;
    case BoxKind::pyramids:
      return CubeCells::pyramids;
    case BoxKind::layers:
      return cube[2] < prism_layers ? CubeCells::prisms : CubeCells::tetrahedra;
    case BoxKind::hybrid:
      break;
  }
  // Hexahedra beside prisms; tetrahedra on top of both, next to hexahedra by way of pyramids.
  const bool beside = 2 * cube[0] >= n[0];
  const int bottom = std::max(1, n[2] / 2);
  if (cube[2] < bottom) return beside ? CubeCells::prisms : CubeCells::hexahedron;
  return cube[2] == bottom && !beside ? CubeCells::around_centre : CubeCells::tetrahedra;
}

Mesh3 make_box_mesh(const Box& box, const std::string& source) {
  BoxMaker maker(box);
  distort(maker.mesh, box);
  curve(maker.mesh, box);
  build_faces(maker.mesh, maker.sides, source);
  return std::move(maker.mesh);
}

void check_size(const Box& box, const Parameters& parameters) {
  double cells = 0, entries = 0;
  for (int k = 0; k < box.n[2]; ++k) {
    // Hybrid layers have two kinds of cubes; the more costly one is the bound.
    double most_cells = 0, most_entries = 0;
    for (const int i : {0, box.n[0] - 1}) {
      double cube_entries = 0;
      const auto& list = cells_of_cube(box.cells_at({i, 0, k}));
      for (const CubeCell& cell : list) cube_entries += node_count(cell.shape, box.order);
      most_cells = std::max(most_cells, double(list.size()));
      most_entries = std::max(most_entries, cube_entries);
    }
    cells += most_cells * box.n[0] * box.n[1];
    entries += most_entries * box.n[0] * box.n[1];
  }
  constexpr double most = std::numeric_limits<Index>::max();
  if (entries > most || 8 * cells > most)
    parameters.reject("n", "smaller: a mesh holds at most 2^28 cells and 2^31 - 1 nodes of cells");
}

}  // namespace dg
