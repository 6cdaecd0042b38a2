#include "libdg/solver/boundary_faces.hpp"

#include <cmath>
#include <map>

#include "libdg/element/reference_face.hpp"
#include "libdg/space/jacobian.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

/// The points of a local face of cells of one shape.
template <int Dim>
struct PlacedFace {
  ReferenceFace<Dim> face;
  CellMap<Dim> map;
  std::array<double, Dim> normal;  ///< on the reference cell, see FaceMap::scaled_normal()

  PlacedFace(const Mesh<Dim>& mesh, CellShape shape, int f, int degree, FaceRule rule)
      : face(face_shape_of_kind(Dim, kind_of_face(shape, f)), degree, rule),
        map(shape, mesh.geometry_order, FaceMap<Dim>(shape, f).at(face.points)),
        normal(FaceMap<Dim>(shape, f).scaled_normal()) {}
};

/// What kernels read of the faces of one kind.
struct Columns {
  std::vector<Index> cell, side, condition, number;
};

BoundaryFaceList make_list(Backend& backend, Columns columns, int kind, int points_per_face) {
  for (auto* column : {&columns.cell, &columns.side, &columns.condition, &columns.number})
    column->resize((column->size() + zone_padding - 1) / zone_padding * zone_padding, column->back());
  BoundaryFaceList list;
  list.points_per_face = points_per_face;
  list.cell = Array<Index>(backend, columns.cell);
  list.side = Array<Index>(backend, columns.side);
  list.condition = Array<Index>(backend, columns.condition);
  list.number = Array<Index>(backend, columns.number);
  list.view = {static_cast<Index>(columns.cell.size()),
               kind,
               list.cell.data(),
               list.side.data(),
               list.condition.data(),
               list.number.data()};
  return list;
}

}  // namespace

template <int Dim>
int point_count(const Mesh<Dim>& mesh, const BoundaryFace& face, int degree) {
  return face_point_count(face_shape_of_kind(Dim, kind_of_face(mesh.cell_shapes[face.cell], face.face)), degree);
}

template <int Dim>
std::vector<BoundaryPoint<Dim>> boundary_points(const Mesh<Dim>& mesh, const std::vector<BoundaryFace>& faces,
                                                int degree, FaceRule rule) {
  std::map<std::pair<CellShape, int>, PlacedFace<Dim>> placed;
  std::vector<BoundaryPoint<Dim>> points;
  std::vector<std::array<double, Dim>> x;
  std::vector<JacobianMatrix<Dim>> j;
  for (const BoundaryFace& face : faces) {
    const CellShape shape = mesh.cell_shapes[face.cell];
    const auto& [at, is_new] = placed.try_emplace({shape, face.face}, mesh, shape, face.face, degree, rule);
    const PlacedFace<Dim>& here = at->second;
    x.resize(here.face.size());
    j.resize(here.face.size());
    here.map.evaluate(mesh, face.cell, x, j);
    for (int g = 0; g < here.face.size(); ++g) {
      auto normal = rotated_normal<Dim>(adjugate(j[g]), here.normal.data());
      double length = 0.0;
      for (const double n : normal) length = std::hypot(length, n);
      for (double& n : normal) n /= length;
      points.push_back({x[g], normal, here.face.weights[g] * length});
    }
  }
  return points;
}

template <int Dim>
template <class Real>
BoundaryFaces<Dim>::BoundaryFaces(Backend& backend, const Mesh<Dim>& mesh,
                                  const Discretisation<Real, Dim>& discretisation, int boundary) {
  const int degree = discretisation.options().degree;
  const CellPlaces& places = discretisation.places();
  const auto& all = discretisation.boundary_faces();
  const auto kind_of = [&](const BoundaryFace& f) { return kind_of_face(mesh.cell_shapes[f.cell], f.face); };
  std::array<Columns, face_kinds(Dim)> columns;
  std::vector<BoundaryFace> faces;
  std::vector<Index> place_in_list;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].boundary != boundary) continue;
    Columns& of_kind = columns[kind_of(all[i])];
    faces.push_back(all[i]);
    place_in_list.push_back(static_cast<Index>(of_kind.cell.size()));
    of_kind.cell.push_back(places.local[all[i].cell]);
    of_kind.side.push_back(neighbour_code<Dim>(places.zone[all[i].cell], all[i].face));
    of_kind.condition.push_back(boundary_code(boundary));
    of_kind.number.push_back(static_cast<Index>(i));
  }
  points_ = boundary_points(mesh, faces, degree, discretisation.options().face_rule);
  std::array<int, face_kinds(Dim)> list_of_kind{};
  for (int kind = 0; kind < face_kinds(Dim); ++kind) {
    if (columns[kind].cell.empty()) continue;
    list_of_kind[kind] = static_cast<int>(lists_.size());
    lists_.push_back(
        make_list(backend, std::move(columns[kind]), kind, face_point_count(face_shape_of_kind(Dim, kind), degree)));
    if (lists_.size() > 1) {
      const BoundaryFaceList& before = lists_[lists_.size() - 2];
      lists_.back().points_before = before.points_before + before.points();
    }
  }
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (int g = 0; g < point_count(mesh, faces[i], degree); ++g)
      places_.push_back({list_of_kind[kind_of(faces[i])], place_in_list[i], g});
}

template int point_count<2>(const Mesh<2>&, const BoundaryFace&, int);
template int point_count<3>(const Mesh<3>&, const BoundaryFace&, int);
template std::vector<BoundaryPoint<2>> boundary_points<2>(const Mesh<2>&, const std::vector<BoundaryFace>&, int,
                                                          FaceRule);
template std::vector<BoundaryPoint<3>> boundary_points<3>(const Mesh<3>&, const std::vector<BoundaryFace>&, int,
                                                          FaceRule);
template BoundaryFaces<2>::BoundaryFaces(Backend&, const Mesh<2>&, const Discretisation<float, 2>&, int);
template BoundaryFaces<2>::BoundaryFaces(Backend&, const Mesh<2>&, const Discretisation<double, 2>&, int);
template BoundaryFaces<3>::BoundaryFaces(Backend&, const Mesh<3>&, const Discretisation<float, 3>&, int);
template BoundaryFaces<3>::BoundaryFaces(Backend&, const Mesh<3>&, const Discretisation<double, 3>&, int);

}  // namespace dg
