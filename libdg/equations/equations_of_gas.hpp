/// Whether equations are those of a gas.
#pragma once

namespace dg {

template <class R, int Dim>
struct NavierStokes;

template <class R, int Dim>
void take_gas(const NavierStokes<R, Dim>&);

/// Those of a gas, or what derives from them.
template <class Eq>
concept EquationsOfGas = requires(const Eq& equations) {
  take_gas(equations);
  requires Eq::n_var == Eq::dim + 2;
};

}  // namespace dg
