/// Newton's method for a steady state, by pseudo-transient continuation. Each step solves `(1 / cfl - dF/dx) d = F(x)`
/// by GMRES and goes along d as far as states stay physical and residuals fall.
///
/// Where a step leads to no physical state, a limiter of the system draws cells towards their averages. Otherwise a few
/// cells at a shock would stop the step of all.
///
/// Kelley, Keyes, SIAM J. Numer. Anal. 35 (1998) 508; Ceze, Fidkowski, Comput. Fluids 117 (2015) 224 (line search);
/// Eisenstat, Walker, SIAM J. Sci. Comput. 17 (1996) 16 (tolerance of the linear solver).
#pragma once

#include "libdg/implicit/newton_step.hpp"
#include "libdg/implicit/shifted_jacobian.hpp"

namespace dg {

class NewtonSolver {
 public:
  /// `levels` are those of p-multigrid, see multigrid_levels(). The system must outlive this object.
  NewtonSolver(NonlinearSystem& system, const std::vector<BlockGraph>& levels, const MultigridOptions& options = {});

  /// Takes one step from the system's state.
  NewtonStep step();

 private:
  /// What the line search found.
  struct Way {
    double length = 0.0;    ///< 0: nothing
    bool descends = false;  ///< the residual of the step in pseudo-time is less than that at its start
    bool is_finite = true;  ///< or there are no numbers to judge by
  };

  double norm(const Array<double>& x) const { return vectors_.norm(x.data(), n_); }
  void evaluate(const Array<double>& x, Array<double>& f);
  void choose_cfl();
  GmresResult solve(double tolerance);
  GmresResult solve_rest(double tolerance);
  Way search();
  bool go(double length, bool limited);
  double residual_of_step(double length, bool limited);
  void learn_from(const NewtonStep& step, bool descends, double residual);

  NonlinearSystem& system_;
  const VectorOperations& vectors_;
  ShiftedJacobian jacobian_;
  std::size_t n_;
  Array<double> x_, f_, direction_, next_, f_next_, rest_;
  double cfl_ = 0.0, last_cfl_ = 0.0, last_norm_ = 0.0;
  bool stale_ = true;   ///< the preconditioner has served its time
  int last_steps_ = 0;  ///< of GMRES
  bool eager_ = true;   ///< all steps so far went along all of their directions
  long evaluations_ = 0;
};

/// Bytes of a solver with these levels of p-multigrid: blocks, factors, and the vectors of GMRES at most.
std::size_t newton_bytes(const std::vector<BlockGraph>& levels, BackendKind backend);

}  // namespace dg
