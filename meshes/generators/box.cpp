#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/generators/box_cells.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/generators/random_numbering.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

enum Kind { tetrahedra, prisms, hexahedra, hybrid, layers };

/// A box and the numbers of cubes along its sides.
struct Box {
  std::array<double, 3> low, high;
  std::array<int, 3> n;
  int order;
  Kind kind;
  int prism_layers;  // of kind layers

  CubeCells cells_at(const std::array<int, 3>& cube) const {
    switch (kind) {
      case tetrahedra:
        return CubeCells::tetrahedra;
      case prisms:
        return CubeCells::prisms;
      case hexahedra:
        return CubeCells::hexahedron;
      case layers:
        return cube[2] < prism_layers ? CubeCells::prisms : CubeCells::tetrahedra;
      case hybrid:
        break;
    }
    // Hexahedra beside prisms; tetrahedra on top of both, next to hexahedra by way of pyramids.
    const bool beside = 2 * cube[0] >= n[0];
    const int bottom = std::max(1, n[2] / 2);
    if (cube[2] < bottom) return beside ? CubeCells::prisms : CubeCells::hexahedron;
    return cube[2] == bottom && !beside ? CubeCells::around_centre : CubeCells::tetrahedra;
  }

  /// Nodes along a side. Lattice points of all cells but those around a centre lie on one regular grid.
  Index nodes_along(int d) const { return n[d] * order + 1; }
};

class BoxMaker {
 public:
  explicit BoxMaker(const Box& box) : box_(box) {
    mesh.geometry_order = box.order;
    mesh.boundary_names = {"left", "right", "front", "back", "bottom", "top"};
    add_nodes();
    std::array<int, 3> cube{};
    for (cube[2] = 0; cube[2] < box.n[2]; ++cube[2])
      for (cube[1] = 0; cube[1] < box.n[1]; ++cube[1])
        for (cube[0] = 0; cube[0] < box.n[0]; ++cube[0]) add_cube(cube);
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

  /// Place of a point of the grid of nodes, exact on the sides.
  std::array<double, 3> place(const std::array<double, 3>& steps) const {
    std::array<double, 3> point;
    for (int d = 0; d < 3; ++d) {
      const double last = box_.nodes_along(d) - 1;
      point[d] = steps[d] == last ? box_.high[d] : box_.low[d] + (box_.high[d] - box_.low[d]) * steps[d] / last;
    }
    return point;
  }

  void add_cube(const std::array<int, 3>& cube) {
    const CubeCells kind = box_.cells_at(cube);
    Index centre = -1;
    if (kind == CubeCells::around_centre) {
      centre = mesh.node_count();
      mesh.nodes.push_back(place({cube[0] + 0.5, cube[1] + 0.5, cube[2] + 0.5}));
    }
    for (const CubeCell& cell : cells_of_cube(kind)) {
      add_cell(cube, cell, centre);
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

  // Lattice points lie where the vertices next to the first along each direction put them.
  void add_cell(const std::array<int, 3>& cube, const CubeCell& cell, Index centre) {
    if (centre >= 0) {
      for_each_lattice_point(cell.shape, 1, [&](int i, int j, int k) {
        int vertex = 0;
        while (vertex_corner(cell.shape, vertex) != std::array{i, j, k}) ++vertex;
        const int corner = cell.corners[vertex];
        mesh.cell_nodes.push_back(corner == cube_centre ? centre : node_at_corner(cube, corner));
      });
    } else {
      const int start = cell.corners[0];
      std::array<int, 3> ends;
      for (int r = 0; r < 3; ++r) ends[r] = cell.corners[vertex_along(cell.shape, r)];
      for_each_lattice_point(cell.shape, box_.order, [&](int i, int j, int k) {
        const std::array counts{i, j, k};
        std::array<int, 3> steps;
        for (int d = 0; d < 3; ++d) {
          steps[d] = (cube[d] + (start >> d & 1)) * box_.order;
          for (int r = 0; r < 3; ++r) steps[d] += counts[r] * ((ends[r] >> d & 1) - (start >> d & 1));
        }
        mesh.cell_nodes.push_back(node_at(steps));
      });
    }
    mesh.cell_shapes.push_back(cell.shape);
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
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

  Box box_;
};

/// Curves the inside: every coordinate gains amplitude * side * sin(2 pi xi) sin(2 pi eta) sin(2 pi zeta), with xi, eta
/// and zeta from 0 to 1 across the box. The sides stay in place; the map is one-to-one while 2 pi sqrt(3) amplitude
/// < 1.
void curve(Mesh3& mesh, const Box& box, double amplitude) {
  if (amplitude == 0) return;
  for (auto& node : mesh.nodes) {
    double bump = amplitude;
    bool on_side = false;
    for (int d = 0; d < 3; ++d) {
      // Sines of the rounded multiples of pi are not zero: leave the nodes of the sides exactly where they are.
      on_side = on_side || node[d] == box.low[d] || node[d] == box.high[d];
      bump *= std::sin(2 * std::numbers::pi * (node[d] - box.low[d]) / (box.high[d] - box.low[d]));
    }
    if (on_side) continue;
    for (int d = 0; d < 3; ++d) node[d] += (box.high[d] - box.low[d]) * bump;
  }
}

/// Refuses a mesh whose numbers of sides, or of nodes of all cells, overflow Index.
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

Box read_box(int level, const Parameters& parameters) {
  Box box{};
  box.kind = static_cast<Kind>(parameters.choice("kind", {"tetrahedra", "prisms", "hexahedra", "hybrid", "layers"}));
  box.order = parameters.integer("order", 1, max_geometry_order);
  if (box.kind == hybrid && box.order > 1) parameters.reject("order", "1 for kind = hybrid, which has pyramids");
  const int most = 1 << 15;
  const int n = parameters.integer("n", 1, most, std::min(most, 4 << level));
  box.n = {parameters.integer("nx", 1, most, n), parameters.integer("ny", 1, most, n),
           parameters.integer("nz", 1, most, n)};
  for (const char* key : {"prisms", "tetrahedra"}) {
    if (box.kind != layers && parameters.text(key) != "auto") parameters.reject(key, "left out but for kind = layers");
  }
  if (box.kind == layers) {
    if (parameters.text("nz") != "auto")
      parameters.reject("nz", "left out for kind = layers, which has prisms + tetrahedra");
    box.prism_layers = parameters.integer("prisms", 0, most, n);
    box.n[2] = box.prism_layers + parameters.integer("tetrahedra", 0, most, n);
    if (box.n[2] == 0) parameters.reject("tetrahedra", "at least 1 if there are no prisms");
  }
  if (box.kind == hybrid && std::min(box.n[0], box.n[2]) < 2) parameters.reject("n", "at least 2 for kind = hybrid");
  const double far = 1e6;
  const char* ends[3][2] = {{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}};
  for (int d = 0; d < 3; ++d) {
    box.low[d] = parameters.real(ends[d][0], -far, far);
    box.high[d] = parameters.real(ends[d][1], -far, far);
    if (box.high[d] <= box.low[d]) parameters.reject(ends[d][1], std::string("greater than ") + ends[d][0]);
  }
  check_size(box, parameters);
  return box;
}

Mesh3 make_box(int level, const Parameters& parameters) {
  const Box box = read_box(level, parameters);
  const bool random = parameters.choice("numbering", {"grid", "random"}) == 1;
  const int seed = parameters.integer("seed", 0, std::numeric_limits<int>::max());
  const double amplitude = parameters.real("curved", 0, 0.05);
  BoxMaker maker(box);
  curve(maker.mesh, box, amplitude);
  build_faces(maker.mesh, maker.sides, "mesh 'box'");
  return random ? randomly_numbered(maker.mesh, static_cast<std::uint64_t>(seed)) : std::move(maker.mesh);
}

}  // namespace

Generator box_generator() {
  return {
      {"box",
       "a three-dimensional box with matching opposite sides; boundaries left, right (x), front, back (y), bottom, "
       "top (z)",
       {{"kind", "tetrahedra",
         "tetrahedra, prisms, hexahedra, hybrid (hexahedra beside prisms, tetrahedra and pyramids above), or layers "
         "(of prisms, and of tetrahedra above)"},
        {"n", "auto", "cubes along each side, before they are cut; auto: 4 * 2^level"},
        {"nx", "auto", "cubes along x; auto: n"},
        {"ny", "auto", "cubes along y; auto: n"},
        {"nz", "auto", "cubes along z; auto: n"},
        {"prisms", "auto", "kind = layers: layers of prisms, two a square; auto: n"},
        {"tetrahedra", "auto", "kind = layers: layers of tetrahedra, six a cube; auto: n"},
        {"numbering", "grid", "grid, or random: the order of the cells"},
        {"seed", "1", "seed of the random order"},
        {"order", "1", "geometric order, 1 to 4"},
        {"curved", "0", "amplitude of a smooth curving of the inside, as a fraction of the side, 0 to 0.05"},
        {"xmin", "0", "left end"},
        {"xmax", "1", "right end"},
        {"ymin", "0", "front end"},
        {"ymax", "1", "back end"},
        {"zmin", "0", "lower end"},
        {"zmax", "1", "upper end"}}},
      make_box};
}

}  // namespace dg
