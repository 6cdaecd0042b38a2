#include <algorithm>
#include <vector>

#include "meshes/checks.hpp"
#include "meshes/edge_table.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/periodic.hpp"

namespace dg {
namespace {

bool is_side(const Mesh2& mesh, Index cell, int face) {
  return cell >= 0 && cell < mesh.cell_count() && face >= 0 && face < face_count(mesh.cell_shapes[cell]);
}

bool is_boundary(const Mesh2& mesh, int boundary) {
  return boundary >= 0 && static_cast<std::size_t>(boundary) < mesh.boundary_names.size();
}

bool is_in_range(const Mesh2& mesh, const Face& face) {
  if (!is_side(mesh, face.minus, face.minus_face)) return false;
  if (face.plus == -1) return face.plus_face == -1 && is_boundary(mesh, face.boundary);
  return is_side(mesh, face.plus, face.plus_face) && face.boundary == -1;
}

}  // namespace

void check_faces(const Mesh2& mesh, const std::string& source) {
  for (const auto& pair : mesh.periodic_pairs) {
    if (!is_boundary(mesh, pair.a) || !is_boundary(mesh, pair.b)) {
      throw InputError(fmt::format("{}: periodic boundaries {} and {} are not among the {} boundaries", source, pair.a,
                                   pair.b, mesh.boundary_names.size()));
    }
  }
  const double tolerance = periodic_tolerance(mesh);
  std::vector<bool> has_face(4 * mesh.cell_shapes.size(), false);
  for (Index f = 0; f < mesh.face_count(); ++f) {
    const Face& face = mesh.faces[f];
    if (!is_in_range(mesh, face)) {
      throw InputError(fmt::format("{}: face {} names a cell, local face or boundary that is not there", source, f));
    }
    for (const Side side : {make_side(face.minus, face.minus_face), make_side(face.plus, face.plus_face)}) {
      if (side_cell(side) < 0) continue;
      if (has_face[side]) {
        throw InputError(fmt::format("{}: local face {} of {} has two faces, the second is face {}", source,
                                     side_face(side), cell_at(mesh, side_cell(side)), f));
      }
      has_face[side] = true;
    }
    if (face.plus >= 0 && !shares_nodes(mesh, face) && !periodic_sides_of(mesh, face, tolerance)) {
      throw InputError(fmt::format("{}: face {} joins {} and {}, which do not share it", source, f,
                                   cell_at(mesh, face.minus), cell_at(mesh, face.plus)));
    }
  }
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    for (int f = 0; f < face_count(mesh.cell_shapes[c]); ++f) {
      if (has_face[make_side(c, f)]) continue;
      throw InputError(fmt::format("{}: local face {} of {} has no face", source, f, cell_at(mesh, c)));
    }
  }
}

}  // namespace dg
