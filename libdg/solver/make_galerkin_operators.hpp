/// How a solver gets the operators of a discretisation.
#pragma once

#include <functional>
#include <memory>

#include "libdg/core/errors.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/solver/options.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Makes the operators of a discretisation; zone_kinds: see AssemblyPlan.
template <class Eq>
using OperatorsMaker = std::function<std::unique_ptr<Operators<Eq>>(
    Backend&, const Mesh<Eq::dim>&, const SemiDiscretisation<Eq>&, const RunOptions&, unsigned zone_kinds)>;

/// Discontinuous Galerkin, for any equations. Throws InputError for a reconstruction.
template <class Eq>
std::unique_ptr<Operators<Eq>> make_galerkin_operators(Backend& backend, const Mesh<Eq::dim>&,
                                                       const SemiDiscretisation<Eq>& space, const RunOptions& options,
                                                       unsigned zone_kinds) {
  if (options.reconstruction != Reconstruction::none)
    throw InputError("a reconstruction is there for a gas alone, without a subgrid model");
  return make_operators<Eq>(backend, space.context(), options.degree,
                            {options.assembly, space.state_size(), options.colouring, space.slabs(), zone_kinds});
}

}  // namespace dg
