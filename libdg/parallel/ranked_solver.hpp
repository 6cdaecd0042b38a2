/// A solver of a whole mesh whose subdomains lie on several ranks: what rank 0 asks of it, all do.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <type_traits>

#include "libdg/backend/communicator.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// Until lead() and follow(), all ranks call the same functions at the same time. From then on rank 0 calls what it
/// wants and the others do their part in follow().
///
/// Cells, faces, coefficients and samples are those of the whole mesh, in its order. What is large (coefficients,
/// samples, points of surfaces) is there on rank 0 only, and empty on the others.
template <int Dim>
class RankedSolverOf : public SolverOf<Dim> {
 public:
  /// On rank 0: leads, for as long as this object lives.
  virtual void lead() = 0;
  /// On the others: returns once rank 0 has ended. `exact` is what rank 0 calls errors() with.
  virtual void follow(const GasField<Dim>& exact) = 0;
};
using RankedSolver = RankedSolverOf<2>;

/// Puts the cells and faces of a rank's subdomain into the order in which they lie in memory, see in_order().
template <int Dim>
using ArrangeSubdomain = std::function<Subdomain<Dim>(Subdomain<Dim>)>;

/// Makes the subdomain of each rank, rank_of[cell] being its rank, has it arranged, if anyone does, and makes a solver
/// on it. Throws InputError as make_solver() does, for ranks without cells, and for what works on one rank only. The
/// communicator must outlive the solver; the mesh, too.
template <int Dim>
std::unique_ptr<RankedSolverOf<Dim>> make_ranked_solver(
    const Mesh<Dim>& mesh, std::span<const int> rank_of, const SolverOptions& options, Communicator& communicator,
    const std::type_identity_t<ArrangeSubdomain<Dim>>& arrange = {});

}  // namespace dg
