/// The compressible Navier-Stokes equations of a large-eddy simulation, with an eddy viscosity mu_t = rho nu_t
/// (subgrid_models.hpp) in the stress, and mu_t gamma / Pr_t in the heat flux; for kernels.
///
/// mu_t depends on the width of the filter, which is that of the cell: kernels ask for the equations in_cell(), and
/// those of no cell have no viscous flux, so that no kernel can forget the model.
#pragma once

#include "libdg/equations/navier_stokes/navier_stokes.hpp"
#include "libdg/equations/navier_stokes/subgrid_models.hpp"

namespace dg {

template <class R>
struct LargeEddyGas : NavierStokes<R, 3> {
  using Base = NavierStokes<R, 3>;
  using Real = R;
  using Flux = typename Base::Flux;
  static constexpr int dim = Base::dim, n_var = Base::n_var;
  /// See DependsOnCell.
  static constexpr bool depends_on_cell = true;

  SubgridModel model;
  R factor;           ///< see eddy_factor()
  R eddy_conduction;  ///< gamma / Pr_t

  LargeEddyGas() = default;
  explicit LargeEddyGas(const GasOptions& gas)
      : Base(gas),
        model(gas.subgrid.model),
        factor(static_cast<R>(eddy_factor(gas.subgrid))),
        eddy_conduction(static_cast<R>(gas.gamma / gas.subgrid.prandtl)) {}

  template <class V>
  struct InCell;
  /// The equations where the filter has this width.
  template <class V>
  RKDG_FN InCell<V> in_cell(V width) const {
    return InCell<V>(*this, width);
  }

  template <class... Arguments>
  void stress(const Arguments&...) const = delete;
  template <class... Arguments>
  void viscous_flux(const Arguments&...) const = delete;
  template <class... Arguments>
  void viscous_flux_in_face_frame(const Arguments&...) const = delete;
  template <class... Arguments>
  void integrals(const Arguments&...) const = delete;

  /// See NavierStokes; and the model.
  static constexpr int n_fixed = 3;
  static constexpr const char* fixed_names[n_fixed] = {"RKDG_RIEMANN", "RKDG_CONSTANT_VISCOSITY", "RKDG_SUBGRID_MODEL"};
  RKDG_CALL void fixed_by_run(Flux flux, int (&values)[n_fixed]) const {
    values[0] = static_cast<int>(flux);
    values[1] = this->sutherland < R(0) ? 1 : 0;
    values[2] = static_cast<int>(model);
  }
};

/// See Equations for what the functions compute.
template <class R>
template <class V>
struct LargeEddyGas<R>::InCell : LargeEddyGas<R> {
  using Primitives = Primitive<V, 3>;
  using Slope = PrimitiveDerivative<V, 3>;
  static constexpr int dim = 3, n_var = 5;

  V scale;  ///< K width^2

  RKDG_FN InCell(const LargeEddyGas& gas, V width) : LargeEddyGas(gas), scale(V(gas.factor) * width * width) {}

  /// nu_t from the derivatives along all coordinates.
  RKDG_FN V eddy_viscosity(const Slope (&along)[dim]) const { return scale * subgrid_rate(this->model, along); }

  /// What nu_t adds to diffusivity(): max(4/3, gamma / Pr_t) nu_t.
  RKDG_FN V eddy_diffusivity(const Slope (&along)[dim]) const {
    return V(maximum(R(4) / R(3), this->eddy_conduction)) * eddy_viscosity(along);
  }

  RKDG_FN ViscousStress<V, 3> stress(const Primitives& w, const Slope (&along)[dim]) const {
    const V mu = viscosity(gas(), w), eddy = divide(eddy_viscosity(along), w.inverse_rho);
    return viscous_stress(mu + eddy, mu * V(this->conduction) + eddy * V(this->eddy_conduction), along);
  }
  RKDG_FN ViscousNormalFlux<V, 3> viscous_flux(const V (&u)[n_var], const Primitives& w, const V (&g)[dim][n_var],
                                               const V (&n)[dim]) const {
    Slope along[dim];
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) along[d] = this->derivative(u, w, g[d]);
    return viscous_normal_flux(stress(w, along), w, n);
  }
  RKDG_FN ViscousNormalFlux<V, 3> viscous_flux_in_face_frame(const V (&u)[n_var], const Primitives& w,
                                                             const V (&g)[dim][n_var], const V (&n)[dim],
                                                             const V (&t)[dim - 1][dim]) const {
    Slope in_frame[dim], along[dim];
    RKDG_UNROLL
    for (int a = 0; a < dim; ++a) in_frame[a] = this->derivative(u, w, g[a]);
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) RKDG_UNROLL
    for (int i = 0; i < Slope::size; ++i)
      along[d].value[i] = n[d] * in_frame[0].value[i] + t[0][d] * in_frame[1].value[i] + t[1][d] * in_frame[2].value[i];
    return viscous_normal_flux(stress(w, along), w, n);
  }

  /// The friction is that of both viscosities.
  RKDG_FN void integrals(const V (&u)[n_var], const Primitives& w, const V (&g)[dim][n_var],
                         V (&values)[LargeEddyGas::n_integrals]) const {
    Slope along[dim];
    for (int d = 0; d < dim; ++d) along[d] = this->derivative(u, w, g[d]);
    NavierStokes<R, 3>::integrals(u, w, g, values);
    const ViscousStress<V, 3> s = viscous_stress(u[0] * eddy_viscosity(along), V(R(0)), along);
    for (int d = 0; d < dim; ++d)
      for (int i = 0; i < dim; ++i) values[3] += s.tau[d][i] * along[d].velocity(i);
  }

 private:
  RKDG_FN const Gas<R>& gas() const { return *this; }
};

}  // namespace dg
