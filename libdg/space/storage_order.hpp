/// The order in which the cells and faces of a mesh lie in memory. It is the order of the mesh, but for what kernels
/// need side by side. Metrics of an order are to be measured on it.
#pragma once

#include <vector>

#include "libdg/space/space_options.hpp"
#include "libdg/space/tile_faces.hpp"
#include "meshes/mesh.hpp"
#include "meshes/side_table.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// The cells of one shape that are all affine or all curved, in the order of the mesh. Of a subdomain, they are the own
/// ones and behind their padding the ghosts, by place.
struct StoredZone {
  CellShape shape;
  bool curved;
  std::vector<Index> cells;
  Index own = 0, launched = 0, interface = 0, padded = 0;  ///< as in ZoneView, where the first is called `cells`
};

/// Where the cells of a mesh went: zone by zone, in each zone in the order of the mesh.
struct CellPlaces {
  std::vector<int> zone;     ///< [cell]
  std::vector<Index> local;  ///< [cell] place in its zone
};

/// Zones in the order of storage: by shape, affine before curved; none is empty. `halo` is that of the mesh of a
/// subdomain.
template <int Dim>
std::vector<StoredZone> stored_zones(const Mesh<Dim>& mesh, const Halo& halo = {});

/// A number for each cell of a zone of a subdomain, in which cells of the whole mesh lie zone by zone. Precondition:
/// the halo is not that of a whole mesh.
template <int Dim>
std::vector<Index> numbers_of_all_ranks(const StoredZone& zone, const Halo& halo);
/// The cell of the whole mesh that has such a number.
template <int Dim>
constexpr Index cell_of_number(Index number) {
  return number % max_cell_count<Dim>;
}

template <int Dim>
CellPlaces places_of(const Mesh<Dim>& mesh, const std::vector<StoredZone>& zones);

/// Both sides of all faces, in the order of the mesh.
struct FaceSides {
  std::vector<FaceSide> minus, plus;
};
template <int Dim>
FaceSides face_sides(const Mesh<Dim>& mesh, const CellPlaces& places);

/// Cells and faces in the order of memory, as numbers of the mesh. Faces are those of assemblies that work face by
/// face; with the others they are as in the mesh.
struct StorageOrder {
  std::vector<Index> cells, faces;
};

/// Uses the degree, the assembly and, where that has one, the colouring of the options. Precondition: the assembly is
/// not `automatic`.
StorageOrder storage_order(const Mesh2& mesh, const SpaceOptions& options);

}  // namespace dg
