/// Discretisation: what lies behind the faces of cells, and the faces as assemblies that work face by face read them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "libdg/backend/parallel.hpp"
#include "libdg/backend/upload.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/space/tile_cells.hpp"
#include "libdg/space/tile_faces_3d.hpp"

namespace dg {
namespace {

/// Those after the first `own` faces have a ghost on one side.
FaceGroups ghosts_apart(Index faces, Index own) {
  FaceGroups groups;
  if (own < faces) {
    groups.assign(static_cast<std::size_t>(faces), 1);
    std::fill_n(groups.begin(), own, static_cast<unsigned char>(0));
  }
  return groups;
}

}  // namespace

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_tile_faces(Backend& backend, const Mesh<Dim>& mesh, const Halo& halo) {
  const FaceSides sides = face_sides(mesh, places_);
  const Index own = is_whole_ ? mesh.face_count() : halo.own_faces;
  std::vector<ZoneForFaces<Dim>> zones;
  for (int z = 0; z < view_.zones.count; ++z) {
    const ZoneView<Real>& zone = view_.zones.zone[z];
    zones.push_back({&tables_[z], &geometry_[z], zone.padded, zone.curved, static_cast<double>(view_.eta[z])});
  }
  FaceNumbers numbers = face_numbers();
  if constexpr (Dim == tile_dim) {
    const TileFaces t = make_tile_faces(sides.minus, sides.plus, zones, ghosts_apart(mesh.face_count(), own));
    set_tiles(backend, t, view_.tiles[0]);
    for (std::size_t c = 0; c < face_classes; ++c) {
      const std::vector<Index>& group = t.group_begin[c];
      view_.tiles[0].own[c] = (!is_whole_ && group.size() > 1 ? group[1] : t.begin[c + 1]) - t.begin[c];
    }
    for (std::size_t i = 0; i < mesh.faces.size(); ++i) number_face(numbers, mesh.faces[i], t.place[i]);
  } else {
    if (is_whole_) slabs_.count = options_.slabs > 0 ? options_.slabs : choose_slabs(mesh, zones_, places_);
    const FaceGroups groups =
        slabs_.count > 1 ? slab_groups(mesh, zones_, places_, slabs_.count) : ghosts_apart(mesh.face_count(), own);
    for (int kind = 0; kind < face_kinds(Dim); ++kind)
      set_tile_faces_3d(backend, mesh, kind, sides, zones, groups, numbers);
  }
  set_face_numbers(backend, numbers);
  geometry_.clear();
}

/// Those of a kind.
template <class Real, int Dim>
void Discretisation<Real, Dim>::set_tile_faces_3d(Backend& backend, const Mesh<Dim>& mesh, int kind,
                                                  const FaceSides& sides, const std::vector<ZoneForFaces<Dim>>& zones,
                                                  const FaceGroups& groups, FaceNumbers& numbers) requires(Dim == 3) {
  const auto family_of = [&](Index cell) { return families_[places_.zone[cell]]; };
  FaceSides of_kind;
  FaceGroups groups_of_kind;
  std::vector<FaceValues> values;
  std::vector<Index> faces;
  for (Index i = 0; i < mesh.face_count(); ++i) {
    const Face& face = mesh.faces[i];
    if (kind_of_face(mesh.cell_shapes[face.minus], face.minus_face) != kind) continue;
    faces.push_back(i);
    of_kind.minus.push_back(sides.minus[i]);
    of_kind.plus.push_back(sides.plus[i]);
    groups_of_kind.push_back(groups.empty() ? 0 : groups[i]);
    values.push_back(values_of_face(kind, family_of(face.minus), family_of(face.plus < 0 ? face.minus : face.plus)));
  }
  if (faces.empty()) return;
  const TileFaces t =
      make_tile_faces_3d(kind, of_kind.minus, of_kind.plus, values, zones, divided_groups(groups_of_kind, values));
  set_tiles(backend, t, view_.tiles[kind]);
  const bool alternates = slabs_.count > 1;
  const FaceWorkspace& workspace = slabs_.workspaces[kind] = face_workspace(t,
                                                                            alternates  ? 1 + slabs_.count
                                                                            : is_whole_ ? 1
                                                                                        : 2,
                                                                            alternates);
  parallel_for(static_cast<std::ptrdiff_t>(faces.size()), [&](std::ptrdiff_t i) {
    const Face& face = mesh.faces[faces[i]];
    const Index place = t.place[i];
    const auto stored = [&](Index cell) {
      return workspace.stored(place / tile_rows, groups_of_kind[i], kind == 0 && family_of(cell) == TileFamily::nodes) *
                 tile_rows +
             place % tile_rows;
    };
    number_side(numbers, face, false, stored(face.minus));
    if (face.plus >= 0) number_side(numbers, face, true, stored(face.plus));
  });
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_tiles(Backend& backend, const TileFaces& t, TileFacesView<Real>& v) {
  std::copy(t.begin.begin(), t.begin.end(), v.begin);
  const auto keep = [&](const std::vector<Index>& values) { return face_arrays_.emplace_back(backend, values).data(); };
  v.minus_code = keep(t.minus_code);
  v.plus_code = keep(t.plus_code);
  v.minus = keep(t.minus);
  v.plus = keep(t.plus);
  v.curved_numbers = t.curved_numbers;
  v.geometry = face_geometry_.emplace_back(upload<Real>(backend, t.geometry)).data();
}

/// All faces in the order in which assemblies work through them.
template <class Real, int Dim>
std::vector<Index> Discretisation<Real, Dim>::face_order(const Mesh<Dim>& mesh) const {
  const ColouredFaces& groups = options_.colouring;
  const bool blocks = options_.assembly == Assembly::block_colour;
  if (options_.assembly != Assembly::colour && !blocks) {
    std::vector<Index> order(mesh.faces.size());
    std::iota(order.begin(), order.end(), 0);
    return order;
  }
  if (groups.faces.size() != mesh.faces.size() || groups.begin.size() < 2 ||
      (blocks && (groups.block_begin.size() < 2 || groups.colour_begin.size() < 2)))
    throw InputError(
        fmt::format("assembly '{}' needs a colouring of all faces of the mesh", blocks ? "block-colour" : "colour"));
  return groups.faces;
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_faces(Backend& backend, const Mesh<Dim>& mesh, const Halo& halo) {
  std::array<std::vector<Index>, max_face_kinds> order;
  for (const Index i : face_order(mesh)) {
    const Face& face = mesh.faces[i];
    order[kind_of_face(mesh.cell_shapes[face.minus], face.minus_face)].push_back(i);
  }
  FaceNumbers numbers = face_numbers();
  const FaceSides sides = face_sides(mesh, places_);
  for (int kind = 0; kind < face_kinds(Dim); ++kind) {
    for (std::size_t i = 0; i < order[kind].size(); ++i)
      number_face(numbers, mesh.faces[order[kind][i]], static_cast<Index>(i));
    if (order[kind].empty()) continue;
    set_face_list(backend, sides, order[kind], view_.faces[kind]);
    if (is_whole_) continue;
    const auto with_ghosts = std::lower_bound(order[kind].begin(), order[kind].end(), halo.own_faces);
    view_.faces[kind].own = static_cast<Index>(with_ghosts - order[kind].begin());
  }
  set_face_numbers(backend, numbers);
}

/// Lists the faces of one kind, which lie in `order`.
template <class Real, int Dim>
void Discretisation<Real, Dim>::set_face_list(Backend& backend, const FaceSides& sides, const std::vector<Index>& order,
                                              FaceList& list) {
  list.count = list.own = static_cast<Index>(order.size());
  list.padded = (list.count + 2 * zone_padding - 1) / zone_padding * zone_padding;
  const auto keep = [&](const std::vector<FaceSide>& side, auto number) {
    std::vector<Index> values;
    for (const Index i : order) values.push_back(side[i].*number);
    values.resize(list.padded, values.back());
    return face_arrays_.emplace_back(backend, values).data();
  };
  list.minus = keep(sides.minus, &FaceSide::cell);
  list.minus_code = keep(sides.minus, &FaceSide::code);
  list.plus = keep(sides.plus, &FaceSide::cell);
  list.plus_code = keep(sides.plus, &FaceSide::code);
}

template <class Real, int Dim>
auto Discretisation<Real, Dim>::face_numbers() const -> FaceNumbers {
  FaceNumbers numbers;
  for (int z = 0; z < view_.zones.count; ++z)
    numbers.emplace_back(std::size_t(dg::face_count(shape_of(view_.zones.zone[z].space))) * view_.zones.zone[z].padded);
  return numbers;
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::number_face(FaceNumbers& numbers, const Face& face, Index place) const {
  number_side(numbers, face, false, place);
  if (face.plus >= 0) number_side(numbers, face, true, place);
}

/// How a side sees the face at a place.
template <class Real, int Dim>
void Discretisation<Real, Dim>::number_side(FaceNumbers& numbers, const Face& face, bool plus, Index place) const {
  const Index cell = plus ? face.plus : face.minus;
  const int z = places_.zone[cell], f = plus ? face.plus_face : face.minus_face;
  numbers[z][std::size_t(f) * view_.zones.zone[z].padded + places_.local[cell]] =
      view_slots(Dim) * place + (plus ? 1 + orientation_of<Dim>(face) : 0);
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_face_numbers(Backend& backend, const FaceNumbers& numbers) {
  for (int z = 0; z < view_.zones.count; ++z) {
    ZoneView<Real>& zone = view_.zones.zone[z];
    const bool tiles = options_.assembly == Assembly::tiles;
    storage_[z].face_number = Array<Index>(backend, tiles ? tile_cell_faces(numbers[z], zone.padded) : numbers[z]);
    zone.face_number = storage_[z].face_number.data();
  }
}

/// Assembly `tiles` knows neighbours by its faces alone.
template <class Real, int Dim>
void Discretisation<Real, Dim>::set_neighbours(Backend& backend, const Mesh<Dim>& mesh) {
  std::vector<Index> boundary(mesh.faces.size());  // number of the boundary face
  for (Index i = 0; i < mesh.face_count(); ++i) {
    const Face& f = mesh.faces[i];
    if (f.plus >= 0) continue;
    boundary[i] = static_cast<Index>(boundary_faces_.size());
    boundary_faces_.push_back({f.minus, f.minus_face, f.boundary});
  }
  if (options_.assembly == Assembly::tiles) return;
  const int nz = view_.zones.count;
  std::vector<std::vector<Index>> neighbour(nz), code(nz);
  const auto entry = [&](int z, int f, Index place) { return std::size_t(f) * view_.zones.zone[z].padded + place; };
  for (int z = 0; z < nz; ++z) {
    const ZoneView<Real>& zone = view_.zones.zone[z];
    const std::size_t n = std::size_t(dg::face_count(shape_of(zone.space))) * zone.padded;
    neighbour[z].assign(n, 0);
    code[z].assign(n, 0);
  }
  const auto set = [&](Index cell, int f, Index value, Index value_code) {
    const std::size_t e = entry(places_.zone[cell], f, places_.local[cell]);
    neighbour[places_.zone[cell]][e] = value;
    code[places_.zone[cell]][e] = value_code;
  };
  parallel_for(mesh.face_count(), [&](std::ptrdiff_t i) {
    const Face& f = mesh.faces[i];
    if (f.plus < 0) return set(f.minus, f.minus_face, boundary[i], boundary_code(f.boundary));
    const int orientation = orientation_of<Dim>(f);
    set(f.minus, f.minus_face, places_.local[f.plus],
        neighbour_code<Dim>(places_.zone[f.plus], f.plus_face, orientation));
    set(f.plus, f.plus_face, places_.local[f.minus],
        neighbour_code<Dim>(places_.zone[f.minus], f.minus_face, orientation));
  });
  for (int z = 0; z < nz; ++z) {
    ZoneView<Real>& zone = view_.zones.zone[z];
    for (int f = 0; f < dg::face_count(shape_of(zone.space)); ++f)
      for (Index i = zone.cells; i < zone.launched; ++i) {
        neighbour[z][entry(z, f, i)] = neighbour[z][entry(z, f, zone.cells - 1)];
        code[z][entry(z, f, i)] = code[z][entry(z, f, zone.cells - 1)];
      }
    storage_[z].neighbour = Array<Index>(backend, neighbour[z]);
    storage_[z].code = Array<Index>(backend, code[z]);
    zone.neighbour = storage_[z].neighbour.data();
    zone.code = storage_[z].code.data();
  }
}

template void Discretisation<float, 2>::set_tile_faces(Backend&, const Mesh<2>&, const Halo&);
template void Discretisation<float, 3>::set_tile_faces(Backend&, const Mesh<3>&, const Halo&);
template void Discretisation<double, 2>::set_tile_faces(Backend&, const Mesh<2>&, const Halo&);
template void Discretisation<double, 3>::set_tile_faces(Backend&, const Mesh<3>&, const Halo&);
template void Discretisation<float, 2>::set_faces(Backend&, const Mesh2&, const Halo&);
template void Discretisation<double, 2>::set_faces(Backend&, const Mesh2&, const Halo&);
template void Discretisation<float, 3>::set_faces(Backend&, const Mesh<3>&, const Halo&);
template void Discretisation<double, 3>::set_faces(Backend&, const Mesh<3>&, const Halo&);
template void Discretisation<float, 2>::set_neighbours(Backend&, const Mesh<2>&);
template void Discretisation<double, 2>::set_neighbours(Backend&, const Mesh<2>&);
template void Discretisation<float, 3>::set_neighbours(Backend&, const Mesh<3>&);
template void Discretisation<double, 3>::set_neighbours(Backend&, const Mesh<3>&);

}  // namespace dg
