/// How a solver of a gas gets its operators: finite volumes with a reconstruction, or discontinuous Galerkin.
#pragma once

#include "libdg/finite_volume/make_operators.hpp"
#include "libdg/solver/make_galerkin_operators.hpp"
#include "libdg/solver/solver.hpp"

namespace dg {

/// Those of a reconstruction, which works on `part`, where the options have one and Eq is not DependsOnCell; otherwise
/// make_galerkin_operators().
template <class Eq>
OperatorsMaker<Eq> gas_operators_maker(const SolverOptions& options, [[maybe_unused]] const FiniteVolumePart& part) {
  if constexpr (!DependsOnCell<Eq>)
    if (options.reconstruction != Reconstruction::none)
      return [part](Backend& backend, const Mesh<Eq::dim>& mesh, const SemiDiscretisation<Eq>& space,
                    const RunOptions& o, unsigned zone_kinds) {
        return make_finite_volumes<typename Eq::Real>(backend, mesh, space, space.context(), {o.smoothing, o.sweeps},
                                                      part, zone_kinds);
      };
  return make_galerkin_operators<Eq>;
}

}  // namespace dg
