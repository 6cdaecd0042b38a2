/// Which cells are on one side of the faces that lanes hold: in which zone, and where in the tables of faces.
#pragma once

#include "libdg/backend/prefetch.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

/// The cells on one side of a face: cell in the zone, and slot of the face tables, per lane.
template <class V>
struct SideCells {
  IndexOf<V> cell, slot;
};

/// The local face of a slot.
template <class FE, class V>
RKDG_FN IndexOf<V> face_of_slot(IndexOf<V> slot) {
  if constexpr (orientation_slots(FE::cell_dim) == 1)
    return slot;
  else
    return slot & IndexOf<V>(face_slots(FE::cell_dim) - 1);
}

/// The orientation of a slot, in 3-D.
template <class FE, class V>
RKDG_FN IndexOf<V> orientation_of_slot(IndexOf<V> slot) {
  constexpr int face_bits = 3;
  static_assert(face_slots(FE::cell_dim) == 1 << face_bits);
  return slot >> face_bits;
}

/// Lanes in which the lifting is one of oriented_liftings(): with PointOrder::neighbour, those of even
/// Face::orientation.
template <class FE, class V>
RKDG_FN MaskOf<V> has_even_orientation(const FaceTablesView<RealOf<V>>& tables, PointOrder order, IndexOf<V> slot) {
  using I = IndexOf<V>;
  if constexpr (FE::shape == FaceShape::line) return slot < I(0);
  const I odd = slot & I(face_slots(FE::cell_dim));
  return order == PointOrder::neighbour && tables.oriented_face_lift ? odd == I(0) : slot < I(0);
}

/// Of these, lanes that have a certain one of the matrices.
template <class FE, class V>
RKDG_FN MaskOf<V> takes_oriented_lifting(int matrix, IndexOf<V> slot) {
  using I = IndexOf<V>;
  constexpr int slots = face_slots(FE::cell_dim);
  if constexpr (FE::shape == FaceShape::quadrilateral) return (slot & I(slots)) == I(0);
  return (slot & I(3 * slots)) == I(2 * slots * matrix);
}

/// Entry `slot` of a table as wide as there are slots, per lane.
template <class FE, class V>
RKDG_FN V at_slot(const RealOf<V>* table, IndexOf<V> slot) {
  if constexpr (code_slots(FE::cell_dim) == 4)
    return lookup<V>(table, slot);
  else
    return gather<V>(table, slot);
}

/// The same of a table of pairs.
template <class FE, class V>
RKDG_FN void pair_at_slot(const RealOf<V>* table, IndexOf<V> slot, V& a, V& b) {
  if constexpr (code_slots(FE::cell_dim) == 4) {
    lookup_pair(table, slot, a, b);
  } else {
    a = gather<V>(table, slot + slot);
    b = gather<V>(table + 1, slot + slot);
  }
}

/// Calls visit.operator()<Space>() for the space of a zone, one that has faces of this shape.
template <class FE, class Real, class Visit>
RKDG_FN void with_space_of(const ZoneView<Real>& zone, const Visit& visit) {
  with_space<FE::cell_dim>(zone.space, [&]<Space S>() {
    if constexpr (faces_of_kind(shape_of(S), FE::kind).count > 0) visit.template operator()<S>();
  });
}

/// first_face_row() of a zone for faces of this shape.
template <class FE, class Real>
RKDG_FN int first_face_row_of(const ZoneView<Real>& zone) {
  int row = 0;
  if constexpr (face_kinds(FE::cell_dim) > 1)
    with_space_of<FE>(zone, [&]<Space S>() { row = Element<S, FE::degree>::first_face_row(FE::kind); });
  return row;
}

/// Which of the cell's own points is point g of a face that is seen in this order.
template <class FE, class V>
RKDG_FN IndexOf<V> own_point(const FaceTablesView<RealOf<V>>& tables, PointOrder order, IndexOf<V> slot, int g) {
  using I = IndexOf<V>;
  if (order == PointOrder::own) return I(g);
  if constexpr (FE::shape == FaceShape::line) {
    return I(FE::n_points - 1 - g);
  } else {
    constexpr int face_bits = 3;
    static_assert(face_slots(FE::cell_dim) == 1 << face_bits);
    return gather_index<V>(tables.own_point + FE::stored_points + g, (slot >> face_bits) * I(FE::stored_points));
  }
}

/// Cell and slot of the lanes in a zone. Lanes elsewhere get the zone's first cell and its first face of this shape,
/// which can be read.
template <class FE, class V>
RKDG_FN SideCells<V> side_in_zone(const ZoneView<RealOf<V>>& zone, MaskOf<V> here, IndexOf<V> code, IndexOf<V> cell) {
  using I = IndexOf<V>;
  Index face = 0;
  if constexpr (face_kinds(FE::cell_dim) > 1)
    with_space_of<FE>(zone, [&]<Space S>() { face = faces_of_kind(shape_of(S), FE::kind).first; });
  return {select(here, cell, I(0)), select(here, code & I(code_slots(FE::cell_dim) - 1), I(face))};
}

/// Number of the zone that a code names.
template <class FE, class V>
RKDG_FN IndexOf<V> zone_lanes(IndexOf<V> code) {
  constexpr int bits = FE::cell_dim == 2 ? 2 : 5;
  static_assert(code_slots(FE::cell_dim) == 1 << bits);
  return code >> bits;
}

/// Calls visit(zone, lanes in that zone, whether these are all lanes) for each zone that occurs among `code`.
template <class FE, class V, class Real, class Visit>
RKDG_FN void for_each_zone(const ZonesView<Real>& zones, IndexOf<V> code, Visit&& visit) {
  const IndexOf<V> of = zone_lanes<FE, V>(code);
  for (int z = 0; z < zones.count; ++z) {
    const MaskOf<V> here = of == IndexOf<V>(z);
    if (!any(here)) continue;
    const bool whole = all(here);
    visit(zones.zone[z], here, whole);
    if (whole) return;
  }
}

/// Asks for the modes that traces() will read, of cells of the space S, those of the first and the last lane.
/// Neighbours of neighbouring cells mostly lie side by side there.
template <Space S, class FE, class V, class Eq>
RKDG_FN void prefetch_traces(const KernelContext<Eq>& context, StateOf<V> state, IndexOf<V> code, IndexOf<V> cell) {
  constexpr int modes = Element<S, FE::degree>::n_modes, width = LaneTraits<V>::width;
  if constexpr (width > 1) {
    const IndexOf<V> numbers = zone_lanes<FE, V>(code);
    for (const int lane : {0, width - 1}) {
      const auto& zone = context.zones.zone[lane_of(numbers, lane)];
      const auto from = state + zone.state_begin + zone.layout.cell(std::int64_t(lane_of(cell, lane)));
      for (int n = 0; n < Eq::n_var; ++n)
        for (int k = 0; k < modes; ++k) prefetch_read(from + zone.layout.mode(n, k));
    }
  }
}

/// eta of the cells given by `code`.
template <class FE, class V, class Eq>
RKDG_FN V eta_of(const KernelContext<Eq>& context, IndexOf<V> code) {
  const IndexOf<V> zone = zone_lanes<FE, V>(code);
  V eta(context.eta[0]);
  for (int z = 1; z < context.zones.count; ++z) eta = select(zone == IndexOf<V>(z), V(context.eta[z]), eta);
  return eta;
}

}  // namespace dg
