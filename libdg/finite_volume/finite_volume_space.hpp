/// Finite volumes in a backend's memory: the geometry of all zones, and what kernels read of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "libdg/backend/upload.hpp"
#include "libdg/finite_volume/cell_averages.hpp"
#include "libdg/finite_volume/finite_volume_part.hpp"
#include "libdg/finite_volume/geometry.hpp"
#include "libdg/finite_volume/patches.hpp"
#include "libdg/finite_volume/view.hpp"
#include "libdg/space/discretisation.hpp"

namespace dg {

/// Patches in a backend's memory.
template <class Real>
struct UploadedPatches {
  FiniteVolumePatches<Real> view;
  Array<PatchBounds> bounds;
  Array<Index> place, boundary;
  Array<PatchSides> around;
  Array<Real> of_cells, of_faces;

  UploadedPatches() = default;
  UploadedPatches(Backend& backend, const PatchArrays& a)
      : bounds(backend, a.bounds),
        place(backend, a.place),
        boundary(backend, a.boundary),
        around(backend, a.around),
        of_cells(upload<Real>(backend, a.of_cells)),
        of_faces(upload<Real>(backend, a.of_faces)) {
    view = {static_cast<Index>(a.bounds.size()),
            a.most_loaded,
            a.most_faces,
            a.sides,
            a.straight,
            bounds.data(),
            place.data(),
            around.data(),
            boundary.data(),
            of_cells.data(),
            of_faces.data()};
  }
};

template <class Eq>
class FiniteVolumeSpace {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim;

 public:
  /// The discretisation must be one of degree 0 with a reconstruction, and outlive this object.
  FiniteVolumeSpace(Backend& backend, const Mesh<dim>& mesh, const Discretisation<Real, dim>& discretisation,
                    const KernelContext<Eq>& context)
      : places_(mesh.cell_count()) {
    const auto& places = discretisation.places();
    std::vector<std::vector<Index>> cells;
    for (int z = 0; z < context.zones.count; ++z) cells.emplace_back(context.zones.zone[z].padded, no_cell);
    for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
      const int z = places.zone[cell];
      places_[cell] = context.zones.zone[z].cell_begin + places.local[cell];
      cells[z][places.local[cell]] = cell;
    }
    for (std::vector<Index>& of_zone : cells) fill_padding(of_zone);
    set_laws(backend, context, discretisation);
    set_layouts(context);
    const CellNeighbours neighbours(mesh);
    view_.count = context.zones.count;
    std::fill(std::begin(view_.shape_begin), std::end(view_.shape_begin), discretisation.padded_cells());
    for (int z = 0; z < view_.count; ++z) set_zone(backend, mesh, neighbours, cells[z], context.zones.zone[z], z);
    const Assembly assembly = discretisation.options().assembly;
    if (assembly == Assembly::gather || assembly == Assembly::atomic) set_faces(backend, mesh, neighbours);
    if (assembly == Assembly::gather) number_faces(backend, mesh, places);
  }

  const FiniteVolumeView<Eq>& view() const { return view_; }

  /// See make_patches(): of all own cells.
  UploadedPatches<Real> make_patches(Backend& backend, const Mesh2& mesh, const PatchPlan& plan) const
      requires(dim == 2) {
    return {backend, dg::make_patches(mesh, CellNeighbours(mesh), places_, plan)};
  }

  /// For patches of own cells with so many cells. All ranks call this together.
  PatchPlan plan_patches(const Mesh2& mesh, const FiniteVolumePart& part, Index size) const requires(dim == 2) {
    const bool here = view_.count == 1 && view_.zone[0].straight;
    const int sides = most_sides_of(mesh);
    if (part.is_whole()) return {size, mesh.cell_count(), mesh.cell_count(), sides, here};
    // What is computed of a cell must not depend on which others its rank has.
    std::int64_t most[]{sides, here ? 0 : 1}, least[]{sides};
    part.communicator->reduce(most, Reduction::largest);
    part.communicator->reduce(least, Reduction::least);
    const Index own = part.halo->own_cells;
    return {size, own, own, static_cast<int>(most[0]), most[1] == 0 && most[0] == least[0]};
  }

  /// Slopes as they lie in memory, in the order of the mesh: [cell][variable][coordinate].
  std::vector<double> unpack_slopes(const std::vector<Real>& slopes) const {
    const StateLayout& layout = view_.slope_layout;
    constexpr int numbers = slope_count<Eq>;
    std::vector<double> of_cells(numbers * places_.size());
    auto to = of_cells.begin();
    for (const Index place : places_)
      for (int n = 0; n < numbers; ++n)
        *to++ = slopes[layout.cell(std::int64_t(place)) + n * std::int64_t(layout.variable_stride)];
    return of_cells;
  }

 private:
  void set_laws(Backend& backend, const KernelContext<Eq>& context, const Discretisation<Real, dim>& discretisation) {
    std::vector<Index> conditions;
    for (const BoundaryFace& face : discretisation.boundary_faces()) conditions.push_back(face.boundary);
    conditions_of_faces_ = Array<Index>(backend, conditions);
    view_.conditions_of_faces = conditions_of_faces_.data();
    view_.equations = context.equations;
    view_.riemann = context.riemann;
    view_.conditions = context.conditions;
    view_.boundary_data = context.boundary_data;
    const SpaceOptions& options = discretisation.options();
    view_.limiter = options.limiter;
    view_.smooth_volume = static_cast<Real>(std::pow(options.limiter_constant / options.limiter_length, 3));
  }

  /// Slopes lie as states do, with more variables.
  void set_layouts(const KernelContext<Eq>& context) {
    view_.layout = view_.slope_layout = context.zones.zone[0].layout;
    view_.slope_layout.block_stride *= dim;
    if (view_.layout.cell_stride != 1) view_.slope_layout.cell_stride *= dim;
  }

  /// In the order of the mesh.
  void set_faces(Backend& backend, const Mesh<dim>& mesh, const CellNeighbours<dim>& neighbours) {
    const Index padded = (mesh.face_count() + 2 * zone_padding - 1) / zone_padding * zone_padding;
    std::vector<Index> minus, plus;
    std::vector<double> middle(std::size_t(2 * dim) * padded), normal(std::size_t(dim) * padded);
    for (Index i = 0; i < padded; ++i) {
      const Face& face = mesh.faces[std::min(i, mesh.face_count() - 1)];
      const auto& side = neighbours.sides(face.minus)[face.minus_face];
      const auto scaled = flat_normal(mesh, face.minus, face.minus_face);
      minus.push_back(places_[face.minus]);
      plus.push_back(face.plus >= 0 ? places_[face.plus] : boundary_place(side.boundary_face));
      for (int d = 0; d < dim; ++d) {
        middle[std::size_t(d) * padded + i] = side.own_middle[d];
        middle[std::size_t(dim + d) * padded + i] = side.other_middle[d];
        normal[std::size_t(d) * padded + i] = scaled[d];
      }
    }
    view_.faces = {mesh.face_count(),    padded, keep(backend, minus), keep(backend, plus), keep(backend, middle),
                   keep(backend, normal)};
  }

  /// FiniteVolumeZone::face_number.
  void number_faces(Backend& backend, const Mesh<dim>& mesh, const CellPlaces& places) {
    std::vector<std::vector<Index>> numbers;
    for (int z = 0; z < view_.count; ++z) numbers.emplace_back(std::size_t(view_.zone[z].faces) * view_.zone[z].padded);
    const auto number = [&](Index cell, int f, Index value) {
      const int z = places.zone[cell];
      numbers[z][std::size_t(f) * view_.zone[z].padded + places.local[cell]] = value;
    };
    for (Index i = 0; i < mesh.face_count(); ++i) {
      const Face& face = mesh.faces[i];
      number(face.minus, face.minus_face, 2 * i);
      if (face.plus >= 0) number(face.plus, face.plus_face, 2 * i + 1);
    }
    for (int z = 0; z < view_.count; ++z) view_.zone[z].face_number = keep(backend, numbers[z]);
  }

  static constexpr Index no_cell = -1;

  /// Padding, between own cells and ghosts or behind them, stands for any cell of the zone.
  static void fill_padding(std::vector<Index>& cells) {
    const auto any = std::find_if(cells.begin(), cells.end(), [](Index cell) { return cell != no_cell; });
    std::replace(cells.begin(), cells.end(), no_cell, Index(*any));
  }

  const Real* keep(Backend& backend, const std::vector<double>& values) {
    return geometry_.emplace_back(upload<Real>(backend, values)).data();
  }
  const Index* keep(Backend& backend, const std::vector<Index>& values) {
    return indices_.emplace_back(backend, values).data();
  }

  void set_zone(Backend& backend, const Mesh<dim>& mesh, const CellNeighbours<dim>& neighbours,
                const std::vector<Index>& cells, const ZoneView<Real>& zone, int z) {
    FiniteVolumeGeometry g = make_finite_volumes(mesh, neighbours, cells, places_);
    FiniteVolumeZone<Real>& v = view_.zone[z];
    const CellShape shape = shape_of(zone.space);
    v.begin = zone.cell_begin;
    v.padded = zone.padded;
    v.cells = zone.cells;
    v.launched = zone.launched;
    v.faces = face_count(shape);
    v.affine = !zone.curved;
    v.straight = dim == 2 && v.affine;
    v.mean = static_cast<Real>(mean_of_mode(shape));
    const int number = static_cast<int>(shape) - (dim == 2 ? 0 : static_cast<int>(CellShape::tetrahedron));
    view_.mean[number] = v.mean;
    for (int earlier = 0; earlier <= number; ++earlier)
      view_.shape_begin[earlier] = std::min(view_.shape_begin[earlier], zone.cell_begin);
    v.neighbour = keep(backend, g.neighbour);
    v.stencil = keep(backend, g.stencil);
    v.gradient = keep(backend, g.gradient);
    v.other_middle = keep(backend, g.other_middle);
    if (v.straight) g.normal.resize(std::size_t{2} * 2 * zone.padded);
    v.normal = keep(backend, g.normal);
    if (v.straight) return;
    v.own_middle = keep(backend, g.own_middle);
    for (double& x : g.volume) x = 1 / (x * mean_of_mode(shape));
    v.inverse_volume = keep(backend, g.volume);
  }

  FiniteVolumeView<Eq> view_{};
  std::vector<Index> places_;  ///< [cell of the mesh]
  Array<Index> conditions_of_faces_;
  std::vector<Array<Index>> indices_;
  std::vector<Array<Real>> geometry_;
};

}  // namespace dg
