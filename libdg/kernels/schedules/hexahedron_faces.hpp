/// Faces between two hexahedra of a block: what stands on both sides becomes fluxes and jumps, as in PointFaceFlux. It
/// goes row by row of the points of a face, so that all that a row needs lies in a core's first cache.
#pragma once

#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/integrands/side.hpp"
#include "libdg/kernels/schedules/hexahedron_sides.hpp"

namespace dg {

template <class Eq, int P, bool Viscous>
struct HexahedronFaces : HexahedronSides<Eq, P, Viscous> {
  using Sides = HexahedronSides<Eq, P, Viscous>;
  using Sides::dim, Sides::N, Sides::NL, Sides::lines, Sides::numbers, Sides::line, Sides::context, Sides::zone,
      Sides::zone_number, Sides::blocks;
  using typename Sides::Real, typename Sides::FE;
  /// Rows at a distance of 4 kB would take each other's place in the cache.
  static constexpr int row_size = numbers | 1;

  explicit HexahedronFaces(const Sides& sides) : Sides(sides) {}

  template <class V>
  RKDG_CALL void compute(Index block, Real* workspace) const {
    constexpr int width = LaneTraits<V>::width, size = Sides::template side_numbers<V>();
    const BlockFaces<Real>& list = blocks.inside[FE::kind];
    const FaceTablesView<Real>& tables = zone().tables.faces[FE::kind];
    for (Index i = list.begin[block]; i < list.begin[block + 1]; i += width) {
      Geometry<V> face;
      read_geometry<dim, V>(list.geometry.data() + std::size_t(i) * Sides::face_numbers, face);
      const IndexOf<V> orientation = load_index<V>(list.orientation.data() + i);
      const Index of_first = lane_of(orientation, 0);
      const bool alike = all(orientation == IndexOf<V>(of_first));
      const Index* own = tables.own_point + (1 + of_first) * FE::stored_points;
      const LaneRecords<V> minus(workspace, size, list.minus.data() + i), plus(workspace, size, list.plus.data() + i);
      FaceSides<V> s;
      for (int n = 0; n < N; ++n) {
        V* to = s.plus[n];
        each_in_records<numbers>(minus, n * numbers, [&](int k, V x) RKDG_INLINE { s.minus[n][k] = x; });
        if (alike)
          each_in_records<numbers>(plus, n * numbers, [&](int k, V x) RKDG_INLINE {
            if (k < lines)
              to[own[k]] = x;
            else
              to[lines + own[k - lines]] = -x;
          });
        else
          load_oriented(tables, orientation, plus, n * numbers, to);
      }
      const auto sides = on_straight_sides<P>(context.equations, zone(), face.tangents, face.length);
      for (int row = 0; row < NL; ++row) compute_row(face, sides, row, s);
      for (int n = 0; n < N; ++n) {
        const auto given = [&](int k) RKDG_INLINE { return k < lines ? s.flux[n][k] : s.minus[n][k]; };
        make_records<numbers>(minus, n * numbers, given);
        if (alike)
          make_records<numbers>(plus, n * numbers, [&](int k) RKDG_INLINE {
            return k < lines ? -s.flux[n][own[k]] : -s.minus[n][lines + own[k - lines]];
          });
        else
          store_oriented(tables, orientation, given, plus, n * numbers);
      }
    }
  }

 private:
  /// Geometry of a register of faces.
  template <class V>
  struct Geometry {
    V normal[dim];
    FaceTangents<dim, V> tangents;  ///< see FaceModesFlux
    V length[2];                    ///< |J_f| / det J of either side
    V skew[2][dim - 1];             ///< what the directions of the reference face have of the derivative along n
  };

  /// Both sides of a register of faces in the order of the minus side; later fluxes and jumps in place of the latter.
  template <class V>
  struct FaceSides {
    V minus[N][row_size], plus[N][row_size], flux[N][row_size];
  };

  /// Where lanes see the other side in different orientations: its numbers in the order of the minus side, and back.
  template <class V>
  [[gnu::noinline]] void load_oriented(const FaceTablesView<Real>& tables, IndexOf<V> orientation,
                                       const LaneRecords<V>& records, int begin, V* to) const {
    V x[lines][1], y[lines][1];
    for (int part = 0; part < numbers; part += lines) {
      each_in_records<lines>(records, begin + part, [&](int g, V number) RKDG_INLINE { x[g][0] = number; });
      orient_points<FE>(tables, orientation, x, y);
      for (int g = 0; g < lines; ++g) to[part + g] = part == 0 ? y[g][0] : -y[g][0];
    }
  }
  template <class V, class Given>
  [[gnu::noinline]] void store_oriented(const FaceTablesView<Real>& tables, IndexOf<V> orientation, const Given& given,
                                        const LaneRecords<V>& records, int begin) const {
    V behind[numbers];
    for (int part = 0; part < numbers; part += lines) {
      V x[lines][1], y[lines][1];
      for (int g = 0; g < lines; ++g) x[g][0] = -given(part + g);
      orient_points<FE>(tables, orientation, x, y);
      for (int g = 0; g < lines; ++g) behind[part + g] = y[g][0];
    }
    make_records<numbers>(records, begin, [&](int k) RKDG_INLINE { return behind[k]; });
  }

  /// Fluxes of a row of points; the slopes of the minus side become jumps there.
  template <class V, class Side>
  RKDG_FN void compute_row(const Geometry<V>& face, const SideEquations<Side>& sides, int row, FaceSides<V>& s) const {
    using I = IndexOf<V>;
    FaceStates<dim, NL, N, V> f;
    f.on_boundary = I(0) < I(0);
    f.has_boundary = false;
    const int first = row * NL;
    for (int n = 0; n < N; ++n) {
      RKDG_UNROLL
      for (int i = 0; i < NL; ++i) {
        f.minus[i][n] = s.minus[n][first + i];
        f.plus[i][n] = s.plus[n][first + i];
      }
      if constexpr (Viscous) derive(face, row, n, s, f);
    }
    const Team<1, V> team;
    const BoundaryLanes<Eq, V> none(context, I(0), I(0), f.on_boundary);
    for (int i = 0; i < NL; ++i) {
      V flux[N];
      face_flux<Frame::face>(context, sides, team, none, f, i, face.normal, Viscous, flux, face.tangents);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) s.flux[n][first + i] = flux[n];
    }
  }

  /// Derivatives of a variable at a row of points, and the jumps there.
  template <class V>
  RKDG_FN void derive(const Geometry<V>& face, int row, int n, FaceSides<V>& s, FaceStates<dim, NL, N, V>& f) const {
    const V eta(context.eta[zone_number] * Real(0.5 * NL * NL)), zero(Real(0));
    const int first = row * NL;
    const Real(&across)[NL] = line.entry[row];
    const auto along_face = [&](const V* trace, V(&grad)[dim][NL][N]) RKDG_INLINE {
      V x[NL], y[NL];
      RKDG_UNROLL
      for (int i = 0; i < NL; ++i) x[i] = trace[first + i];
      line.derivative(x, zero, zero, y);
      RKDG_UNROLL
      for (int i = 0; i < NL; ++i) {
        grad[1][i][n] = y[i];
        V sum = across[0] * trace[i];
        RKDG_UNROLL
        for (int l = 1; l < NL; ++l) sum += across[l] * trace[l * NL + i];
        grad[2][i][n] = sum;
      }
    };
    along_face(s.minus[n], f.grad_minus);
    along_face(s.plus[n], f.grad_plus);
    RKDG_UNROLL
    for (int i = 0; i < NL; ++i) {
      const V jump = jump_between_cells(f.minus[i][n], f.plus[i][n]);
      const auto along_normal = [&](V slope, int side, V(&grad)[dim][NL][N]) RKDG_INLINE {
        grad[0][i][n] = face.length[side] * (slope + eta * jump) + face.skew[side][0] * grad[1][i][n] +
                        face.skew[side][1] * grad[2][i][n];
      };
      along_normal(s.minus[n][lines + first + i], 0, f.grad_minus);
      along_normal(s.plus[n][lines + first + i], 1, f.grad_plus);
      s.minus[n][lines + first + i] = jump;
    }
  }
};

}  // namespace dg
