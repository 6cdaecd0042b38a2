/// Steps in time by ESDIRK schemes, whose size follows from an estimate of their error.
///
/// Control by proportion and integral: Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.2.
#pragma once

#include "libdg/implicit/stage_solver.hpp"
#include "libdg/time/esdirk_scheme.hpp"

namespace dg {

struct StepSizing {
  /// Error of a step: the root mean square over cells and variables of its L2 norm in each cell, where states are of
  /// order one. Stages are solved to a hundredth of it.
  double tolerance = 1e-5;
  double fixed = 0.0;  ///< > 0: the size of all steps, whatever their error
};

struct EsdirkStep {
  double dt = 0.0;  ///< 0: no step was possible, or none by which time would go on, and the state stands
  ImplicitWork work;
};

class EsdirkSolver {
 public:
  /// `levels` are those of p-multigrid, see multigrid_levels(). The system must outlive this object.
  EsdirkSolver(EvolvingSystem& system, const std::vector<BlockGraph>& levels, const EsdirkScheme& scheme,
               const StepSizing& sizing, const MultigridOptions& options = {});

  /// Size of the next step, if it is not fixed: to be set before the first one.
  double next_step() const { return next_step_; }
  void set_next_step(double dt) { next_step_ = dt; }

  /// Takes one step from the system's state at `time`, of `longest` at most.
  EsdirkStep step(double time, double longest);

 private:
  double attempt(double time, double dt);
  void add_rates(double dt, const std::vector<double>& weights, Array<double>& y) const;
  double error_of(double dt);
  double scale() const;
  void learn_from_success(double dt, double error, bool was_rejected);
  void learn_from_rejection(double dt, double error);

  EvolvingSystem& system_;
  const VectorOperations& vectors_;
  std::size_t n_;
  EsdirkScheme scheme_;
  StepSizing sizing_;
  StageSolver stages_;
  std::vector<Array<double>> rates_;  ///< [stage] F
  Array<double> start_, known_, x_;
  double next_step_ = 0.0;
  double last_error_ = 1.0;  ///< that of the step before, over the tolerance
};

/// Bytes of a solver with these levels of p-multigrid and this scheme at most.
std::size_t esdirk_bytes(const std::vector<BlockGraph>& levels, const EsdirkScheme& scheme, BackendKind backend);

}  // namespace dg
