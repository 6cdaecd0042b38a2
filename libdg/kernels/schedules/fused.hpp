/// Assembly `fused`: each cell evaluates all of its own faces and the volume integral and takes its stage at once.
///
/// Nothing is stored between, no two cells write to one place, and the result is the same bit for bit in every run.
/// Each face between two cells is evaluated twice.
#pragma once

#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/face_flux.hpp"
#include "libdg/kernels/integrands/side.hpp"
#include "libdg/kernels/integrands/side_lifting.hpp"
#include "libdg/kernels/integrands/with_cell_work.hpp"

namespace dg {

template <class Eq, Space S, int P, bool Curved>
struct FusedStage {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr DeviceShape shape = fused_shape(Element<S, P>::n_modes, n_var);

  KernelContext<Eq> context;
  Stage<Real> stage;
  int zone_number;

  /// Takes the stage for the cells first, first + 1, ... that the lanes of V hold.
  template <int T, class V>
  RKDG_FN void operator()(Index first, const Team<T, V>& team) const {
    with_cell_work<Eq, S, P, Curved, T, V>(context.zones.zone[zone_number],
                                           [&]<class Work>() { compute<Work>(first, team); });
  }

 private:
  template <class Work, int T, class V>
  RKDG_FN void compute(Index first, const Team<T, V>& team) const {
    const ZoneView<Real>& zone = context.zones.zone[zone_number];
    Work work(team);
    work.read(zone, state_of<V>(stage), first, work.u);
    work.clear();
    faces<0>(zone, first, work);
    if constexpr (face_kinds(dim) > 1) faces<1>(zone, first, work);
    if (context.equations.viscous) work.finish_gradient(zone);
    work.prefetch(zone, stage, first, Work::pieces - 1);
    work.volume_integral(zone, context.equations, first);
    work.finish(zone, stage, first);
  }

  /// Of derivatives on faces.
  static constexpr Frame frame = Curved || dim == 3 ? Frame::cartesian : Frame::face;

  /// Row of the first point of a face in the arrays of a curved cell.
  template <class FE>
  RKDG_FN static constexpr int first_point(int local) {
    return local * FE::n_points + Element<S, P>::first_face_row(FE::kind);
  }

  /// Unit normals and |J_f| / det J (affine) or |J_f| (curved) of a face of the own cells.
  template <class FE, class V>
  struct Geometry {
    const Real* base;
    std::int64_t padded;

    RKDG_FN Geometry(const ZoneView<Real>& zone, int local, Index first)
        : base(zone.face + std::int64_t(Curved ? first_point<FE>(local) : local) * (dim + 1) * zone.padded + first),
          padded(zone.padded) {}

    RKDG_FN V at(int g, int i) const { return load<V>(base + std::int64_t((Curved ? g : 0) * (dim + 1) + i) * padded); }
    RKDG_FN void normal(int g, V (&n)[dim]) const {
      RKDG_UNROLL
      for (int d = 0; d < dim; ++d) n[d] = at(g, d);
    }
    RKDG_FN V length(int g) const { return at(g, dim); }
  };

  /// All faces of one kind.
  template <int Kind, class Work>
  RKDG_FN void faces(const ZoneView<Real>& zone, Index first, Work& work) const {
    constexpr FaceRange range = Element<S, P>::faces(Kind);
    if constexpr (range.count > 0) {
      using Full = FaceOfKind<dim, Kind, P>;
      using Reduced = FaceOfKind<dim, Kind, P, FaceRule::reduced>;
      if constexpr (!Curved && Reduced::n_points < Full::n_points)
        if (zone.tables.faces[Kind].weighted_points == Reduced::n_points) {
          for (int f = 0; f < range.count; ++f) face<Reduced>(zone, f, range.first + f, first, work);
          return;
        }
      for (int f = 0; f < range.count; ++f) face<Full>(zone, f, range.first + f, first, work);
    }
  }

  /// Own traces on face f of its kind, which is `local` of the cell, from the modes at hand.
  template <class FE, class Work, int N, class V>
  RKDG_FN void own_traces(const ZoneView<Real>& zone, int f, int local, Index first, const V (&normal)[dim],
                          const Work& work, FaceStates<dim, FE::n_points, N, V>& face) const {
    const FaceTablesView<Real>& tables = zone.tables.faces[FE::kind];
    work.template trace<FE>(zone, f, face.minus);
    if (!context.equations.viscous) return;
    work.template trace_normal<FE>(zone, f, face.grad_minus[0]);
    V reference[dim * dim];
    RKDG_UNROLL
    for (int i = 0; i < dim * dim; ++i)
      reference[i] = V(tables.frame[static_cast<int>(PointOrder::own)][i * code_slots(dim) + local]);
    const auto axes = [&](int g) {
      V m[dim * dim];
      load_face_metric<FE>(zone, local, g, first, m);
      return FaceAxes<dim, V>(m, reference);
    };
    if constexpr (Curved) {
      complete_gradient<FE>(tables.tangential, face.minus, axes, face.grad_minus);
    } else if constexpr (frame == Frame::face) {
      const StraightAxes<V> straight(axes(0), normal);
      complete_gradient<FE>(tables.tangential, face.minus, SameAxes<decltype(straight)>{straight}, face.grad_minus);
    } else {
      const FaceAxes<dim, V> straight = axes(0);
      complete_gradient<FE>(tables.tangential, face.minus, SameAxes<decltype(straight)>{straight}, face.grad_minus);
    }
  }

  template <class FE, class Work>
  RKDG_FN void face(const ZoneView<Real>& zone, int f, int local, Index first, Work& work) const {
    using V = typename Work::Lane;
    using I = IndexOf<V>;
    constexpr int N = Work::N, NG = FE::n_points;
    const auto& team = work.team;
    const Geometry<FE, V> geo(zone, local, first);
    const I code = load_index<V>(zone.code + std::int64_t(local) * zone.padded + first);
    const I neighbour = load_index<V>(zone.neighbour + std::int64_t(local) * zone.padded + first);

    FaceStates<dim, NG, N, V> states;
    V normal[dim];  // of a straight face
    geo.normal(0, normal);
    states.on_boundary = code < I(0);
    states.has_boundary = team.any_of(states.on_boundary);
    I plus_code = code, plus = neighbour;
    if (states.has_boundary) {  // any valid cell will do: the traces are replaced
      plus_code = select(states.on_boundary, I(neighbour_code<dim>(zone_number, local)), code);
      plus = select(states.on_boundary, I(first), neighbour);
    }
    if constexpr (P >= 2 && !is_tensor(S)) prefetch_traces<S, FE, V>(context, state_of<V>(stage), plus_code, plus);
    own_traces<FE>(zone, f, local, first, normal, work, states);
    work.prefetch(zone, stage, first, 2 * local);
    traces<FE, frame>(context, state_of<V>(stage), plus_code, plus, PointOrder::neighbour, team.first_variable(N),
                      context.equations.viscous, states.plus, states.grad_plus, normal);
    BoundaryLanes<Eq, V> boundary(context, code, neighbour, states.on_boundary);
    if (states.has_boundary)
      apply_boundary<FE>(
          context, team, boundary, [&](int g, V(&n)[dim]) { geo.normal(g, n); }, states);
    if (context.equations.viscous) lift<FE>(zone, f, local, first, geo, plus_code, plus, states, work);

    work.prefetch(zone, stage, first, 2 * local + 1);
    using Located = decltype(in_cells<V>(context.equations, zone, first));
    const I outer = select(states.on_boundary, lane_numbers<V>(first), plus);
    const SideEquations<Located> sides{in_cells<V>(context.equations, zone, first),
                                       on_side<FE, V>(context, plus_code, outer)};
    V flux[NG][N];
    RKDG_UNROLL_DEVICE
    for (int i = 0; i < team.rounds(NG); ++i) {
      const int g = team.template point<NG>(i);
      V n[dim], h[n_var];
      geo.normal(g, n);
      boundary.template load_factors_at<max_face_points(dim, FE::degree)>(context, states.on_boundary, g);
      face_flux<frame>(context, sides, team, boundary, states, i, n, context.equations.viscous, h);
      const V length = -geo.length(g);
      RKDG_UNROLL
      for (int k = 0; k < n_var; ++k) h[k] *= length;
      team.to_own(h, i, flux);
    }
    work.template add_flux<FE>(zone, f, flux);
  }

  /// BR2: adds the face's lifting to R, and eta times it to the derivatives on both sides.
  template <class FE, class Work, int N, class V>
  RKDG_FN void lift(const ZoneView<Real>& zone, int f, int local, Index first, const Geometry<FE, V>& geo,
                    IndexOf<V> plus_code, IndexOf<V> plus, FaceStates<dim, FE::n_points, N, V>& states,
                    Work& work) const {
    V jump[FE::n_points][N];
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < FE::n_points; ++g) lifting_jump(states, g, jump[g]);
    work.template lift<FE>(zone, f, jump);
    if constexpr (Curved) {
      lift_curved<FE>(zone, f, local, first, plus_code, plus, jump, states, work);
    } else {
      lift_straight<FE>(zone, geo, load<V>(zone.jacobian + first), plus_code, plus, jump, states, work);
    }
  }

  /// The lifting on a straight face has but a normal component, for a neighbour of the same kind with another det J.
  /// What a cell gets does not depend on those that share its register.
  template <class FE, class Work, int N, class V>
  RKDG_FN void lift_straight(const ZoneView<Real>& zone, const Geometry<FE, V>& geo, V det, IndexOf<V> plus_code,
                             IndexOf<V> plus, const V (&jump)[FE::n_points][N],
                             FaceStates<dim, FE::n_points, N, V>& states, const Work& work) const {
    constexpr int NG = FE::n_points;
    V lifted[NG][N], normal[dim];
    geo.normal(0, normal);
    work.template lift_to_face<FE>(zone, jump, lifted);
    const V eta = geo.length(0) * V(context.eta[zone_number]);
    add_normal_lifting(eta, normal, lifted, states.grad_minus);
    using I = IndexOf<V>;
    const I slot = plus_code & I(code_slots(dim) - 1);
    const MaskOf<V> alike = (zone_lanes<FE, V>(plus_code) == I(zone_number)) &
                            !has_even_orientation<FE, V>(zone.tables.faces[FE::kind], PointOrder::neighbour, slot);
    if (any(alike)) {
      const V ratio = det * reciprocal(gather<V>(zone.jacobian, select(alike, plus, I(0))));
      add_normal_lifting(select(alike, eta * ratio, V(Real(0))), normal, lifted, states.grad_plus);
      if (all(alike)) return;
    }
    const V eta_plus = select(alike, V(Real(0)), eta_of<FE, V>(context, plus_code));
    add_lifting<FE, frame>(context, plus_code, plus, PointOrder::neighbour, eta_plus, jump, states.grad_plus, normal);
  }

  /// The own cell is curved: see add_side_lifting().
  template <class FE, class Work, int N, class V>
  RKDG_FN void lift_curved(const ZoneView<Real>& zone, int f, int local, Index first, IndexOf<V> plus_code,
                           IndexOf<V> plus, const V (&jump)[FE::n_points][N],
                           FaceStates<dim, FE::n_points, N, V>& states, Work& work) const {
    constexpr int NG = FE::n_points;
    V lifted[NG][N], m[dim * dim], normal[dim], axis[dim];
    work.template lift_to_face<FE>(zone, jump, lifted);
    RKDG_UNROLL
    for (int r = 0; r < dim; ++r)
      normal[r] = V(context.eta[zone_number] * zone.tables.faces[FE::kind].normal[f * dim + r]);
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < NG; ++g) {
      load_face_metric<FE>(zone, local, g, first, m);
      map_normal_to_axis(m, normal, axis);
      add_along<frame>(axis, nullptr, lifted[g], g, states.grad_minus);
    }
    add_lifting<FE>(context, plus_code, plus, PointOrder::neighbour, eta_of<FE, V>(context, plus_code), jump,
                    states.grad_plus);
  }

  /// Inverse Jacobian at a point of a face of the own cells.
  template <class FE, class V>
  RKDG_FN static void load_face_metric(const ZoneView<Real>& zone, int local, int g, Index first, V (&m)[dim * dim]) {
    RKDG_UNROLL
    for (int i = 0; i < dim * dim; ++i)
      m[i] = Curved ? load<V>(zone.face_metric +
                              std::int64_t((first_point<FE>(local) + g) * dim * dim + i) * zone.padded + first)
                    : load<V>(zone.metric + std::int64_t(i) * zone.padded + first);
  }

  /// Adds eta times a lifting along the unit normal.
  template <int NG, int N, class V>
  RKDG_FN static void add_normal_lifting(V eta, const V (&normal)[dim], const V (&lifted)[NG][N],
                                         V (&gradient)[dim][NG][N]) {
    RKDG_UNROLL_DEVICE
    for (int g = 0; g < NG; ++g) RKDG_UNROLL
    for (int d = 0; d < (frame == Frame::face ? 1 : dim); ++d) {
      const V along = frame == Frame::face ? eta : eta * normal[d];
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) gradient[d][g][n] += along * lifted[g][n];
    }
  }
};

}  // namespace dg
