/// What straight hexahedra with Q^p, whose states are values at the points of lines, have on their sides in blocks.
/// Each has a record: a variable's traces and derivatives along the normal of the reference cell's face, then the
/// next's. Points are as the cell lists them. Later fluxes and jumps take their place.
#pragma once

#include <utility>

#include "libdg/backend/records.hpp"
#include "libdg/element/hexahedron_lines.hpp"
#include "libdg/kernels/schedules/block_schedule.hpp"

namespace dg {

template <class Eq, int P, bool Viscous>
struct HexahedronSides : BlockSchedule<Eq, Space::hexahedron_Q, P> {
  using Schedule = BlockSchedule<Eq, Space::hexahedron_Q, P>;
  using Schedule::dim, Schedule::N, Schedule::faces;
  using typename Schedule::Real;
  using FE = FaceOfKind<dim, 1, P>;
  static constexpr int NL = P + 1, lines = NL * NL, points = NL * lines;
  /// Of a variable: traces or fluxes, then slopes or jumps.
  static constexpr int numbers = (Viscous ? 2 : 1) * lines;

  const LineMatrices<Real, NL>& line = line_matrices<Real, NL>();

  explicit HexahedronSides(const Schedule& schedule) : Schedule(schedule) {}

  /// Numbers of a record: each variable is written in whole registers, over the beginning of the next one.
  template <class V>
  static constexpr int side_numbers() {
    return record_size<V>((N - 1) * numbers + record_size<V>(numbers));
  }

  template <int F>
  static constexpr OwnFaceLines own_lines = own_face_lines<NL>(F);

  /// Calls visit.operator()<f>() for all faces.
  template <class Visit, int... F>
  RKDG_FN static void each_face(const Visit& visit, std::integer_sequence<int, F...>) {
    (visit.template operator()<F>(), ...);
  }
  template <class Visit>
  RKDG_FN static void each_face(const Visit& visit) {
    each_face(visit, std::make_integer_sequence<int, faces>{});
  }

  /// Sides of a register of own cells, with face F, where the first lies at `workspace`.
  template <int F, class V>
  RKDG_FN static LaneRecords<V> own_sides(Real* workspace, Index cell) {
    constexpr int size = side_numbers<V>();
    return {workspace + (std::int64_t(cell) * faces + F) * size, faces * size};
  }

  /// Shows a variable of values x at face F.
  template <int F, class V>
  [[gnu::noinline]] void show(const V (&x)[points], const LaneRecords<V>& records, int begin) const {
    constexpr OwnFaceLines face = own_lines<F>;
    const auto at_end = [&](const Real(&end)[NL], int g) RKDG_INLINE {
      const V* from = x + face.first + g % NL * face.step[0] + g / NL * face.step[1];
      V sum = end[NL - 1] * from[0];
      RKDG_UNROLL
      for (int a = 1; a < NL; ++a) sum += end[NL - 1 - a] * from[a * face.inward];
      return sum;
    };
    make_records<numbers>(records, begin, [&](int i) RKDG_INLINE {
      return i < lines ? at_end(line.end_from_points, i) : at_end(line.end_slope_from_points, i - lines);
    });
  }

  /// What stands on the sides of a register of cells from number `begin` on, by the lines across (q N + p, see
  /// hexahedron_lines.hpp).
  template <class V>
  [[gnu::noinline]] void gather(Real* workspace, Index cell, int begin, V (&x)[faces][lines]) const {
    each_face([&]<int F>() RKDG_INLINE {
      constexpr OwnFaceLines face = own_lines<F>;
      each_in_records<lines>(own_sides<F, V>(workspace, cell), begin, [&](int g, V number) RKDG_INLINE {
        x[F][face.first_line + g % NL * face.line_step[0] + g / NL * face.line_step[1]] = number;
      });
    });
  }
};

}  // namespace dg
