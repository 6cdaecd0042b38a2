/// A system F(x) = 0 of which the implicit solver knows blocks of unknowns, and can ask for F.
#pragma once

#include "libdg/implicit/rank_cells.hpp"
#include "libdg/implicit/vector_operations.hpp"

namespace dg {

/// A sum over the unknowns that no rate changes: rate . F(x) = 0 for all x.
struct ConservedSum {
  std::vector<double> amount;  ///< amount . x is the sum
  std::vector<double> rate;    ///< differs from it as F is measured by each cell's own step
  std::vector<double> supply;  ///< an F that would change it, evenly everywhere
};

/// Vectors are in the memory of vectors().backend(), in the order of BlockGraph, and scaled. Entries of x are of order
/// one; those of F are what one explicit step at the limit of stability would add to them. On several ranks each has
/// the entries of its own cells, and all call every function together.
class NonlinearSystem {
 public:
  virtual ~NonlinearSystem() = default;

  virtual const BlockGraph& graph() const = 0;

  virtual const VectorOperations& vectors() const = 0;

  /// Cells whose unknowns are moved at once to find blocks.
  virtual CellColours colours() const { return cell_colours(graph()); }

  /// Cells and unknowns of all ranks.
  virtual std::int64_t all_cells() const { return graph().cells(); }
  virtual std::int64_t all_unknowns() const { return static_cast<std::int64_t>(graph().unknowns()); }

  /// Writes the state of now, from which a step starts, and with which scales are renewed.
  virtual void start(double* x) = 0;

  /// What F leaves alone, with the scales of now.
  virtual std::vector<ConservedSum> conserved_sums() const { return {}; }

  /// f = F(x).
  virtual void evaluate(const double* x, double* f) = 0;

  /// Whether multiply() is there.
  virtual bool has_exact_products() const { return false; }

  /// y = dF/dx v at x, exact to rounding. Precondition: has_exact_products().
  virtual void multiply(const double* /*x*/, const double* /*v*/, double* /*y*/) {}

  /// Whether x is a state that the equations admit everywhere, on all ranks.
  virtual bool admissible(const double* x) = 0;

  /// Draws x towards the averages of the cells where it is not admissible, as far as that helps; what is conserved
  /// stays. False: the system cannot.
  virtual bool limit(double* /*x*/) { return false; }

  /// Makes x the state.
  virtual void accept(const double* x) = 0;
};

/// Likewise a system dx/dt = F(x, t): entries of F are those of x over time.
class EvolvingSystem : public NonlinearSystem {
 public:
  /// F is that of this time from now on.
  virtual void set_time(double t) = 0;
};

}  // namespace dg
