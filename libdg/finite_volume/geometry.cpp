#include "libdg/finite_volume/geometry.hpp"

#include "libdg/backend/parallel.hpp"
#include "libdg/finite_volume/gradient_stencil.hpp"
#include "libdg/finite_volume/vector_arithmetic.hpp"
#include "libdg/finite_volume/view.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

using namespace vectors;

/// A face as its vertices have it.
template <int Dim>
struct FlatFace {
  Vector<Dim> middle, normal;
};

FlatFace<2> flat(const std::vector<Vector<2>>& v) {
  return {{0.5 * (v[0][0] + v[1][0]), 0.5 * (v[0][1] + v[1][1])}, {v[1][1] - v[0][1], v[0][0] - v[1][0]}};
}

/// Of a quadrilateral the middle is the centroid of the four triangles around the mean of its vertices, by what they
/// add to the normal: exact in a plane, and the same from both sides.
FlatFace<3> flat(const std::vector<Vector<3>>& v) {
  if (v.size() == 3) return {1 / 3.0 * (v[0] + v[1] + v[2]), 0.5 * cross(v[1] - v[0], v[2] - v[0])};
  const Vector<3> mean = 0.25 * ((v[0] + v[2]) + (v[1] + v[3])), normal = 0.5 * cross(v[2] - v[0], v[3] - v[1]);
  Vector<3> moment{};
  double area = 0;
  for (int i = 0; i < 4; ++i) {
    const Vector<3> a = v[i] - mean, b = v[(i + 1) % 4] - mean;
    const double part = dot(cross(a, b), normal);
    moment = moment + part / 3 * (a + b);
    area += part;
  }
  return {mean + 1 / area * moment, normal};
}

template <int Dim>
FlatFace<Dim> flat_face(const Mesh<Dim>& mesh, Index cell, int f) {
  std::vector<Vector<Dim>> v;
  for (const Index node : face_vertex_nodes(mesh, cell, f)) v.push_back(mesh.nodes[node]);
  return flat(v);
}

}  // namespace

template <int Dim>
CellNeighbours<Dim>::CellNeighbours(const Mesh<Dim>& mesh) : sides_(mesh.cell_count()), centroids_(mesh.cell_count()) {
  parallel_for(mesh.cell_count(), [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    centroids_[i] = cell_centroid(mesh, cell);
    for (int f = 0; f < face_count(mesh.cell_shapes[cell]); ++f)
      sides_[i][f].own_middle = flat_face(mesh, cell, f).middle - centroids_[i];
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

template <int Dim>
std::array<double, Dim> flat_normal(const Mesh<Dim>& mesh, Index cell, int face) {
  return flat_face(mesh, cell, face).normal;
}

template <int Dim>
FiniteVolumeGeometry make_finite_volumes(const Mesh<Dim>& mesh, const CellNeighbours<Dim>& neighbours,
                                         const std::vector<Index>& cells, const std::vector<Index>& place) {
  const int faces = face_count(mesh.cell_shapes[cells.front()]);
  const std::size_t n = cells.size(), all = faces * n;
  FiniteVolumeGeometry g;
  for (auto* indices : {&g.neighbour, &g.stencil}) indices->resize(all);
  for (auto* vectors : {&g.gradient, &g.own_middle, &g.other_middle, &g.normal}) vectors->resize(Dim * all);
  g.volume.resize(n);
  parallel_for(static_cast<Index>(n), [&](std::ptrdiff_t i) {
    const Index cell = cells[i];
    g.volume[i] = cell_volume(mesh, cell);
    const auto stencil = gradient_stencil(mesh, neighbours, cell);
    const auto weights = gradient_weights(mesh, neighbours, cell);
    for (int f = 0; f < faces; ++f) {
      const auto& side = neighbours.sides(cell)[f];
      g.neighbour[f * n + i] = side.cell >= 0 ? place[side.cell] : boundary_place(side.boundary_face);
      g.stencil[f * n + i] = place[stencil[f] >= 0 ? stencil[f] : cell];
      const Vector<Dim> normal = flat_face(mesh, cell, f).normal;
      for (int d = 0; d < Dim; ++d) {
        const std::size_t entry = (Dim * f + d) * n + i;
        g.gradient[entry] = weights[f][d];
        g.own_middle[entry] = side.own_middle[d];
        g.other_middle[entry] = side.other_middle[d];
        g.normal[entry] = normal[d];
      }
    }
  });
  return g;
}

template class CellNeighbours<2>;
template class CellNeighbours<3>;
template std::array<double, 2> flat_normal<2>(const Mesh<2>&, Index, int);
template std::array<double, 3> flat_normal<3>(const Mesh<3>&, Index, int);
template FiniteVolumeGeometry make_finite_volumes<2>(const Mesh<2>&, const CellNeighbours<2>&,
                                                     const std::vector<Index>&, const std::vector<Index>&);
template FiniteVolumeGeometry make_finite_volumes<3>(const Mesh<3>&, const CellNeighbours<3>&,
                                                     const std::vector<Index>&, const std::vector<Index>&);

}  // namespace dg
