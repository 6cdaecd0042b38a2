/// What smooths on the highest degree of p-multigrid.
#pragma once

namespace dg {

/// `ilu`: incomplete factors, on several ranks of each rank's own cells, so that they change with the ranks.
/// `block_jacobi`: the inverses of cells, the same on any number of ranks.
enum class Smoother { ilu, block_jacobi };

}  // namespace dg
