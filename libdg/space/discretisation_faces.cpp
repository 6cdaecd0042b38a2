/// Discretisation: the faces, as assemblies that work face by face read them.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "libdg/backend/upload.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {

template <class Real>
void Discretisation<Real>::set_tile_faces(Backend& backend, const Mesh2& mesh) {
  const FaceSides sides = face_sides(mesh, places_);
  std::vector<ZoneForFaces> zones;
  for (int z = 0; z < view_.zones.count; ++z) {
    const ZoneView<Real>& zone = view_.zones.zone[z];
    zones.push_back({&tables_[z], &geometry_[z], zone.padded, zone.curved, static_cast<double>(view_.eta[z])});
  }
  const TileFaces t = make_tile_faces(sides.minus, sides.plus, zones);
  TileFacesView<Real>& v = view_.tiles;
  std::copy(t.begin.begin(), t.begin.end(), v.begin);
  for (const auto* values : {&t.minus_code, &t.plus_code, &t.minus, &t.plus})
    face_arrays_.emplace_back(backend, *values);
  v.minus_code = face_arrays_[0].data();
  v.plus_code = face_arrays_[1].data();
  v.minus = face_arrays_[2].data();
  v.plus = face_arrays_[3].data();
  face_geometry_ = upload<Real>(backend, t.geometry);
  v.geometry = face_geometry_.data();

  FaceNumbers numbers = face_numbers();
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) number_face(numbers, mesh.faces[i], t.place[i]);
  set_face_numbers(backend, numbers);
  geometry_.clear();
}

template <class Real>
void Discretisation<Real>::set_faces(Backend& backend, const Mesh2& mesh) {
  const ColouredFaces& groups = options_.colouring;
  std::vector<Index> order = groups.faces;
  const bool blocks = options_.assembly == Assembly::block_colour;
  if (options_.assembly != Assembly::colour && !blocks) {
    order.resize(mesh.faces.size());
    std::iota(order.begin(), order.end(), 0);
  } else if (order.size() != mesh.faces.size() || groups.begin.size() < 2 ||
             (blocks && (groups.block_begin.size() < 2 || groups.colour_begin.size() < 2))) {
    throw InputError(
        fmt::format("assembly '{}' needs a colouring of all faces of the mesh", blocks ? "block-colour" : "colour"));
  }
  FaceNumbers numbers = face_numbers();
  const FaceSides sides = face_sides(mesh, places_);
  std::vector<Index> minus, minus_code, plus, plus_code;
  for (const Index i : order) {
    number_face(numbers, mesh.faces[i], static_cast<Index>(minus.size()));
    minus.push_back(sides.minus[i].cell);
    minus_code.push_back(sides.minus[i].code);
    plus.push_back(sides.plus[i].cell);
    plus_code.push_back(sides.plus[i].code);
  }
  FaceList& list = view_.faces;
  list.count = static_cast<Index>(minus.size());
  list.padded = (list.count + 2 * zone_padding - 1) / zone_padding * zone_padding;
  for (auto* values : {&minus, &minus_code, &plus, &plus_code}) {
    values->resize(list.padded, values->back());
    face_arrays_.emplace_back(backend, *values);
  }
  list.minus = face_arrays_[0].data();
  list.minus_code = face_arrays_[1].data();
  list.plus = face_arrays_[2].data();
  list.plus_code = face_arrays_[3].data();
  set_face_numbers(backend, numbers);
}

template <class Real>
auto Discretisation<Real>::face_numbers() const -> FaceNumbers {
  FaceNumbers numbers;
  for (int z = 0; z < view_.zones.count; ++z)
    numbers.emplace_back(std::size_t(dg::face_count(shape_of(view_.zones.zone[z].space))) * view_.zones.zone[z].padded);
  return numbers;
}

template <class Real>
void Discretisation<Real>::number_face(FaceNumbers& numbers, const Face& face, Index place) const {
  const auto number = [&](Index cell, int f) -> Index& {
    const int z = places_.zone[cell];
    return numbers[z][std::size_t(f) * view_.zones.zone[z].padded + places_.local[cell]];
  };
  number(face.minus, face.minus_face) = 2 * place;
  if (face.plus >= 0) number(face.plus, face.plus_face) = 2 * place + 1;
}

template <class Real>
void Discretisation<Real>::set_face_numbers(Backend& backend, const FaceNumbers& numbers) {
  for (int z = 0; z < view_.zones.count; ++z) {
    ZoneView<Real>& zone = view_.zones.zone[z];
    const bool tiles = options_.assembly == Assembly::tiles;
    storage_[z].face_number = Array<Index>(backend, tiles ? tile_cell_faces(numbers[z], zone.padded) : numbers[z]);
    zone.face_number = storage_[z].face_number.data();
  }
}

template void Discretisation<float>::set_tile_faces(Backend&, const Mesh2&);
template void Discretisation<double>::set_tile_faces(Backend&, const Mesh2&);
template void Discretisation<float>::set_faces(Backend&, const Mesh2&);
template void Discretisation<double>::set_faces(Backend&, const Mesh2&);

}  // namespace dg
