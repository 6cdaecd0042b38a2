/// Discretisation: what assembly `tiles` reads.

#include "libdg/backend/upload.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/space/solid_tile_faces.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {

template <int Dim>
bool tiles_hold(const Mesh<Dim>& mesh, int degree) {
  if constexpr (Dim == tile_dim) {
    return true;
  } else {
    bool hold = degree >= 1;
#pragma omp parallel for reduction(&& : hold)
    for (Index c = 0; c < mesh.cell_count(); ++c)
      hold = hold && mesh.cell_shapes[c] == CellShape::tetrahedron && is_affine(mesh, c);
    return hold;
  }
}

template bool tiles_hold<2>(const Mesh<2>&, int);
template bool tiles_hold<3>(const Mesh<3>&, int);

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_fragments(Backend& backend, int z) requires(Dim == tile_dim) {
  const Fragments f = make_fragments(tables_[z], static_cast<double>(view_.eta[z]));
  const auto keep = [&](const std::vector<FactorPair<Real>>& factors) {
    return storage_[z].fragments.emplace_back(backend, factors).data();
  };
  const auto upload = [&](const std::vector<double>& fragments, int slots) {
    return keep(pair_factors<Real>(fragments, slots));
  };
  const Space space = tables_[z].space;
  const int points = face_point_count(options_.degree), on_face = slot_count(points);
  const int modes = slot_count(mode_count(space, options_.degree));
  const int on_faces = slot_count(face_count(shape_of(space)) * points);
  FragmentsView<Real>& v = view_.zones.zone[z].fragments;
  v.point_slots = f.point_slots;
  v.volume = keep(volume_factors<Real>(f, modes, on_faces));
  v.lift = upload(f.lift, on_faces);
  v.tangential = upload(f.tangential, 2 * on_face);
  v.face_lift = upload(f.face_lift, on_face);
  for (int way = 0; way < 2; ++way) v.trace[way] = upload(f.trace[way], faces_per_row(points) * modes);
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_fragments(Backend& backend, int z) requires(Dim == 3) {
  const SolidFragments f = make_solid_fragments(tables_[z], static_cast<double>(view_.eta[z]));
  const auto upload = [&](const std::vector<double>& fragments, int slots) {
    return storage_[z].fragments.emplace_back(backend, pair_factors<Real>(fragments, slots)).data();
  };
  const int modes = slot_count(mode_count(tables_[z].space, options_.degree));
  const int on_face = slot_count(tables_[z].faces[0].n_points);
  SolidFragmentsView<Real>& v = view_.zones.zone[z].solid_fragments;
  v.point_slots = f.point_slots;
  v.value = upload(f.value, modes);
  v.project = upload(f.project, 2);
  v.derivative = upload(f.derivative, modes);
  v.lift = upload(f.lift, on_face);
  for (int side = 0; side < 2; ++side) {
    v.trace[side] = upload(f.trace[side], modes);
    v.across[side] = upload(f.across[side], modes);
  }
  v.tangential = upload(f.tangential, on_face);
  v.face_lift = upload(f.face_lift, on_face);
}

template void Discretisation<float, 2>::set_fragments(Backend&, int);
template void Discretisation<float, 3>::set_fragments(Backend&, int);
template void Discretisation<double, 2>::set_fragments(Backend&, int);
template void Discretisation<double, 3>::set_fragments(Backend&, int);

}  // namespace dg
