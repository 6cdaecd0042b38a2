#include "libdg/output/boundary_traces.hpp"

#include <algorithm>

#include "libdg/core/errors.hpp"
#include "libdg/output/face_points.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

/// The height of a cell above a face is this many times its volume over the area of the face: of cells that end there
/// in a point or in an edge, more than once.
double height_factor(CellShape shape, int face) {
  switch (shape) {
    case CellShape::triangle:
      return 2.0;
    case CellShape::tetrahedron:
    case CellShape::pyramid:
      return 3.0;
    case CellShape::prism:
      return face_vertex_count(shape, face) == 4 ? 2.0 : 1.0;
    default:
      return 1.0;
  }
}

}  // namespace

template <int Dim>
std::vector<Index> boundary_faces(const Mesh<Dim>& mesh, const std::string& boundary) {
  const auto name = std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), boundary);
  if (name == mesh.boundary_names.end()) throw InputError("boundary '" + boundary + "' is not in the mesh");
  const auto number = name - mesh.boundary_names.begin();
  std::vector<Index> faces;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    if (mesh.faces[f].plus < 0 && mesh.faces[f].boundary == number) faces.push_back(static_cast<Index>(f));
  return faces;
}

template <int Dim>
std::vector<BoundaryTrace<Dim>> boundary_traces(const Mesh<Dim>& mesh, const SolverOf<Dim>& solver, int degree,
                                                const std::string& boundary, FaceRule rule) {
  constexpr std::size_t n_var = Dim + 2;
  const std::vector<Index> faces = boundary_faces(mesh, boundary);
  std::array<std::vector<std::array<double, Dim>>, spaced_shapes<Dim>.size()> points;
  std::array<std::vector<std::size_t>, spaced_shapes<Dim>.size()> begin_of_face;
  for (const CellShape shape : spaced_shapes<Dim>) {
    auto& of_shape = points[shape_number(shape)];
    for (int f = 0; f < face_count(shape); ++f) {
      begin_of_face[shape_number(shape)].push_back(of_shape.size());
      const auto of_face = points_in_cell<Dim>(shape, f, points_on_reference_face<Dim>(shape, f, degree, rule).points);
      of_shape.insert(of_shape.end(), of_face.begin(), of_face.end());
    }
    begin_of_face[shape_number(shape)].push_back(of_shape.size());
  }
  PointsOfShapes<Dim> all;
  std::copy(points.begin(), points.end(), all.begin());
  const std::vector<double> samples = solver.sample(all);
  std::vector<std::size_t> begin{0};
  for (const CellShape shape : mesh.cell_shapes)
    begin.push_back(begin.back() + n_var * all[shape_number(shape)].size());
  std::vector<BoundaryTrace<Dim>> traces;
  for (const Index f : faces) {
    const Face& face = mesh.faces[f];
    const CellShape shape = mesh.cell_shapes[face.minus];
    const double height = height_factor(shape, face.minus_face) * cell_volume(mesh, face.minus) /
                          face_area(mesh, face.minus, face.minus_face);
    const auto& begins = begin_of_face[shape_number(shape)];
    for (std::size_t g = begins[face.minus_face]; g < begins[face.minus_face + 1]; ++g) {
      traces.push_back({{}, height});
      std::copy_n(&samples[begin[face.minus] + n_var * g], n_var, traces.back().state.begin());
    }
  }
  return traces;
}

template std::vector<Index> boundary_faces<2>(const Mesh<2>&, const std::string&);
template std::vector<Index> boundary_faces<3>(const Mesh<3>&, const std::string&);
template std::vector<BoundaryTrace<2>> boundary_traces<2>(const Mesh<2>&, const SolverOf<2>&, int, const std::string&,
                                                          FaceRule);
template std::vector<BoundaryTrace<3>> boundary_traces<3>(const Mesh<3>&, const SolverOf<3>&, int, const std::string&,
                                                          FaceRule);

}  // namespace dg
