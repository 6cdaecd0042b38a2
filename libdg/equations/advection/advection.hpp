/// Linear advection and diffusion of one quantity, du/dt + a . grad u = nu div grad u: exact solutions for tests and
/// for teaching.
#pragma once

#include "libdg/equations/case_names.hpp"
#include "libdg/equations/equations.hpp"

namespace dg {

enum class AdvectionBoundary {
  exact,   ///< the data of the run outside
  outflow  ///< whatever comes; no diffusive flux
};

/// Parameters are members; see Equations for the functions.
template <class R, int Dim>
struct Advection {
  enum class Flux { upwind };
  using Real = R;
  using Condition = AdvectionBoundary;
  static constexpr int dim = Dim, n_var = 1;
  static constexpr int n_viscous_factors = 1;

  static constexpr const char* variables[] = {"u"};
  static constexpr BoundaryKind boundary_kinds[] = {{"exact", true}, {"outflow"}};

  R velocity[Dim] = {};
  R diffusion = 0;
  bool viscous = false;  ///< whether `diffusion` counts
  template <class Visit>
  void visit_parameters(Visit&& visit) {
    const char* const names[] = {"a_x", "a_y", "a_z"};
    for (int d = 0; d < Dim; ++d) visit(names[d], velocity[d]);
    visit("diffusion", diffusion);
  }
  void note_parameters() { viscous = diffusion > 0; }

  template <class V>
  struct Point {};
  template <class V>
  struct Derivative {
    static constexpr int size = 1;
    V value[size];
  };
  template <class V>
  struct Stress {
    V flux[Dim];
  };
  template <class V>
  struct NormalFlux {
    V flux;
  };

  template <class V>
  RKDG_FN Point<V> point(const V (&)[1]) const {
    return {};
  }
  template <class V>
  RKDG_FN void convective_flux(const V (&u)[1], const Point<V>&, const V (&m)[Dim], V (&flux)[1]) const {
    flux[0] = along(m) * u[0];
  }
  template <class V>
  RKDG_FN void riemann_flux(Flux, const V (&a)[1], const Point<V>&, const V (&b)[1], const Point<V>&, const V (&n)[Dim],
                            V (&flux)[1]) const {
    const V speed = along(n);
    flux[0] = speed * select(speed > R(0), a[0], b[0]);
  }

  template <class V>
  RKDG_FN Derivative<V> derivative(const V (&)[1], const Point<V>&, const V (&g)[1]) const {
    return {{g[0]}};
  }
  template <class V>
  RKDG_FN Stress<V> stress(const Point<V>&, const Derivative<V> (&g)[Dim]) const {
    Stress<V> s;
    RKDG_UNROLL
    for (int d = 0; d < Dim; ++d) s.flux[d] = V(diffusion) * g[d].value[0];
    return s;
  }
  template <class V>
  RKDG_FN void flux_along(const V (&u)[1], const Point<V>& w, const Stress<V>& s, const V (&m)[Dim],
                          V (&flux)[1]) const {
    convective_flux(u, w, m, flux);
    RKDG_UNROLL
    for (int d = 0; d < Dim; ++d) flux[0] -= m[d] * s.flux[d];
  }
  template <class V>
  RKDG_FN NormalFlux<V> viscous_flux(const V (&)[1], const Point<V>&, const V (&g)[Dim][1], const V (&n)[Dim]) const {
    NormalFlux<V> f{g[0][0] * n[0]};
    RKDG_UNROLL
    for (int d = 1; d < Dim; ++d) f.flux += g[d][0] * n[d];
    f.flux *= V(diffusion);
    return f;
  }
  template <class V>
  RKDG_FN NormalFlux<V> viscous_flux_in_face_frame(const V (&)[1], const Point<V>&, const V (&g)[Dim][1],
                                                   const V (&)[Dim]) const {
    return {V(diffusion) * g[0][0]};
  }
  template <class V>
  RKDG_FN NormalFlux<V> viscous_flux_in_face_frame(const V (&)[1], const Point<V>&, const V (&g)[Dim][1],
                                                   const V (&)[Dim], const V (&)[Dim - 1][Dim]) const {
    return {V(diffusion) * g[0][0]};
  }
  template <class V>
  RKDG_FN void subtract_viscous_flux(const NormalFlux<V>& a, const NormalFlux<V>& b, const V (&)[Dim], bool,
                                     const V (&factors)[1], V (&flux)[1]) const {
    flux[0] -= factors[0] * V(R(0.5)) * (a.flux + b.flux);
  }

  template <class V>
  RKDG_FN V wave_speed(const Point<V>&) const {
    R square = 0;
    for (int d = 0; d < Dim; ++d) square += velocity[d] * velocity[d];
    return V(square_root(square));
  }
  template <class V>
  RKDG_FN V diffusivity(const Point<V>&) const {
    return V(diffusion);
  }
  /// All finite numbers.
  template <class V>
  RKDG_FN MaskOf<V> admissible(const V (&u)[1], const Point<V>&) const {
    return u[0] - u[0] == R(0);
  }

  RKDG_CALL void boundary_states(Condition condition, const R (&inside)[1], const R (&)[Dim], const R* data,
                                 R (&ghost)[1], R (&u_b)[1]) const {
    ghost[0] = u_b[0] = condition == AdvectionBoundary::exact ? data[0] : inside[0];
  }
  RKDG_CALL static void viscous_factors(Condition condition, R (&factors)[1]) {
    factors[0] = condition == AdvectionBoundary::exact ? R(1) : R(0);
  }

 private:
  template <class V>
  RKDG_FN V along(const V (&m)[Dim]) const {
    V sum = V(velocity[0]) * m[0];
    RKDG_UNROLL
    for (int d = 1; d < Dim; ++d) sum += V(velocity[d]) * m[d];
    return sum;
  }
};

template <class R>
using Advection2D = Advection<R, 2>;
template <class R>
using Advection3D = Advection<R, 3>;

}  // namespace dg
