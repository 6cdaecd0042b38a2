#include "libdg/solver/boundary_faces.hpp"

#include <cmath>

#include "libdg/element/reference_face.hpp"
#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg {

std::vector<BoundaryPoint> boundary_points(const Mesh2& mesh, const std::vector<BoundaryFace>& faces, int degree) {
  const auto rule = gauss_legendre(face_point_count(degree));
  std::vector<double> parameters;
  for (const auto& p : rule.points) parameters.push_back(p[0]);
  std::vector<std::vector<CellMap<2>>> maps(2);
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral})
    for (int f = 0; f < face_count(shape); ++f)
      maps[static_cast<int>(shape)].emplace_back(shape, mesh.geometry_order, points_on_face(shape, f, parameters));

  std::vector<BoundaryPoint> points;
  points.reserve(faces.size() * rule.size());
  std::vector<std::array<double, 2>> x(rule.size());
  std::vector<Jacobian2> j(rule.size());
  for (const BoundaryFace& face : faces) {
    const CellShape shape = mesh.cell_shapes[face.cell];
    maps[static_cast<int>(shape)][face.face].evaluate(mesh, face.cell, x, j);
    const auto v = reference_vertices(shape);
    const auto a = v[face.face], b = v[(face.face + 1) % v.size()];
    for (int g = 0; g < rule.size(); ++g) {
      std::array<double, 2> tangent;
      for (int d = 0; d < 2; ++d) tangent[d] = 0.5 * (j[g][d][0] * (b[0] - a[0]) + j[g][d][1] * (b[1] - a[1]));
      const double length = std::hypot(tangent[0], tangent[1]);
      points.push_back({x[g], {tangent[1] / length, -tangent[0] / length}, rule.weights[g] * length});
    }
  }
  return points;
}

template <class Real>
BoundaryFaces::BoundaryFaces(Backend& backend, const Mesh2& mesh, const Discretisation<Real>& discretisation,
                             int boundary) {
  std::vector<BoundaryFace> faces;
  std::vector<Index> cell, side, condition, number;
  const CellPlaces& places = discretisation.places();
  const auto& all = discretisation.boundary_faces();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].boundary != boundary) continue;
    faces.push_back(all[i]);
    cell.push_back(places.local[all[i].cell]);
    side.push_back(neighbour_code(places.zone[all[i].cell], all[i].face));
    condition.push_back(boundary_code(boundary));
    number.push_back(static_cast<Index>(i));
  }
  count_ = static_cast<Index>(faces.size());
  if (count_ == 0) return;
  for (auto* list : {&cell, &side, &condition, &number})
    list->resize((list->size() + zone_padding - 1) / zone_padding * zone_padding, list->back());
  points_ = boundary_points(mesh, faces, discretisation.options().degree);
  cell_ = Array<Index>(backend, cell);
  side_ = Array<Index>(backend, side);
  condition_ = Array<Index>(backend, condition);
  number_ = Array<Index>(backend, number);
  list_ = {static_cast<Index>(cell.size()),
           face_kind(FaceShape::line),
           cell_.data(),
           side_.data(),
           condition_.data(),
           number_.data()};
}

template BoundaryFaces::BoundaryFaces(Backend&, const Mesh2&, const Discretisation<float>&, int);
template BoundaryFaces::BoundaryFaces(Backend&, const Mesh2&, const Discretisation<double>&, int);

}  // namespace dg
