#include "libdg/space/zone_geometry.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "libdg/backend/parallel.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/space/affine_geometry.hpp"
#include "libdg/space/curved_geometry.hpp"

namespace dg {
namespace {

/// Sets the sizes of all arrays of a zone.
template <int Dim>
void allocate(std::size_t padded, bool curved, const Tables<double, Dim>& t, MassInverse mass_inverse,
              ZoneGeometry& z) {
  const std::size_t nk = mode_count(t.space, t.degree), nq = t.points.size();
  const bool by_points = curved && has_point_mass(t.space, t.degree, nq, mass_inverse);
  std::size_t faces = 0, points = 0;
  for (const auto& kind : t.faces) {
    const std::size_t of_kind = static_cast<std::size_t>(kind.range.count) * kind.n_points;
    faces += kind.range.count;
    points += of_kind;
  }
  const std::pair<std::vector<double>*, std::size_t> rows[]{{&z.metric, (curved ? nq : 1) * Dim * Dim},
                                                            {&z.face, (curved ? points : faces) * (Dim + 1)},
                                                            {&z.face_metric, curved ? points * Dim * Dim : 0},
                                                            {&z.jacobian, curved ? nq : 1},
                                                            {&z.mass_inverse, curved ? nk * (nk + 1) / 2 : 0},
                                                            {&z.point_mass, by_points ? nq : 0},
                                                            {&z.moments, curved ? nk : 0},
                                                            {&z.inverse_length, 1},
                                                            {&z.cell_value, 1}};
  // Side by side: what takes the time is the first touch of the pages.
  parallel_for(std::size(rows), [&](std::ptrdiff_t i) { rows[i].first->resize(rows[i].second * padded); });
}

}  // namespace

template <int Dim>
ZoneGeometry make_zone_geometry(const Mesh<Dim>& mesh, const std::vector<Index>& cells, Index padded, bool curved,
                                const Tables<double, Dim>& t, MassInverse mass_inverse) {
  ZoneGeometry z;
  allocate(padded, curved, t, mass_inverse, z);
  const auto for_each_cell = [&](const auto& set_cell) {
    parallel_for(padded, [&](std::ptrdiff_t i) {
      set_cell(cells[std::min<std::size_t>(i, cells.size() - 1)], static_cast<Index>(i));
    });
  };
  if (curved) {
    const CurvedGeometry<Dim> geometry(mesh, t, mass_inverse);
    for_each_cell([&](Index cell, Index place) { geometry.set_cell(cell, place, padded, z); });
  } else {
    for_each_cell([&](Index cell, Index place) { set_affine_cell(mesh, cell, t, place, padded, z); });
  }
  return z;
}

template ZoneGeometry make_zone_geometry<2>(const Mesh<2>&, const std::vector<Index>&, Index, bool,
                                            const Tables<double, 2>&, MassInverse);
template ZoneGeometry make_zone_geometry<3>(const Mesh<3>&, const std::vector<Index>&, Index, bool,
                                            const Tables<double, 3>&, MassInverse);

}  // namespace dg
