/// The order in which the cells and faces of a mesh lie in memory: the order of the mesh, but for what kernels need
/// side by side. Metrics of an order are to be measured on it.
#pragma once

#include <vector>

#include "libdg/space/space_options.hpp"
#include "libdg/space/tile_faces.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// The cells of one shape that are all affine or all curved, in the order of the mesh.
struct StoredZone {
  CellShape shape;
  bool curved;
  std::vector<Index> cells;
};

/// Where the cells of a mesh went: zone by zone, in each zone in the order of the mesh.
struct CellPlaces {
  std::vector<int> zone;     ///< [cell]
  std::vector<Index> local;  ///< [cell] place in its zone
};

/// Zones in the order of storage: by shape, affine before curved; none is empty.
template <int Dim>
std::vector<StoredZone> stored_zones(const Mesh<Dim>& mesh);

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
