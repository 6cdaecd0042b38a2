#include "libdg/space/storage_order.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "libdg/backend/parallel.hpp"
#include "libdg/space/tile_places.hpp"
#include "libdg/space/zone.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {

namespace {

Index with_padding(Index cells) { return (cells + zone_padding - 1) / zone_padding * zone_padding; }

/// The places of a zone of a subdomain; the cells of its mesh are already interface, interior, ghosts.
void set_places(StoredZone& zone, const Halo& halo) {
  const auto before = [&](Index end) {
    return static_cast<Index>(std::lower_bound(zone.cells.begin(), zone.cells.end(), end) - zone.cells.begin());
  };
  zone.own = before(halo.own_cells);
  zone.launched = with_padding(zone.own);
  zone.interface = with_padding(before(halo.interface_cells));
  std::vector<Index> ghosts(zone.cells.begin() + zone.own, zone.cells.end());
  zone.cells.resize(zone.own);
  if (zone.own > 0) zone.cells.resize(zone.launched, zone.cells.back());
  if (!ghosts.empty()) ghosts.resize(with_padding(static_cast<Index>(ghosts.size())), ghosts.back());
  zone.cells.insert(zone.cells.end(), ghosts.begin(), ghosts.end());
  zone.padded = static_cast<Index>(zone.cells.size());
}

}  // namespace

template <int Dim>
std::vector<StoredZone> stored_zones(const Mesh<Dim>& mesh, const Halo& halo) {
  std::vector<char> curved(mesh.cell_count());
  parallel_for(mesh.cell_count(), [&](std::ptrdiff_t c) { curved[c] = !is_affine(mesh, static_cast<Index>(c)); });
  std::vector<StoredZone> zones;
  for (int shape = 0; shape < cell_shape_count; ++shape)
    for (const bool is_curved : {false, true})
      zones.push_back({.shape = static_cast<CellShape>(shape), .curved = is_curved, .cells = {}});
  for (Index c = 0; c < mesh.cell_count(); ++c)
    zones[2 * static_cast<int>(mesh.cell_shapes[c]) + curved[c]].cells.push_back(c);
  std::erase_if(zones, [](const StoredZone& zone) { return zone.cells.empty(); });
  for (StoredZone& zone : zones) {
    zone.own = static_cast<Index>(zone.cells.size());
    zone.launched = zone.padded = with_padding(zone.own);
    if (!halo.is_whole()) set_places(zone, halo);
  }
  return zones;
}

template <int Dim>
std::vector<Index> numbers_of_all_ranks(const StoredZone& zone, const Halo& halo) {
  const int shape = static_cast<int>(zone.shape) - (Dim == 2 ? 0 : static_cast<int>(CellShape::tetrahedron));
  const Index kind = 2 * shape + zone.curved;
  std::vector<Index> numbers;
  for (const Index cell : zone.cells) numbers.push_back(kind * max_cell_count<Dim> + halo.cell[cell]);
  return numbers;
}

template <int Dim>
CellPlaces places_of(const Mesh<Dim>& mesh, const std::vector<StoredZone>& zones) {
  CellPlaces places;
  places.zone.resize(mesh.cell_count());
  places.local.resize(mesh.cell_count());
  for (std::size_t z = 0; z < zones.size(); ++z)
    for (std::size_t i = zones[z].cells.size(); i-- > 0;) {  // of a cell and copies of it that pad, the first counts
      places.zone[zones[z].cells[i]] = static_cast<int>(z);
      places.local[zones[z].cells[i]] = static_cast<Index>(i);
    }
  return places;
}

template <int Dim>
FaceSides face_sides(const Mesh<Dim>& mesh, const CellPlaces& places) {
  FaceSides sides;
  sides.minus.resize(mesh.faces.size());
  sides.plus.resize(mesh.faces.size());
  Index boundaries = 0;
  for (Index i = 0; i < mesh.face_count(); ++i)
    if (mesh.faces[i].plus < 0) sides.plus[i].cell = boundaries++;
  parallel_for(mesh.face_count(), [&](std::ptrdiff_t i) {
    const Face& f = mesh.faces[i];
    sides.minus[i] = {places.local[f.minus], neighbour_code<Dim>(places.zone[f.minus], f.minus_face)};
    if (f.plus >= 0)
      sides.plus[i] = {places.local[f.plus],
                       neighbour_code<Dim>(places.zone[f.plus], f.plus_face, orientation_of<Dim>(f))};
    else
      sides.plus[i].code = boundary_code(f.boundary);
  });
  return sides;
}

StorageOrder storage_order(const Mesh2& mesh, const SpaceOptions& options) {
  assert(options.assembly != Assembly::automatic);
  const std::vector<StoredZone> zones = stored_zones(mesh);
  StorageOrder order;
  std::vector<bool> curved;
  for (const StoredZone& zone : zones) {
    order.cells.insert(order.cells.end(), zone.cells.begin(), zone.cells.end());
    curved.push_back(zone.curved);
  }
  if (options.assembly == Assembly::tiles) {
    const FaceSides sides = face_sides(mesh, places_of(mesh, zones));
    const int points = face_point_count(options.degree);
    for (const Index face : place_in_tiles<2>(sides.minus, sides.plus, curved, points, {}).face)
      if (face >= 0) order.faces.push_back(face);
  } else if (options.assembly == Assembly::colour || options.assembly == Assembly::block_colour) {
    order.faces = options.colouring.faces;
  } else {
    order.faces.resize(mesh.faces.size());
    std::iota(order.faces.begin(), order.faces.end(), 0);
  }
  return order;
}

template std::vector<StoredZone> stored_zones<2>(const Mesh<2>&, const Halo&);
template std::vector<StoredZone> stored_zones<3>(const Mesh<3>&, const Halo&);
template std::vector<Index> numbers_of_all_ranks<2>(const StoredZone&, const Halo&);
template std::vector<Index> numbers_of_all_ranks<3>(const StoredZone&, const Halo&);
template CellPlaces places_of<2>(const Mesh<2>&, const std::vector<StoredZone>&);
template CellPlaces places_of<3>(const Mesh<3>&, const std::vector<StoredZone>&);
template FaceSides face_sides<2>(const Mesh<2>&, const CellPlaces&);
template FaceSides face_sides<3>(const Mesh<3>&, const CellPlaces&);

}  // namespace dg
