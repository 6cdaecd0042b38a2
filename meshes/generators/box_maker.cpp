#include "meshes/generators/box_maker.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>

#include "meshes/build.hpp"
#include "meshes/generators/box_deformation.hpp"
#include "meshes/lattice.hpp"
#include "meshes/side_by_side.hpp"

namespace dg {
namespace {

/// Place of a point of the grid of nodes, on the straight lines between vertices.
std::array<double, 3> place(const Box& box, const GridLines& lines, const std::array<double, 3>& steps) {
  std::array<double, 3> point;
  for (int d = 0; d < 3; ++d) {
    const int cube = std::min(static_cast<int>(steps[d] / box.order), box.n[d] - 1);
    const double part = (steps[d] - cube * box.order) / box.order;
    const double from = lines[d][cube], to = lines[d][cube + 1];
    point[d] = part == 1 ? to : from + (to - from) * part;
  }
  return point;
}

Index grid_nodes(const Box& box) { return box.nodes_along(0) * box.nodes_along(1) * box.nodes_along(2); }

/// The cells of layers of cubes. Nodes inside cubes are numbered from grid_nodes() on.
class LayersMaker {
 public:
  LayersMaker(const Box& box, const GridLines& lines, int first, int last)
      : box_(box), window_(box.window()), lines_(lines) {
    std::array<int, 3> cube{};
    for (cube[2] = first; cube[2] < last; ++cube[2])
      for (cube[1] = window_.first[1]; cube[1] < window_.last[1]; ++cube[1])
        for (cube[0] = window_.first[0]; cube[0] < window_.last[0]; ++cube[0]) add_cube(cube);
  }

  std::vector<std::array<double, 3>> nodes;  ///< inside cubes
  std::vector<CellShape> cell_shapes;
  std::vector<Index> cell_nodes;
  std::vector<TaggedFace<3>> sides;

 private:
  void add_cube(const std::array<int, 3>& cube) {
    inner_.clear();
    for (const CubeCell& cell : cells_of_cube(box_.cells_at(cube))) {
      add_cell(cube, cell);
      tag_sides(cube, cell);
    }
  }

  Index node_at(const std::array<int, 3>& steps) const {
    std::array<int, 3> place;
    for (int d = 0; d < 3; ++d) place[d] = steps[d] - window_.first[d] * box_.order;
    return (place[2] * box_.nodes_along(1) + place[1]) * box_.nodes_along(0) + place[0];
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
      const auto [entry, is_new] = inner_.try_emplace(halves, grid_nodes(box_) + static_cast<Index>(nodes.size()));
      std::array<double, 3> steps;
      for (int d = 0; d < 3; ++d) steps[d] = cube[d] * box_.order + 0.5 * halves[d];
      if (is_new) nodes.push_back(place(box_, lines_, steps));
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
      cell_nodes.push_back(node_in_cube(cube, halves, around_centre));
    });
    cell_shapes.push_back(cell.shape);
  }

  void tag_sides(const std::array<int, 3>& cube, const CubeCell& cell) {
    for (int d = 0; d < 3; ++d) {
      if (cube[d] == window_.first[d]) tag_side(cube, cell, d, 0);
      if (cube[d] == window_.last[d] - 1) tag_side(cube, cell, d, 1);
    }
  }

  // The faces of a cell whose vertices have coordinate d at the lower or upper end of the cube.
  void tag_side(const std::array<int, 3>& cube, const CubeCell& cell, int d, int end) {
    const bool is_inside = end == 0 ? cube[d] > 0 : cube[d] < box_.n[d] - 1;
    const auto boundary = static_cast<std::int16_t>(is_inside ? box_.boundaries.size() : 2 * d + end);
    for (int f = 0; f < face_count(cell.shape); ++f) {
      const auto local = face_vertices(cell.shape, f);
      const auto lies_there = [&](int v) {
        return cell.corners[v] != cube_centre && (cell.corners[v] >> d & 1) == end;
      };
      if (!std::all_of(local.begin(), local.end(), lies_there)) continue;
      TaggedFace<3> side{{-1, -1, -1, -1}, boundary};
      for (int i = 0; i < local.count; ++i) side.vertices[i] = node_at_corner(cube, cell.corners[local[i]]);
      sides.push_back(side);
    }
  }

  const Box& box_;
  const GridWindow<3> window_;
  const GridLines& lines_;
  std::map<std::array<int, 3>, Index> inner_;  ///< nodes inside the cube at hand, by halves of steps
};

struct TaggedMesh {
  Mesh3 mesh;
  std::vector<TaggedFace<3>> sides;
};

/// Those of the regular grid inside of cubes that have cells around their centre.
void drop_unused_nodes(TaggedMesh& of) {
  Mesh3& mesh = of.mesh;
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
  for (auto& side : of.sides)
    for (Index& vertex : side.vertices)
      if (vertex >= 0) vertex = number[vertex];
}

void add_nodes(const Box& box, const GridLines& lines, Mesh3& mesh) {
  mesh.nodes.resize(static_cast<std::size_t>(grid_nodes(box)));
  in_parts(box.nodes_along(2), 1, [&](Index first, Index last) {
    const int nx = box.nodes_along(0), ny = box.nodes_along(1);
    std::array<int, 3> begin = box.window().first;
    for (int& steps : begin) steps *= box.order;
    auto node = mesh.nodes.begin() + std::ptrdiff_t(first) * nx * ny;
    for (Index k = first; k < last; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
          *node++ = place(box, lines, {double(begin[0] + i), double(begin[1] + j), double(begin[2] + k)});
  });
}

void append(LayersMaker layers, const Box& box, TaggedMesh& to) {
  Mesh3& mesh = to.mesh;
  const Index more = mesh.node_count() - grid_nodes(box);
  for (Index& node : layers.cell_nodes)
    if (node >= grid_nodes(box)) node += more;
  mesh.nodes.insert(mesh.nodes.end(), layers.nodes.begin(), layers.nodes.end());
  mesh.cell_nodes.insert(mesh.cell_nodes.end(), layers.cell_nodes.begin(), layers.cell_nodes.end());
  mesh.cell_shapes.insert(mesh.cell_shapes.end(), layers.cell_shapes.begin(), layers.cell_shapes.end());
  for (const CellShape shape : layers.cell_shapes)
    mesh.cell_node_begin.push_back(mesh.cell_node_begin.back() + node_count(shape, box.order));
  to.sides.insert(to.sides.end(), layers.sides.begin(), layers.sides.end());
}

TaggedMesh make_cells(const Box& box) {
  TaggedMesh made;
  made.mesh.geometry_order = box.order;
  made.mesh.boundary_names.assign(box.boundaries.begin(), box.boundaries.end());
  if (box.part) made.mesh.boundary_names.push_back("inside");
  const GridLines lines = grid_lines(box);
  add_nodes(box, lines, made.mesh);
  std::map<Index, LayersMaker> layers;
  std::mutex guard;
  const GridWindow<3> window = box.window();
  in_parts(window.along(2), 1, [&](Index first, Index last) {
    LayersMaker part(box, lines, window.first[2] + first, window.first[2] + last);
    const std::lock_guard lock(guard);
    layers.emplace(first, std::move(part));
  });
  for (auto& [first, part] : layers) append(std::move(part), box, made);
  if (box.order > 1 && (box.kind == BoxKind::hybrid || box.kind == BoxKind::pyramids)) drop_unused_nodes(made);
  return made;
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
  // Hexahedra beside prisms; tetrahedra on top of both, next to hexahedra by way of pyramids, also to those of the next
  // period: opposite sides match.
  const bool beside = 2 * cube[0] >= n[0];
  const int bottom = std::max(1, n[2] / 2);
  if (cube[2] < bottom) return beside ? CubeCells::prisms : CubeCells::hexahedron;
  if (beside) return CubeCells::tetrahedra;
  const bool last = cube[2] == n[2] - 1;
  if (cube[2] == bottom) return last ? CubeCells::pyramids_on_base_and_top : CubeCells::pyramid_on_base;
  return last ? CubeCells::pyramid_on_top : CubeCells::tetrahedra;
}

Mesh3 make_box_mesh(const Box& box, const std::string& source) {
  TaggedMesh made = make_cells(box);
  distort(made.mesh, box);
  curve(made.mesh, box);
  build_faces(made.mesh, made.sides, source);
  return std::move(made.mesh);
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
