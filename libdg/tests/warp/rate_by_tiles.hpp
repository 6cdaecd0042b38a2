/// dU/dt by the kernels of assembly `tiles` on 3-D cells, on a warp of host threads (warp.hpp).
#pragma once

#include <vector>

#include "libdg/solver/semi_discretisation.hpp"

namespace dg::test {

/// dU/dt with the moments of a source if there is one. It lies beside the state, or in its place. CMakeLists.txt says
/// for which gases and degrees there are kernels.
template <int P, bool Viscous, class Gas>
std::vector<double> rate_by_tiles(SemiDiscretisation<Gas>& space, Backend& backend, const std::vector<double>& u,
                                  const std::vector<double>& source = {}, bool in_place = false);

}  // namespace dg::test
