#include "libdg/finite_volume/geometry.hpp"

#include <algorithm>
#include <cmath>

#include "libdg/backend/parallel.hpp"
#include "libdg/finite_volume/view.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

using Vector = std::array<double, 2>;

Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1]}; }
Vector operator+(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1]}; }

/// The vertices of a cell, counter-clockwise.
std::array<Vector, 4> vertices(const Mesh2& mesh, Index cell) {
  const int m = mesh.geometry_order;
  const bool triangle = mesh.cell_shapes[cell] == CellShape::triangle;
  const int last = node_count(mesh.cell_shapes[cell], m) - 1;
  const std::array<int, 4> nodes = triangle ? std::array{0, m, last, 0} : std::array{0, m, last, last - m};
  std::array<Vector, 4> v;
  for (int i = 0; i < 4; ++i) v[i] = mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[cell] + nodes[i]]];
  return v;
}

struct Chord {
  Vector middle, normal;
};

Chord chord(const Mesh2& mesh, Index cell, int f) {
  const auto v = vertices(mesh, cell);
  const Vector &a = v[f], &b = v[(f + 1) % face_count(mesh.cell_shapes[cell])];
  return {{0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])}, {b[1] - a[1], a[0] - b[0]}};
}

/// A cell from which a gradient is found, and the way to its centroid.
struct Neighbour {
  Index cell = -1;
  Vector way{};
};

/// Sum of d d^T of the ways d.
struct Moments {
  double xx = 0, xy = 0, yy = 0;

  void add(const Vector& d, double weight = 1) {
    xx += weight * d[0] * d[0];
    xy += weight * d[0] * d[1];
    yy += weight * d[1] * d[1];
  }
  double determinant() const { return xx * yy - xy * xy; }
};

/// Whether the ways to the neighbours span the plane: not if all are within a degree of one line.
bool span_plane(const std::array<Neighbour, 4>& neighbours) {
  Moments directions;
  for (const Neighbour& n : neighbours)
    if (n.cell >= 0) directions.add(n.way, 1 / (n.way[0] * n.way[0] + n.way[1] * n.way[1]));
  return directions.determinant() > 3e-4;
}

std::array<Neighbour, 4> neighbours_of(const CellNeighbours& mesh, Index cell) {
  std::array<Neighbour, 4> list;
  for (int f = 0; f < 4; ++f) {
    const auto& side = mesh.sides(cell)[f];
    if (side.cell >= 0) list[f] = {side.cell, side.own_middle - side.other_middle};
  }
  return list;
}

/// The neighbours of a cell. In a corner, where they are too few for a gradient, those of the neighbours stand at the
/// boundary faces.
std::array<Neighbour, 4> stencil_of(const CellNeighbours& mesh, Index cell, int faces) {
  std::array<Neighbour, 4> list = neighbours_of(mesh, cell);
  if (span_plane(list)) return list;
  const std::array<Neighbour, 4> near = list;
  for (const Neighbour& n : near) {
    if (n.cell < 0) continue;
    for (const Neighbour& far : neighbours_of(mesh, n.cell)) {
      const auto free = std::find_if(list.begin(), list.begin() + faces, [](const auto& x) { return x.cell < 0; });
      if (far.cell >= 0 && far.cell != cell && free != list.begin() + faces) *free = {far.cell, n.way + far.way};
    }
  }
  return list;
}

/// What the difference to each cell of a stencil adds to the gradient: least squares, all cells with the same weight.
/// Along a single line there is only the derivative along it.
std::array<Vector, 4> gradient_of(const std::array<Neighbour, 4>& stencil) {
  Moments m;
  for (const Neighbour& n : stencil) m.add(n.way);
  const bool plane = span_plane(stencil);
  std::array<Vector, 4> gradient{};
  const double trace = m.xx + m.yy;
  if (trace == 0) return gradient;
  for (int f = 0; f < 4; ++f) {
    const Vector& d = stencil[f].way;
    if (plane)
      gradient[f] = {(m.yy * d[0] - m.xy * d[1]) / m.determinant(), (m.xx * d[1] - m.xy * d[0]) / m.determinant()};
    else
      gradient[f] = {d[0] / trace, d[1] / trace};
  }
  return gradient;
}

}  // namespace

CellNeighbours::CellNeighbours(const Mesh2& mesh) : sides_(mesh.cell_count()), centroids_(mesh.cell_count()) {
  parallel_for(mesh.cell_count(), [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    centroids_[i] = cell_centroid(mesh, cell);
    for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f)
      sides_[i][f].own_middle = chord(mesh, cell, f).middle - centroids_[i];
  });
  Index boundary_faces = 0;
  for (const Face& face : mesh.faces) {
    Side& minus = sides_[face.minus][face.minus_face];
    if (face.plus < 0) {
      minus.boundary_face = boundary_faces++;
      continue;
    }
    Side& plus = sides_[face.plus][face.plus_face];
    minus.cell = face.plus;
    plus.cell = face.minus;
    minus.other_middle = plus.own_middle;
    plus.other_middle = minus.own_middle;
  }
}

std::array<double, 2> chord_normal(const Mesh2& mesh, Index cell, int face) { return chord(mesh, cell, face).normal; }

std::array<Index, 4> gradient_stencil(const Mesh2& mesh, const CellNeighbours& neighbours, Index cell) {
  std::array<Index, 4> cells{};
  const auto stencil = stencil_of(neighbours, cell, face_count(mesh.cell_shapes[cell]));
  for (int f = 0; f < 4; ++f) cells[f] = stencil[f].cell;
  return cells;
}

bool has_far_stencil(const CellNeighbours& neighbours, Index cell) {
  return !span_plane(neighbours_of(neighbours, cell));
}

std::array<Vector, 4> gradient_weights(const Mesh2& mesh, const CellNeighbours& neighbours, Index cell) {
  return gradient_of(stencil_of(neighbours, cell, face_count(mesh.cell_shapes[cell])));
}

FiniteVolumeGeometry make_finite_volumes(const Mesh2& mesh, const CellNeighbours& neighbours,
                                         const std::vector<Index>& cells, const std::vector<Index>& place) {
  const int faces = face_count(mesh.cell_shapes[cells.front()]);
  const std::size_t n = cells.size(), all = faces * n;
  FiniteVolumeGeometry g;
  for (auto* indices : {&g.neighbour, &g.stencil}) indices->resize(all);
  for (auto* vectors : {&g.gradient, &g.own_middle, &g.other_middle, &g.normal}) vectors->resize(2 * all);
  g.volume.resize(n);
  parallel_for(static_cast<Index>(n), [&](std::ptrdiff_t i) {
    const Index cell = cells[i];
    g.volume[i] = cell_area(mesh, cell);
    const auto stencil = stencil_of(neighbours, cell, faces);
    const auto gradient = gradient_of(stencil);
    for (int f = 0; f < faces; ++f) {
      const auto& side = neighbours.sides(cell)[f];
      g.neighbour[f * n + i] = side.cell >= 0 ? place[side.cell] : boundary_place(side.boundary_face);
      g.stencil[f * n + i] = place[stencil[f].cell >= 0 ? stencil[f].cell : cell];
      const Vector normal = chord(mesh, cell, f).normal;
      for (int d = 0; d < 2; ++d) {
        const std::size_t entry = (2 * f + d) * n + i;
        g.gradient[entry] = gradient[f][d];
        g.own_middle[entry] = side.own_middle[d];
        g.other_middle[entry] = side.other_middle[d];
        g.normal[entry] = normal[d];
      }
    }
  });
  return g;
}

}  // namespace dg
