/// Assembly `blocks` of straight quadrilaterals and prisms whose spaces are products. Cells show on their sides traces
/// and derivatives along the normal of the reference cell's face at the points of faces. Each face between two cells
/// turns what stands on its two sides into fluxes and jumps at points, and cells gather these. Triangles of prisms go
/// by modes instead, of which they have fewer than points (triangle_sides.hpp); hexahedra: hexahedron_blocks.hpp.
///
/// Upright faces of prisms with one of oriented_liftings() go by FaceWork.
#pragma once

#include "libdg/backend/records.hpp"
#include "libdg/kernels/integrands/point_face_flux.hpp"
#include "libdg/kernels/schedules/triangle_sides.hpp"

namespace dg {

template <class Eq, Space S, int P>
struct PointBlockStage : BlockSchedule<Eq, S, P> {
  using Schedule = BlockSchedule<Eq, S, P>;
  using Schedule::dim, Schedule::N, Schedule::faces, Schedule::NK, Schedule::context, Schedule::stage,
      Schedule::zone_number, Schedule::blocks, Schedule::zone;
  using typename Schedule::Real;
  template <class V>
  using Work = SumFactorisedCellWork<Eq, S, P, V>;

  FaceModesView<Real> modes;  ///< of triangles of prisms

  PointBlockStage(const Schedule& schedule, const FaceModes<Real>& modes_) : Schedule(schedule), modes(modes_) {}

  /// Numbers of a side: traces and slopes, then fluxes and jumps.
  template <class V>
  static constexpr int side_numbers() {
    return record_size<V>(2 * block_side_size(shape_of(S), P) * N);
  }

  /// Computes the stage of a block, with workspace for blocks.most_sides() sides.
  template <class V>
  void compute(Index block, Real* workspace) const {
    show_cells<V>(block, workspace);
    each_kind([&]<class FE>() {
      show_outer_cells<FE, V>(block, workspace);
      if constexpr (by_modes<FE>) {
        triangles<V>().faces().template compute<V>(block, workspace);
      } else {
        compute_faces<FE, V>(block, workspace);
        compute_other_sides<FE, V>(block, workspace);
      }
    });
    this->exchange_left(block, side_numbers<V>(), workspace);
    compute_cells<V>(block, workspace);
  }

 private:
  template <class FE>
  static constexpr bool by_modes = FE::shape == FaceShape::triangle;
  template <class V>
  RKDG_FN TriangleSides<Eq, S, P> triangles() const {
    return {*this, modes, side_numbers<V>()};
  }

  /// Calls visit.operator()<FE>() for the kinds of faces that the cells have, with the rule of the zone.
  template <class Visit>
  RKDG_FN void each_kind(const Visit& visit) const {
    this_kind<0>(visit);
    if constexpr (face_kinds(dim) > 1) this_kind<1>(visit);
  }
  template <int Kind, class Visit>
  RKDG_FN void this_kind(const Visit& visit) const {
    using Full = FaceOfKind<dim, Kind, P>;
    using Reduced = FaceOfKind<dim, Kind, P, FaceRule::reduced>;
    if constexpr (Element<S, P>::faces(Kind).count > 0) {
      if constexpr (Reduced::n_points < Full::n_points)
        if (zone().tables.faces[Kind].weighted_points == Reduced::n_points) return visit.template operator()<Reduced>();
      visit.template operator()<Full>();
    }
  }

  /// Local number of face f of a kind.
  template <class FE>
  static constexpr int local(int f) {
    return Element<S, P>::faces(FE::kind).first + f;
  }

  /// Traces of cells on face f of its kind, and derivatives along the normal N of the reference cell's face, over |N|.
  template <class FE, class W>
  RKDG_FN void show_side(const W& work, int f, const Index* at, Real* workspace) const {
    using V = typename W::Lane;
    if constexpr (by_modes<FE>) return triangles<V>().show(work, f, at, workspace);
    constexpr int NG = FE::n_points;
    V side[2][NG][N];
    work.template trace<FE>(zone(), f, side[0]);
    if (!context.equations.viscous) return store_side(workspace, at, side);
    work.template trace_normal<FE>(zone(), f, side[1]);
    if constexpr (!is_tensor(S)) {
      const Real* normal = zone().tables.faces[FE::kind].normal + f * dim;
      Real square = 0;
      for (int d = 0; d < dim; ++d) square += normal[d] * normal[d];
      const V scale(1 / std::sqrt(square));
      for (int g = 0; g < NG; ++g) RKDG_UNROLL
      for (int n = 0; n < N; ++n) side[1][g][n] *= scale;
    }
    store_side(workspace, at, side);
  }

  template <class V>
  RKDG_CALL void show_cells(Index block, Real* workspace) const {
    constexpr int width = LaneTraits<V>::width;
    for (Index i = blocks.register_begin[block]; i < blocks.register_begin[block + 1]; ++i) {
      const Index first = blocks.first_cell.data()[i], place = faces * width * (i - blocks.register_begin[block]);
      Work<V> work(Team<1, V>{});
      work.read(zone(), stage.in, first, work.u);
      work.find_field();
      each_kind([&]<class FE>() {
        for (int f = 0; f < Element<S, P>::faces(FE::kind).count; ++f) {
          Index at[width];
          for (int l = 0; l < width; ++l) at[l] = place + faces * l + local<FE>(f);
          show_side<FE>(work, f, at, workspace);
        }
      });
    }
  }

  /// Cells elsewhere, of which a register holds those with the same face: by what gives the same bits in a block.
  template <class FE, class V>
  RKDG_CALL void show_outer_cells(Index block, Real* workspace) const {
    constexpr int width = LaneTraits<V>::width;
    const Index behind_cells = blocks.own_sides(block), first_outer = blocks.outer_begin[faces * block];
    for (int f = 0; f < Element<S, P>::faces(FE::kind).count; ++f) {
      const Index* begin = blocks.outer_begin.data() + faces * block + local<FE>(f);
      for (Index i = begin[0]; i < begin[1]; i += width) {
        Work<V> work(Team<1, V>{});
        this->template read_outer<V>(i, work.u);
        work.find_field();
        Index at[width];
        for (int l = 0; l < width; ++l) at[l] = behind_cells + (i - first_outer) + l;
        show_side<FE>(work, f, at, workspace);
      }
    }
  }

  /// y = Sign x at the points as the other side of the face lists them; the way back is the same.
  template <class FE, int Sign, class V>
  RKDG_FN void orient(IndexOf<V> orientation, const V (&x)[FE::n_points][N], V (&y)[FE::n_points][N]) const {
    constexpr int NG = FE::n_points;
    const FaceTablesView<Real>& tables = zone().tables.faces[FE::kind];
    const Index of_first = lane_of(orientation, 0);
    if (FE::shape == FaceShape::line || all(orientation == IndexOf<V>(of_first))) {
      const Index* own = tables.own_point + (1 + of_first) * FE::stored_points;
      for (int g = 0; g < NG; ++g) RKDG_UNROLL
      for (int n = 0; n < N; ++n) y[g][n] = Sign > 0 ? x[own[g]][n] : -x[own[g]][n];
      return;
    }
    if constexpr (FE::shape != FaceShape::line) {
      orient_points<FE>(tables, orientation, x, y);
      if constexpr (Sign < 0)
        for (int g = 0; g < NG; ++g) RKDG_UNROLL
      for (int n = 0; n < N; ++n) y[g][n] = -y[g][n];
    }
  }

  template <class FE, class V>
  RKDG_CALL void compute_faces(Index block, Real* workspace) const {
    constexpr int width = LaneTraits<V>::width, NG = FE::n_points;
    const bool viscous = context.equations.viscous;
    const BlockFaces<Real>& list = blocks.inside[FE::kind];
    for (Index i = list.begin[block]; i < list.begin[block + 1]; i += width) {
      PointFaceFlux<Eq, S, FE, V> face(context, zone());
      read_geometry<dim, V>(list.geometry.data() + std::size_t(i) * Schedule::face_numbers, face);
      const IndexOf<V> orientation = load_index<V>(list.orientation.data() + i);
      const Index *minus = list.minus.data() + i, *plus = list.plus.data() + i;
      V side[2][NG][N];
      load_side(workspace, plus, side);
      orient<FE, 1>(orientation, side[0], face.states.plus);
      if (viscous) orient<FE, -1>(orientation, side[1], face.states.grad_plus[0]);
      load_side(workspace, minus, side);
      for (int g = 0; g < NG; ++g) RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        face.states.minus[g][n] = side[0][g][n];
        if (viscous) face.states.grad_minus[0][g][n] = side[1][g][n];
      }
      if (viscous) face.lift(context.eta[zone_number]);
      face.flux(side[0]);
      if (viscous)
        for (int g = 0; g < NG; ++g) RKDG_UNROLL
      for (int n = 0; n < N; ++n) side[1][g][n] = face.jump[g][n];
      store_side(workspace, minus, side);
      V behind[2][NG][N];  // it sees both with the other sign
      orient<FE, -1>(orientation, side[0], behind[0]);
      if (viscous) orient<FE, -1>(orientation, face.jump, behind[1]);
      store_side(workspace, plus, behind);
    }
  }

  /// Traces, then slopes if there are any; later fluxes and jumps.
  template <int NG, class V>
  RKDG_FN void load_side(const Real* workspace, const Index* at, V (&side)[2][NG][N]) const {
    if (context.equations.viscous)
      load_records<2 * NG * N>(workspace, side_numbers<V>(), at, side[0][0]);
    else
      load_records<NG * N>(workspace, side_numbers<V>(), at, side[0][0]);
  }
  template <int NG, class V>
  RKDG_FN void store_side(Real* workspace, const Index* at, const V (&side)[2][NG][N]) const {
    if (context.equations.viscous)
      store_records<2 * NG * N>(workspace, side_numbers<V>(), at, side[0][0]);
    else
      store_records<NG * N>(workspace, side_numbers<V>(), at, side[0][0]);
  }

  template <class FE, class V>
  RKDG_CALL void compute_other_sides(Index block, Real* workspace) const {
    using Full = FaceOfKind<dim, FE::kind, P>;
    this->template other_sides<Full, V>(
        block, [&](const V(&h)[Full::n_points][N], const V(&jump)[Full::n_points][N], const Index* at) {
          V side[2][FE::n_points][N];
          for (int g = 0; g < FE::n_points; ++g) RKDG_UNROLL
          for (int n = 0; n < N; ++n) {
            side[0][g][n] = h[g][n];
            side[1][g][n] = jump[g][n];
          }
          store_side(workspace, at, side);
        });
  }

  template <class V>
  RKDG_CALL void compute_cells(Index block, const Real* workspace) const {
    constexpr int width = LaneTraits<V>::width, beside_faces = 2 * faces + 1;
    const Index begin = blocks.register_begin[block], end = blocks.register_begin[block + 1];
    for (Index i = begin; i < end; ++i) {
      const Index first = blocks.first_cell.data()[i];
      Work<V> work(Team<1, V>{});
      work.read(zone(), stage.in, first, work.u);
      work.clear();
      const auto prefetch = [&](int piece) {
        this->template prefetch_next<V>(block, i, piece, beside_faces + Work<V>::volume_pieces);
      };
      each_kind([&]<class FE>() {
        for (int f = 0; f < Element<S, P>::faces(FE::kind).count; ++f) {
          prefetch(2 * local<FE>(f));
          gather_face<FE>(f, this->template length_of<V>(i, local<FE>(f)), faces * width * (i - begin) + local<FE>(f),
                          workspace, work);
          prefetch(2 * local<FE>(f) + 1);
        }
      });
      if (context.equations.viscous) work.finish_gradient(zone());
      prefetch(2 * faces);
      work.volume_integral(zone(), context.equations, first, [&](int piece) { prefetch(beside_faces + piece); });
      work.finish(zone(), stage, first);
    }
  }

  template <class FE, class W>
  RKDG_FN void gather_face(int f, typename W::Lane face_length, Index place, const Real* workspace, W& work) const {
    using V = typename W::Lane;
    constexpr int width = LaneTraits<V>::width, NG = FE::n_points;
    const V length = -face_length;
    Index at[width];
    for (int l = 0; l < width; ++l) at[l] = place + faces * l;
    if constexpr (by_modes<FE>) return triangles<V>().gather(f, length, at, workspace, work);
    V side[2][NG][N];
    load_side(workspace, at, side);
    for (int g = 0; g < NG; ++g) RKDG_UNROLL
    for (int n = 0; n < N; ++n) side[0][g][n] *= length;
    work.template add_flux<FE>(zone(), f, side[0]);
    if (context.equations.viscous) work.template lift<FE>(zone(), f, side[1]);
  }
};

}  // namespace dg
