/// A solver of a whole mesh whose subdomains lie on several ranks: what rank 0 asks of it, all do.
#pragma once

#include <memory>
#include <span>

#include "libdg/backend/communicator.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// Until lead() and follow(), all ranks call the same functions at the same time. From then on rank 0 calls what it
/// wants and the others do their part in follow().
///
/// Cells, faces, coefficients and samples are those of the whole mesh, in its order. What is large (coefficients,
/// samples, points of surfaces) and the numbers of all cells, faces and degrees of freedom are there on rank 0 only,
/// and empty on the others.
template <int Dim>
class RankedSolverOf : public SolverOf<Dim> {
 public:
  /// On rank 0: leads, for as long as this object lives.
  virtual void lead() = 0;
  /// On the others: returns once rank 0 has ended. `exact` is what rank 0 calls errors() with.
  virtual void follow(const GasField<Dim>& exact) = 0;
};
using RankedSolver = RankedSolverOf<2>;

/// The mesh that ranks share, and whose cell each is. Only rank 0 has it.
template <int Dim>
struct SharedMesh {
  const Mesh<Dim>* mesh = nullptr;
  std::span<const int> rank_of;  ///< [cell]
};

/// Makes a solver of the subdomains that the ranks have. On rank 0, `whole` is the mesh that they are parts of; the
/// others need not have it. Throws InputError as make_solver() does, and for what works on one rank only. The
/// communicator and the mesh must outlive the solver.
template <int Dim>
std::unique_ptr<RankedSolverOf<Dim>> make_ranked_solver(Subdomain<Dim> part, const SharedMesh<Dim>& whole,
                                                        const SolverOptions& options, Communicator& communicator);

}  // namespace dg
