/// The compressible Navier-Stokes equations with a viscosity added in each cell, for kernels. It is `mu_a = rho nu_a`
/// in the stress and `mu_a gamma / Pr_a` in the heat flux.
///
/// A subgrid model (subgrid_models.hpp) gives nu_a, which depends on the gradient and on the width of the filter in the
/// cell. Or the cell has a number (SubgridModel::given), such as artificial viscosity at a shock. Kernels
/// ask for the equations in_cell(): those of no cell have no viscous flux, so that no kernel can forget the addition.
#pragma once

#include "libdg/equations/navier_stokes/navier_stokes.hpp"
#include "libdg/equations/navier_stokes/subgrid_models.hpp"

namespace dg {

template <class R, int Dim>
struct AddedViscosityGas : NavierStokes<R, Dim> {
  using Base = NavierStokes<R, Dim>;
  using Real = R;
  using Flux = typename Base::Flux;
  static constexpr int dim = Base::dim, n_var = Base::n_var;
  /// See DependsOnCell.
  static constexpr bool depends_on_cell = true;

  SubgridModel model;
  R factor;            ///< see eddy_factor()
  R added_conduction;  ///< gamma / Pr_a

  AddedViscosityGas() = default;
  explicit AddedViscosityGas(const GasOptions& gas)
      : Base(gas),
        model(gas.subgrid.model),
        factor(static_cast<R>(eddy_factor(gas.subgrid))),
        added_conduction(static_cast<R>(gas.gamma / gas.subgrid.prandtl)) {}

  template <class V>
  struct InCell;
  /// The equations in a cell with this width of the filter, or with SubgridModel::given this nu_a.
  template <class V>
  RKDG_FN InCell<V> in_cell(V value) const {
    return InCell<V>(*this, value);
  }

  template <class... Arguments>
  void stress(const Arguments&...) const = delete;
  template <class... Arguments>
  void viscous_flux(const Arguments&...) const = delete;
  template <class... Arguments>
  void viscous_flux_in_face_frame(const Arguments&...) const = delete;
  template <class... Arguments>
  void integrals(const Arguments&...) const = delete;

  /// See NavierStokes; the third is the model. All are fixed in any mesh: meshes of prisms have not been timed.
  static constexpr int n_fixed = 3;
  static constexpr const char* fixed_names[n_fixed] = {"RKDG_RIEMANN", "RKDG_CONSTANT_VISCOSITY", "RKDG_SUBGRID_MODEL"};
  int fixed_by_run(Flux flux, bool, int (&values)[n_fixed]) const {
    values[0] = static_cast<int>(flux);
    values[1] = this->sutherland < R(0) ? 1 : 0;
    values[2] = static_cast<int>(model);
    return n_fixed;
  }
};

template <class R>
using AddedViscosityGas2D = AddedViscosityGas<R, 2>;
template <class R>
using AddedViscosityGas3D = AddedViscosityGas<R, 3>;

/// See Equations for what the functions compute.
template <class R, int Dim>
template <class V>
struct AddedViscosityGas<R, Dim>::InCell : AddedViscosityGas<R, Dim> {
  using Primitives = Primitive<V, Dim>;
  using Slope = PrimitiveDerivative<V, Dim>;
  static constexpr int dim = Dim, n_var = Dim + 2;

  V scale;  ///< K width^2, or nu_a

  RKDG_FN InCell(const AddedViscosityGas& gas, V value)
      : AddedViscosityGas(gas), scale(is_given() ? value : V(gas.factor) * value * value) {}

  /// nu_a from the derivatives along all coordinates.
  RKDG_FN V added_viscosity(const Slope (&along)[dim]) const {
    if (is_given()) return scale;
    if constexpr (dim == 3)
      return scale * subgrid_rate(this->model, along);
    else
      return scale;
  }

  /// What nu_a adds to diffusivity(): max(4/3, gamma / Pr_a) nu_a.
  RKDG_FN V added_diffusivity(const Slope (&along)[dim]) const { return diffusivity_factor() * added_viscosity(along); }
  /// The same where is_given(): it needs no derivatives.
  RKDG_FN V given_diffusivity() const { return diffusivity_factor() * scale; }

  RKDG_FN ViscousStress<V, dim> stress(const Primitives& w, const Slope (&along)[dim]) const {
    const V mu = viscosity(gas(), w), added = divide(added_viscosity(along), w.inverse_rho);
    return viscous_stress(mu + added, mu * V(this->conduction) + added * V(this->added_conduction), along);
  }
  RKDG_FN ViscousNormalFlux<V, dim> viscous_flux(const V (&u)[n_var], const Primitives& w, const V (&g)[dim][n_var],
                                                 const V (&n)[dim]) const {
    Slope along[dim];
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) along[d] = this->derivative(u, w, g[d]);
    return viscous_normal_flux(stress(w, along), w, n);
  }
  RKDG_FN ViscousNormalFlux<V, 2> viscous_flux_in_face_frame(const V (&u)[n_var], const Primitives& w,
                                                             const V (&g)[dim][n_var], const V (&n)[dim]) const
      requires(Dim == 2) {
    const V t[1][2] = {{-n[1], n[0]}};
    return viscous_flux_in_face_frame(u, w, g, n, t);
  }
  RKDG_FN ViscousNormalFlux<V, dim> viscous_flux_in_face_frame(const V (&u)[n_var], const Primitives& w,
                                                               const V (&g)[dim][n_var], const V (&n)[dim],
                                                               const V (&t)[dim - 1][dim]) const {
    Slope in_frame[dim], along[dim];
    RKDG_UNROLL
    for (int a = 0; a < dim; ++a) in_frame[a] = this->derivative(u, w, g[a]);
    RKDG_UNROLL
    for (int d = 0; d < dim; ++d) RKDG_UNROLL
    for (int i = 0; i < Slope::size; ++i) {
      V sum = n[d] * in_frame[0].value[i];
      RKDG_UNROLL
      for (int a = 1; a < dim; ++a) sum += t[a - 1][d] * in_frame[a].value[i];
      along[d].value[i] = sum;
    }
    return viscous_normal_flux(stress(w, along), w, n);
  }

  /// The friction is that of both viscosities.
  RKDG_FN void integrals(const V (&u)[n_var], const Primitives& w, const V (&g)[dim][n_var],
                         V (&values)[AddedViscosityGas::n_integrals]) const {
    Slope along[dim];
    for (int d = 0; d < dim; ++d) along[d] = this->derivative(u, w, g[d]);
    NavierStokes<R, Dim>::integrals(u, w, g, values);
    const ViscousStress<V, dim> s = viscous_stress(u[0] * added_viscosity(along), V(R(0)), along);
    for (int d = 0; d < dim; ++d)
      for (int i = 0; i < dim; ++i) values[3] += s.tau[d][i] * along[d].velocity(i);
  }

 private:
  RKDG_FN V diffusivity_factor() const { return V(maximum(R(4) / R(3), this->added_conduction)); }
  RKDG_FN bool is_given() const { return fixed_model(this->model) == SubgridModel::given; }
  RKDG_FN const Gas<R>& gas() const { return *this; }
};

}  // namespace dg
