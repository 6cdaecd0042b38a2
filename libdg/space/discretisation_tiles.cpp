/// Discretisation: what assembly `tiles` reads.

#include <algorithm>
#include <cassert>

#include "libdg/backend/upload.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/space/pays_in_blocks.hpp"
#include "libdg/space/sum_factorised_cells.hpp"
#include "libdg/space/tile_faces_3d.hpp"

namespace dg {
namespace {

/// Keeps fragments, over `slots` of which sums run, in the backend's memory.
template <class Real>
struct FragmentUpload {
  Backend& backend;
  std::vector<Array<FactorPair<Real>>>& kept;

  const FactorPair<Real>* operator()(const std::vector<double>& fragments, int slots) const {
    return kept.emplace_back(backend, pair_factors<Real>(fragments, slots)).data();
  }
};

/// From lists of the nodes of a face, as they are stored: [list][quarter], a byte for each slot of the lane's nodes,
/// each where its number of so many bytes lies behind the first. Beyond the last node the last again.
std::vector<Index> pack_nodes(const std::vector<Index>& lists, int nodes, int bytes) {
  assert(slot_count(nodes) <= 4 && (nodes - 1) * bytes < 128);  // the last byte has the sign
  std::vector<Index> packed;
  for (auto list = lists.begin(); list != lists.end(); list += nodes)
    for (int quarter = 0; quarter < quarters; ++quarter) {
      Index lane = 0;
      for (int s = 0; s < slot_count(nodes); ++s)
        lane |= bytes * list[std::min(quarters * s + quarter, nodes - 1)] << (8 * s);
      packed.push_back(lane);
    }
  return packed;
}

}  // namespace

template <int Dim>
TileFit tile_fit(const Mesh<Dim>& mesh, const SpaceOptions& options) {
  const std::vector<CellKind> kinds = cell_kinds(mesh);
  const auto in_blocks = [&](const CellKind& kind) { return !kind.curved && pays_in_blocks(kind.shape, options); };
  return {beyond_tiles(kinds, options).empty(), std::ranges::any_of(kinds, in_blocks)};
}

template <int Dim>
TileFit tile_fit(const Mesh<Dim>& part, const SpaceOptions& options, Communicator& communicator) {
  const TileFit here = tile_fit(part, options);
  std::int64_t least[]{here.holds, !here.blocks};
  communicator.reduce(least, Reduction::least);
  return {least[0] != 0, least[1] == 0};
}

template TileFit tile_fit<2>(const Mesh<2>&, const SpaceOptions&);
template TileFit tile_fit<3>(const Mesh<3>&, const SpaceOptions&);
template TileFit tile_fit<2>(const Mesh<2>&, const SpaceOptions&, Communicator&);
template TileFit tile_fit<3>(const Mesh<3>&, const SpaceOptions&, Communicator&);

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_fragments(Backend& backend, int z) {
  if constexpr (Dim == 2)
    set_fragments_2d(backend, z);
  else
    set_fragments_3d(backend, z);
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_fragments_2d(Backend& backend, int z) requires(Dim == 2) {
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
  for (int order = 0; order < 2; ++order) v.trace[order] = upload(f.trace[order], faces_per_row(points) * modes);
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_fragments_3d(Backend& backend, int z) requires(Dim == 3) {
  const StateBasis basis = bases_[z];
  const Fragments3D f = make_fragments_3d(tables_[z], static_cast<double>(view_.eta[z]), basis);
  const FragmentUpload<Real> upload{backend, storage_[z].fragments};
  const int modes = slot_count(mode_count(tables_[z].space, options_.degree));
  FragmentsView3D<Real>& v = view_.zones.zone[z].fragments_3d;
  v.point_slots = f.point_slots;
  v.value = upload(f.value, modes);
  if (view_.zones.zone[z].curved) v.slope = upload(f.slope, modes);
  v.project = upload(f.project, 2);
  v.derivative = upload(f.derivative, modes);
  for (int kind = 0; kind < face_kinds(Dim); ++kind) {
    if (tables_[z].faces[kind].range.count == 0) continue;
    const int on_face = slot_count(tables_[z].faces[kind].n_points);
    FaceFragmentsView3D<Real>& face = v.faces[kind];
    face.lift = upload(f.faces[kind].lift, on_face);
    for (int side = 0; side < 2; ++side) {
      face.trace[side] = upload(f.faces[kind].trace[side], modes);
      face.across[side] = upload(f.faces[kind].across[side], modes);
    }
    for (int i = 0; i <= most_oriented_liftings; ++i) {
      const std::vector<double>& lifting = f.faces[kind].face_lift[i];
      face.face_lift[i] = lifting.empty() ? face.face_lift[0] : upload(lifting, on_face);
    }
    face.tangential = upload(f.faces[kind].tangential, on_face);
  }
  if (families_[z] == TileFamily::nodes) set_face_nodes(backend, z);
  if (basis == StateBasis::symmetric_modes) set_symmetric_fragments(backend, z);
  if (const BasisChange basis_change = make_basis_change(options_.degree, basis); basis_change.size() > 0) {
    const auto keep = [&](const std::vector<double>& matrix) {
      return storage_[z].arrays.emplace_back(backend, std::vector<Real>(matrix.begin(), matrix.end())).data();
    };
    v.basis_change = {keep(basis_change.from_modes), keep(basis_change.to_modes)};
  }
  if (basis != StateBasis::line_points) return;
  const std::vector<Index> points = line_points_of_faces(tables_[z]);
  const Index on_face = tables_[z].faces[1].n_points;
  std::vector<Index> nodes(points.size());
  for (Index i = 0; i < static_cast<Index>(points.size()); ++i) nodes[i / on_face * on_face + points[i]] = i % on_face;
  v.line_points = storage_[z].own_points.emplace_back(backend, points).data();
  v.line_nodes = storage_[z].own_points.emplace_back(backend, nodes).data();
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_face_nodes(Backend& backend, int z) requires(Dim == 3) {
  const FaceNodes f = make_face_nodes(tables_[z], static_cast<double>(view_.eta[z]), bases_[z]);
  const FragmentUpload<Real> upload{backend, storage_[z].fragments};
  const int nodes = slot_count(face_node_count(options_.degree)), points = slot_count(tables_[z].faces[0].n_points);
  FaceNodesView<Real>& v = view_.zones.zone[z].fragments_3d.faces[0].nodes;
  for (int side = 0; side < 2; ++side)
    v.trace[side] = upload(f.trace[side], slot_count(mode_count(tables_[z].space, options_.degree)));
  v.point = upload(f.point, nodes);
  v.project = upload(f.project, points);
  v.face_lift = upload(f.face_lift, nodes);
  v.lift = upload(f.lift, nodes);
  v.own_node = storage_[z].own_points.emplace_back(backend, f.own_node).data();
  if (!face_terms_pay<Real>(options_.degree)) return;
  const FaceTerms terms = make_face_terms(tables_[z], static_cast<double>(view_.eta[z]));
  const auto keep = [&](const std::vector<double>& numbers) {
    return storage_[z].arrays.emplace_back(backend, std::vector<Real>(numbers.begin(), numbers.end())).data();
  };
  view_.zones.zone[z].fragments_3d.faces[0].terms = {
      {keep(terms.side[0]), keep(terms.side[1])}, keep(terms.point), keep(terms.face), keep(terms.lift)};
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_symmetric_fragments(Backend& backend, int z) requires(Dim == 3) {
  const int degree = options_.degree;
  const SymmetricFragments f = make_symmetric_fragments(tables_[z]);
  const FragmentUpload<Real> upload{backend, storage_[z].fragments};
  const int nodes = face_node_count(degree);
  SymmetricFragmentsView<Real>& v = view_.zones.zone[z].fragments_3d.symmetric;
  for (int c = 0; c < rotations; ++c) {
    const int modes = block_mode_count(c, degree);
    v.derivative[c] = upload(f.derivative[c], slot_count(modes + nodes));
    v.value[c] = upload(f.value[c], slot_count(modes));
  }
  for (int a = 0; a < Dim; ++a) v.project[a] = upload(f.project[a], 2);
  v.lift = upload(f.lift, slot_count(nodes));
  v.node = storage_[z].own_points.emplace_back(backend, pack_nodes(f.node, nodes, sizeof(Real))).data();
}

template void Discretisation<float, 2>::set_fragments(Backend&, int);
template void Discretisation<float, 3>::set_fragments(Backend&, int);
template void Discretisation<double, 2>::set_fragments(Backend&, int);
template void Discretisation<double, 3>::set_fragments(Backend&, int);

}  // namespace dg
