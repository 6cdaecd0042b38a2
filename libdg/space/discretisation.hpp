/// A mesh turned into the flat arrays that kernels read: zones, metrics, neighbours, faces.
#pragma once

#include <span>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/communicator.hpp"
#include "libdg/backend/host_vector.hpp"
#include "libdg/space/slabs.hpp"
#include "libdg/space/space_options.hpp"
#include "libdg/space/space_view.hpp"
#include "libdg/space/storage_order.hpp"
#include "libdg/space/tile_families.hpp"
#include "libdg/space/zone_geometry.hpp"
#include "meshes/mesh.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// A face on the boundary in the order of the boundary data arrays.
struct BoundaryFace {
  Index cell;    ///< in mesh order
  int face;      ///< local
  int boundary;  ///< index into Mesh::boundary_names
};

/// Whether Assembly::tiles can take all cells of a mesh, and whether Assembly::blocks takes some faster.
struct TileFit {
  bool holds;   ///< of 3-D cells each in its TileFamily, and from both sides of each face
  bool blocks;  ///< some are straight and of a kind that pays_in_blocks()
};
template <int Dim>
TileFit tile_fit(const Mesh<Dim>& mesh, const SpaceOptions& options);
/// Of the parts of all ranks.
template <int Dim>
TileFit tile_fit(const Mesh<Dim>& part, const SpaceOptions& options, Communicator& communicator);

template <class Real, int Dim = 2>
class Discretisation {
 public:
  /// For `n_var` variables; `halo` is that of the mesh of a subdomain. Throws InputError for rules beyond those
  /// available, and where there are too many cells.
  Discretisation(Backend& backend, const Mesh<Dim>& mesh, const SpaceOptions& options, int n_var,
                 const Halo& halo = {});

  const SpaceView<Real>& view() const { return view_; }
  const CellPlaces& places() const { return places_; }
  /// The cells of each zone of view().
  const std::vector<StoredZone>& zones() const { return zones_; }
  /// The tables of the cells of a zone, in double precision on the host.
  const Tables<double, Dim>& tables(int zone) const { return tables_[static_cast<std::size_t>(zone)]; }
  /// The cell in mesh order (of the whole mesh) of a cell_number(); -1 stays -1.
  Index cell_at(Index number) const;
  const std::vector<BoundaryFace>& boundary_faces() const { return boundary_faces_; }
  /// Entries of a state array, padding included.
  std::size_t state_size() const { return state_size_; }
  /// Cells with the padding of all zones: the size of an array of one number per cell.
  Index padded_cells() const { return padded_cells_; }
  long dof() const { return dof_; }
  const SpaceOptions& options() const { return options_; }
  Layout layout() const { return layout_; }
  /// How assembly `tiles` takes the mesh in parts.
  const Slabs& slabs() const { return slabs_; }
  /// ZoneView::cell_value of a zone, padding and ghosts included, for equations of which it is none of the mesh.
  Real* cell_values(int zone) { return cell_values_[static_cast<std::size_t>(zone)].data(); }

  /// State array from modal coefficients [cell in mesh order][component][mode], and back.
  HostVector<Real> pack(std::span<const double> coefficients) const;
  std::vector<double> unpack(std::span<const Real> state) const;
  /// Those of one cell.
  void unpack(std::span<const Real> state, Index cell, std::span<double> coefficients) const;

  /// First coefficient of each cell in the cell-after-cell order of pack(); the last entry is dof().
  const std::vector<std::size_t>& cell_begin() const { return cell_begin_; }

 private:
  /// What a zone owns in the backend's memory.
  struct Storage {
    std::vector<Array<Real>> arrays;
    std::vector<Array<FactorPair<Real>>> fragments;
    std::vector<Array<Index>> own_points;
    Array<Index> neighbour, code, face_number, number;
  };

  /// ZoneView::face_number of all zones.
  using FaceNumbers = std::vector<std::vector<Index>>;

  FaceNumbers face_numbers() const;
  void number_face(FaceNumbers& numbers, const Face& face, Index place) const;
  void number_side(FaceNumbers& numbers, const Face& face, bool plus, Index place) const;
  std::vector<Index> face_order(const Mesh<Dim>& mesh) const;
  void set_face_list(Backend& backend, const FaceSides& sides, const std::vector<Index>& order, FaceList& list);
  void set_face_numbers(Backend& backend, const FaceNumbers& numbers);
  void sort_cells(Backend& backend, const Mesh<Dim>& mesh, const Halo& halo);
  void set_layout(Backend& backend);
  const Real* keep(Backend& backend, Storage& storage, std::span<const Real> values);
  void set_face_tables(Backend& backend, Storage& storage, const FaceTables<Real, Dim>& tables,
                       FaceTablesView<Real>& view);
  void set_tables(Backend& backend, const Mesh<Dim>& mesh, int z);
  void set_fragments(Backend& backend, int z);
  void set_fragments_2d(Backend& backend, int z) requires(Dim == 2);
  void set_fragments_3d(Backend& backend, int z) requires(Dim == 3);
  void set_face_nodes(Backend& backend, int z) requires(Dim == 3);
  void set_symmetric_fragments(Backend& backend, int z) requires(Dim == 3);
  void set_geometry(Backend& backend, const Mesh<Dim>& mesh, int z);
  void set_neighbours(Backend& backend, const Mesh<Dim>& mesh);
  void set_tile_faces(Backend& backend, const Mesh<Dim>& mesh, const Halo& halo);
  void set_tile_faces_3d(Backend& backend, const Mesh<Dim>& mesh, int kind, const FaceSides& sides,
                         const std::vector<ZoneForFaces<Dim>>& zones, const FaceGroups& groups,
                         FaceNumbers& numbers) requires(Dim == 3);
  void set_tiles(Backend& backend, const TileFaces& tiles, TileFacesView<Real>& view);
  void set_faces(Backend& backend, const Mesh<Dim>& mesh, const Halo& halo);

  SpaceOptions options_;
  int n_var_;
  bool is_whole_;
  Layout layout_ = Layout::blocked;
  SpaceView<Real> view_{};
  Slabs slabs_;
  CellPlaces places_;
  std::vector<StoredZone> zones_;
  std::vector<TileFamily> families_;         ///< [zone] of 3-D cells, with Assembly::tiles
  std::vector<StateBasis> bases_;            ///< likewise
  std::vector<Tables<double, Dim>> tables_;  ///< [zone]
  std::vector<Storage> storage_;
  std::vector<Array<Real>> cell_values_;  ///< [zone]
  std::vector<BoundaryFace> boundary_faces_;
  std::vector<Array<Index>> face_arrays_;
  std::vector<Array<Real>> face_geometry_;
  std::vector<ZoneGeometry> geometry_;  ///< [zone], until the tiles of faces are made
  std::vector<std::size_t> cell_begin_;
  std::size_t state_size_ = 0;
  Index padded_cells_ = 0;
  long dof_ = 0;
};

}  // namespace dg
