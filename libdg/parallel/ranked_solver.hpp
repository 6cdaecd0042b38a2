/// A solver of a whole mesh whose subdomains lie on several ranks: what rank 0 asks of it, all do.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/backend/list_slices.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// What rank 0 lets all do beside it, as numbers that say what.
using RankCall = std::array<std::int64_t, 2>;

/// Until lead() and follow(), all ranks call the same functions at the same time. From then on rank 0 calls what it
/// wants and the others do their part in follow().
///
/// Cells, faces, coefficients and samples are those of the whole mesh, in its order. What is large (coefficients,
/// samples, points of surfaces) is there on rank 0 only, and empty on the others. It is better to ask own() for what
/// all have together.
template <int Dim>
class RankedSolverOf : public SolverOf<Dim> {
 public:
  /// On rank 0: leads, for as long as this object lives.
  virtual void lead() = 0;
  /// On rank 0, which leads: lets the others return from follow(), after which all call the same functions again.
  virtual void release() = 0;
  /// On the others: returns once rank 0 releases them or has ended. `exact` is what rank 0 calls errors() with,
  /// `called` is called whenever rank 0 calls all().
  virtual void follow(const GasField<Dim>& exact, const std::function<void(const RankCall&)>& called) = 0;
  /// On rank 0, which leads: lets the others call what they gave to follow(), beside which it does its own part.
  virtual void all(const RankCall& call) const = 0;

  /// The solver of this rank's subdomain, whose own cells come first, ghosts behind them; not to be advanced.
  virtual const SolverOf<Dim>& own() const = 0;
  virtual const Halo& halo() const = 0;

  /// The list of coefficients of all cells, of which each rank has its own. Then those, to get and to set, which all
  /// ranks do together.
  virtual const ListSlices& coefficient_slices() const = 0;
  virtual std::vector<double> own_coefficients() const = 0;
  virtual void set_own_coefficients(std::span<const double> coefficients) = 0;
  /// SolverOf::limit_state() of all ranks together.
  virtual void limit_own_state() = 0;

  /// Sets the state of damping, whose list has the coefficients of own cells; all ranks do that together, after they
  /// have set those.
  virtual void set_own_damping(DampingState state) = 0;

  /// SolverOf::running_mean() of own cells, which all ranks get and set together, the latter after the coefficients.
  virtual std::vector<double> own_running_mean() const = 0;
  virtual void set_own_running_mean(std::vector<double> mean) = 0;
};
using RankedSolver = RankedSolverOf<2>;

/// Makes a solver of the subdomains that the ranks have, which all do together. Throws InputError as make_solver()
/// does, and for what works on one rank only. The communicator must outlive the solver.
template <int Dim>
std::unique_ptr<RankedSolverOf<Dim>> make_ranked_solver(Subdomain<Dim> part, const SolverOptions& options,
                                                        Communicator& communicator);

}  // namespace dg
