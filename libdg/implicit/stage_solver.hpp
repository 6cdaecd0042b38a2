/// The stages of implicit steps in time: x = s + h F(x), by Newton's method.
///
/// Derivatives of the preconditioner are kept from stage to stage and step to step. New ones are found when GMRES takes
/// many steps, and twice those that it took with new ones. Hairer, Wanner, Solving Ordinary Differential Equations II,
/// section IV.8.
#pragma once

#include "libdg/implicit/implicit_work.hpp"
#include "libdg/implicit/shifted_jacobian.hpp"

namespace dg {

class StageSolver {
 public:
  /// `levels` are those of p-multigrid, see multigrid_levels(). The system must outlive this object.
  StageSolver(NonlinearSystem& system, const std::vector<BlockGraph>& levels, const MultigridOptions& options);

  /// f = F(x)
  void evaluate(const Array<double>& x, Array<double>& f);

  /// Takes x from a guess to a state in which |s + h F(x) - x| is at most `tolerance`. False if there is none to be
  /// found: x is of no use then.
  bool solve(const Array<double>& s, double h, double tolerance, Array<double>& x);

  /// What all calls have cost; no steps are rejected here.
  ImplicitWork work() const;

 private:
  double find_rest(const Array<double>& s, double h, const Array<double>& x);
  void prepare(double h);

  NonlinearSystem& system_;
  const VectorOperations& vectors_;
  ShiftedJacobian jacobian_;
  std::size_t n_;
  Array<double> f_, rest_, direction_, next_;
  double factored_ = 0.0;     ///< h that the preconditioner is for; 0: there is none
  bool stale_ = true;         ///< its derivatives have served their time
  int steps_when_fresh_ = 0;  ///< of GMRES, with the derivatives that are there
  ImplicitWork work_;
};

}  // namespace dg
