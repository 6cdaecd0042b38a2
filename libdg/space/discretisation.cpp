#include "libdg/space/discretisation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "libdg/backend/upload.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/space/mass_in_basis.hpp"
#include "libdg/space/sum_factorised_cells.hpp"
#include "libdg/space/tile_cells.hpp"
#include "libdg/space/volume_degree.hpp"
#include "libdg/space/zone_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

constexpr int flat_shift = 30;  ///< one layout block of 2^30 cells holds every zone
constexpr int block_shift = 5;  ///< zone_padding cells
static_assert(zone_padding == 1 << block_shift);

/// Modes of a variable that a layout stores: whole groups where it keeps groups together. A reconstruction has but one
/// mode, and no products by matrices that would take a group.
Index stored_modes(Layout layout, int modes, Reconstruction reconstruction) {
  if (layout != Layout::cellwise || reconstruction != Reconstruction::none) return modes;
  return (modes + mode_group - 1) / mode_group * mode_group;
}

StateLayout state_layout(Layout layout, Index padded_cells, Index stored, int n_var) {
  if (layout == Layout::cellwise) return {flat_shift, 0, stored, mode_group, 1, n_var * stored};
  const Index cells = layout == Layout::flat ? padded_cells : zone_padding;
  const Index block_stride = layout == Layout::flat ? 0 : n_var * stored * cells;
  return {
      layout == Layout::flat ? flat_shift : block_shift, block_stride, stored * cells, mode_group * cells, cells, 1};
}

int volume_degree(Space space, const SpaceOptions& o, bool curved, int geometry_order) {
  const int degree = curved ? curved_volume_degree(space, o.degree, geometry_order) : 2 * o.degree;
  const bool by_triangles = shape_of(space) == CellShape::triangle || shape_of(space) == CellShape::prism;
  if (by_triangles && degree + o.extra_quadrature > max_triangle_degree)
    throw InputError(fmt::format("extra_quadrature = {} asks for a triangle rule of degree {}; the highest is {}",
                                 o.extra_quadrature, degree + o.extra_quadrature, max_triangle_degree));
  return degree + o.extra_quadrature;
}

/// Lanes of single precision on a CPU count in 32 bits what their cells look up.
template <class Real>
void check_geometry_size(const ZoneGeometry& g, BackendKind backend, Index cells) {
  const std::size_t largest = std::max({g.metric.size(), g.face.size(), g.face_metric.size()});
  if (sizeof(Real) == 4 && backend == BackendKind::cpu && largest > std::numeric_limits<std::int32_t>::max())
    throw InputError(
        fmt::format("{} curved cells exceed the 2^31 numbers of their geometry that single precision can count on a "
                    "CPU; use double precision, fewer cells or a lower degree",
                    cells));
}

}  // namespace

template <class Real, int Dim>
Discretisation<Real, Dim>::Discretisation(Backend& backend, const Mesh<Dim>& mesh, const SpaceOptions& options,
                                          int n_var, const Halo& halo)
    : options_(options), n_var_(n_var), is_whole_(halo.is_whole()) {
  const bool reconstructs = options.reconstruction != Reconstruction::none;  // with lists of faces of its own
  if (Dim == 3 && !reconstructs && !works_by_cells(options.assembly) && options.assembly != Assembly::gather &&
      options.assembly != Assembly::tiles)
    throw InputError("three-dimensional cells are assembled by 'blocks', 'fused', 'gather' or 'tiles'");
  sort_cells(backend, mesh, halo);
  if (options.assembly == Assembly::tiles && !tile_fit(mesh, options).holds)
    throw InputError(fmt::format(
        "assembly 'tiles' takes 3-D cells of 4 to {} modes, prisms with Q to degree 4 with the "
        "quadrature that they have by default, and hexahedra with Q and weight-adjusted mass inverses, beside other "
        "cells to {} modes; use 'gather', or --backend cpu",
        most_tile_modes, most_side_modes));
  set_layout(backend);
  tables_.resize(zones_.size());
  for (int z = 0; z < view_.zones.count; ++z) {
    const ZoneView<Real>& zone = view_.zones.zone[z];
    if (Dim == 3 && options.assembly == Assembly::tiles) {
      const CellKind kind{zones_[z].shape, zone.curved, mesh.geometry_order};
      families_.push_back(tile_family(kind, options));
      bases_.push_back(state_basis(kind, options));
    }
    set_tables(backend, mesh, z);
    set_geometry(backend, mesh, z);
  }
  set_neighbours(backend, mesh);
  if (options.assembly == Assembly::tiles) {
    set_tile_faces(backend, mesh, halo);
  } else if (!works_by_cells(options.assembly) && !reconstructs) {
    set_faces(backend, mesh, halo);
  }
}

template <class Real, int Dim>
Index Discretisation<Real, Dim>::cell_at(Index number) const {
  if (!is_whole_ && number >= 0) return cell_of_number<Dim>(number);
  for (int z = view_.zones.count - 1; z >= 0 && number >= 0; --z)
    if (const Index begin = view_.zones.zone[z].cell_begin; number >= begin) return zones_[z].cells[number - begin];
  return -1;
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::sort_cells(Backend& backend, const Mesh<Dim>& mesh, const Halo& halo) {
  zones_ = stored_zones(mesh, halo);
  places_ = places_of(mesh, zones_);
  if (zones_.size() > max_zones)
    throw InputError(fmt::format("the mesh has {} kinds of cells (shapes, straight or curved); at most {} are possible",
                                 zones_.size(), max_zones));
  storage_.resize(zones_.size());
  for (const StoredZone& stored : zones_) {
    ZoneView<Real>& zone = view_.zones.zone[view_.zones.count++];
    zone.space = space_of(stored.shape, options_.quads);
    zone.curved = stored.curved;
    if (zone.curved && options_.face_rule == FaceRule::reduced)
      throw InputError(
          "reduced quadrature on faces (face_rule = lean) needs a mesh of straight cells, and this one has curved "
          "ones; use 'face_rule = full'");
    zone.cells = stored.own;
    zone.launched = stored.launched;
    zone.interface = stored.interface;
    zone.padded = stored.padded;
    if (is_whole_) continue;
    Storage& storage = storage_[view_.zones.count - 1];
    storage.number = Array<Index>(backend, numbers_of_all_ranks<Dim>(stored, halo));
    zone.number = storage.number.data();
  }
  cell_begin_.assign(1, 0);
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const Space space = view_.zones.zone[places_.zone[c]].space;
    cell_begin_.push_back(cell_begin_.back() + mode_count(space, options_.degree) * n_var_);
  }
  dof_ = static_cast<long>(cell_begin_.back());
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_layout(Backend&) {
  layout_ = options_.layout != Layout::automatic   ? options_.layout
            : options_.assembly == Assembly::tiles ? Layout::cellwise
                                                   : Layout::blocked;
  // Finite volumes count cells through all zones: one layout serves them all.
  const bool through = options_.reconstruction != Reconstruction::none;
  Index all = 0;
  for (int z = 0; z < view_.zones.count; ++z) all += view_.zones.zone[z].padded;
  for (int z = 0; z < view_.zones.count; ++z) {
    ZoneView<Real>& zone = view_.zones.zone[z];
    zone.coefficients = mode_count(zone.space, options_.degree) * n_var_;
    const Index stored = stored_modes(layout_, zone.coefficients / n_var_, options_.reconstruction);
    zone.layout = state_layout(layout_, through ? all : zone.padded, stored, n_var_);
    zone.state_begin = through && layout_ == Layout::flat ? padded_cells_ : static_cast<std::int64_t>(state_size_);
    view_.eta[z] =
        options_.eta > 0 ? static_cast<Real>(options_.eta) : static_cast<Real>(dg::face_count(shape_of(zone.space)));
    const std::int64_t size = std::int64_t(zone.padded) * stored * n_var_;
    if (size > std::numeric_limits<Index>::max())
      throw InputError(
          fmt::format("{} cells of degree {} exceed the 2^31 coefficients of one cell kind; use fewer cells "
                      "or a lower degree",
                      zone.cells, options_.degree));
    state_size_ += size;
    zone.cell_begin = padded_cells_;
    padded_cells_ += zone.padded;
  }
}

template <class Real, int Dim>
const Real* Discretisation<Real, Dim>::keep(Backend& backend, Storage& storage, std::span<const Real> values) {
  storage.arrays.emplace_back(backend, values);
  return storage.arrays.back().data();
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_tables(Backend& backend, const Mesh<Dim>& mesh, int z) {
  ZoneView<Real>& zone = view_.zones.zone[z];
  const int degree = volume_degree(zone.space, options_, zone.curved, mesh.geometry_order);
  const Exactness exactness = zone.curved ? Exactness::each_direction : Exactness::total;
  tables_[z] = make_tables<double, Dim>(zone.space, options_.degree, degree, exactness, options_.face_rule);
  const auto t = make_tables<Real, Dim>(zone.space, options_.degree, degree, exactness, options_.face_rule);
  Storage& s = storage_[z];
  TablesView<Real>& v = zone.tables;
  v.n_points = t.n_points;
  v.n_stored = t.n_stored;
  std::vector<Real> weights(t.weights.begin(), t.weights.end());
  weights.resize(t.n_stored, Real(0));
  v.weights = keep(backend, s, weights);
  v.interpolate = keep(backend, s, t.interpolate);
  v.differentiate = keep(backend, s, t.differentiate);
  v.project = keep(backend, s, t.project);
  v.derivative = keep(backend, s, t.derivative);
  for (int kind = 0; kind < face_kinds(Dim); ++kind) set_face_tables(backend, s, t.faces[kind], v.faces[kind]);
  if (options_.assembly == Assembly::tiles) set_fragments(backend, z);
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_face_tables(Backend& backend, Storage& s, const FaceTables<Real, Dim>& t,
                                                FaceTablesView<Real>& v) {
  v.trace = keep(backend, s, t.trace);
  v.trace_normal = keep(backend, s, t.trace_normal);
  v.tangential = keep(backend, s, t.tangential);
  v.normal = keep(backend, s, t.normal);
  v.lift = keep(backend, s, t.lift);
  v.face_lift = keep(backend, s, t.face_lift);
  v.oriented_face_lift = t.oriented_face_lift.empty() ? nullptr : keep(backend, s, t.oriented_face_lift);
  for (int order = 0; order < point_orders; ++order) {
    v.frame[order] = keep(backend, s, t.frame[order]);
    v.side_normal[order] = keep(backend, s, t.side_normal[order]);
    v.side[order] = keep(backend, s, t.side[order]);
    v.side_lift[order] = keep(backend, s, t.side_lift[order]);
  }
  v.own_point = s.own_points.emplace_back(backend, t.own_point).data();
  v.weighted_points = t.weighted_points;
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::set_geometry(Backend& backend, const Mesh<Dim>& mesh, int z) {
  ZoneView<Real>& zone = view_.zones.zone[z];
  ZoneGeometry g = make_zone_geometry(mesh, zones_[z].cells, zone.padded, zone.curved, tables_[z],
                                      mass_inverse_of(zone.space, options_));
  check_geometry_size<Real>(g, backend.kind(), zone.cells);
  const auto keep = [&](const std::vector<double>& values) {
    return storage_[z].arrays.emplace_back(upload<Real>(backend, values)).data();
  };
  zone.metric = keep(g.metric);
  zone.jacobian = keep(g.jacobian);
  zone.face = keep(g.face);
  zone.face_metric = keep(g.face_metric);
  const TileFamily family = families_.empty() ? TileFamily::none : families_[z];
  const bool in_tiles = options_.assembly == Assembly::tiles && (Dim == 2 || family != TileFamily::none);
  if (!in_tiles) zone.mass_inverse = keep(g.mass_inverse);
  zone.point_mass = g.point_mass.empty() ? nullptr : keep(g.point_mass);
  zone.moments = keep(g.moments);
  zone.inverse_length = keep(g.inverse_length);
  zone.cell_value = cell_values_.emplace_back(upload<Real>(backend, g.cell_value)).data();
  if (options_.assembly != Assembly::tiles) return;
  const int faces = face_count(shape_of(zone.space));
  if (!zone.curved) {
    zone.tile_geometry = keep(tile_cell_geometry(g, zone.padded, Dim, faces));
    zone.tile_numbers = affine_cell_numbers(Dim, faces);
  } else if (family == TileFamily::sum_factorised) {
    if constexpr (Dim == 3) zone.sum_factorised_geometry = keep(sum_factorised_geometry_of(g, zone.padded, tables_[z]));
  } else if (in_tiles) {
    if (Dim == 3 && bases_[z] == StateBasis::triangle_modes)
      change_basis_of_mass_inverses(make_basis_change(options_.degree, bases_[z]), g.mass_inverse);
    zone.tile_geometry = keep(curved_tile_cell_geometry(g, zone.padded, tables_[z]));
    zone.tile_numbers = static_cast<Index>(curved_cell_numbers(Dim, faces, static_cast<int>(tables_[z].points.size()),
                                                               mode_count(zone.space, options_.degree)));
  }
  geometry_.push_back(std::move(g));
}

template class Discretisation<float, 2>;
template class Discretisation<double, 2>;
template class Discretisation<float, 3>;
template class Discretisation<double, 3>;

}  // namespace dg
