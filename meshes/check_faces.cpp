#include <algorithm>
#include <vector>

#include "meshes/checks.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_match.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/periodic.hpp"
#include "meshes/side_table.hpp"

namespace dg {
namespace {

template <int Dim>
bool is_side(const Mesh<Dim>& mesh, Index cell, int face) {
  return cell >= 0 && cell < mesh.cell_count() && face >= 0 && face < face_count(mesh.cell_shapes[cell]);
}

template <int Dim>
bool is_boundary(const Mesh<Dim>& mesh, int boundary) {
  return boundary >= 0 && static_cast<std::size_t>(boundary) < mesh.boundary_names.size();
}

template <int Dim>
bool is_in_range(const Mesh<Dim>& mesh, const Face& face) {
  if (!is_side(mesh, face.minus, face.minus_face)) return false;
  if (face.plus == -1) return face.plus_face == -1 && is_boundary(mesh, face.boundary);
  return is_side(mesh, face.plus, face.plus_face) && face.boundary == -1;
}

}  // namespace

template <int Dim>
void check_faces(const Mesh<Dim>& mesh, const std::string& source) {
  check_faces_of_piece(mesh, 0, mesh.cell_count(), source);
}

template <int Dim>
void check_faces_of_piece(const Mesh<Dim>& mesh, Index first, Index last, const std::string& source) {
  for (const auto& pair : mesh.periodic_pairs) {
    if (!is_boundary(mesh, pair.a) || !is_boundary(mesh, pair.b)) {
      throw InputError(fmt::format("{}: periodic boundaries {} and {} are not among the {} boundaries", source, pair.a,
                                   pair.b, mesh.boundary_names.size()));
    }
  }
  const double tolerance = periodic_tolerance(mesh);
  std::vector<bool> has_face(sides_per_cell<Dim> * mesh.cell_shapes.size(), false);
  for (Index f = 0; f < mesh.face_count(); ++f) {
    const Face& face = mesh.faces[f];
    if (!is_in_range(mesh, face)) {
      throw InputError(fmt::format("{}: face {} names a cell, local face or boundary that is not there", source, f));
    }
    for (const bool plus : {false, true}) {
      if (plus && face.plus < 0) continue;
      const Side side = plus ? make_side<Dim>(face.plus, face.plus_face) : make_side<Dim>(face.minus, face.minus_face);
      if (has_face[side]) {
        throw InputError(fmt::format("{}: local face {} of {} has two faces, the second is face {}", source,
                                     side_face<Dim>(side), cell_at(mesh, side_cell<Dim>(side)), f));
      }
      has_face[side] = true;
    }
    if (face.plus < 0) continue;
    if (!fits_orientation(mesh, face) || (!shares_nodes(mesh, face) && !periodic_sides_of(mesh, face, tolerance))) {
      throw InputError(fmt::format("{}: face {} joins {} and {}, which do not share it", source, f,
                                   cell_at(mesh, face.minus), cell_at(mesh, face.plus)));
    }
  }
  for (Index c = first; c < last; ++c) {
    for (int f = 0; f < face_count(mesh.cell_shapes[c]); ++f) {
      if (has_face[make_side<Dim>(c, f)]) continue;
      throw InputError(fmt::format("{}: local face {} of {} has no face", source, f, cell_at(mesh, c)));
    }
  }
}

template void check_faces<2>(const Mesh<2>&, const std::string&);
template void check_faces<3>(const Mesh<3>&, const std::string&);
template void check_faces_of_piece<2>(const Mesh<2>&, Index, Index, const std::string&);
template void check_faces_of_piece<3>(const Mesh<3>&, Index, Index, const std::string&);

}  // namespace dg
