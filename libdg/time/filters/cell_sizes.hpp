/// Numbers of the cells of a zone that a kernel may know when it is compiled, so that its loops are unrolled.
#pragma once

#include "libdg/element/element.hpp"
#include "libdg/space/zone_kind.hpp"
#include "libdg/time/filters/filter_view.hpp"

namespace dg {

/// As in ZoneFilterView; zeros: they are read there.
template <int Coefficients, int Groups, int Faces, int LinePoints = 0>
struct CellSizes {
  static constexpr int coefficients = Coefficients, groups = Groups, faces = Faces, line_points = LinePoints;
};
using AnySizes = CellSizes<0, 0, 0>;

/// Groups of the bases that states of a space may have: modes, values at points of lines, modes of triangles.
template <Space S, int P>
inline constexpr int other_groups = S == Space::hexahedron_Q ? 1
                                    : S == Space::prism_Q    ? total_degree_count(2, P)
                                                             : 0;

/// Calls visit.operator()<CellSizes>() with those of a zone with states in groups of modes (Layout::cellwise), to
/// degree 4, and others with AnySizes. With `all_bases`, for each basis that the space may have.
template <int Dim, class Real, class Visit>
void with_cell_sizes(const ZoneView<Real>& zone, const ZoneFilterView<Real>& view, bool all_bases, const Visit& visit) {
  bool is_known = false;
  with_space<Dim>(zone.space, [&]<Space S>() {
    const auto try_degree = [&]<int P>() {
      constexpr int modes = Element<S, P>::n_modes, stored = (modes + mode_group - 1) / mode_group * mode_group;
      constexpr int faces = Element<S, P>::n_faces, other = other_groups<S, P>;
      if (zone.layout.mode_stride != 1 || zone.layout.variable_stride != stored) return;
      if (all_bases || (view.groups == stored && view.coefficients == stored)) {
        visit.template operator()<CellSizes<stored, stored, faces>>();
        is_known = true;
      }
      if constexpr (other > 0)
        if (all_bases || (view.groups == other && view.coefficients == modes)) {
          visit.template operator()<CellSizes<modes, other, faces, P + 1>>();
          is_known = true;
        }
    };
    try_degree.template operator()<1>();
    try_degree.template operator()<2>();
    try_degree.template operator()<3>();
    try_degree.template operator()<4>();
  });
  if (!is_known) visit.template operator()<AnySizes>();
}

}  // namespace dg
