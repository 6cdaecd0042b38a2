/// The linear systems (shift I - dF/dx) d = b of implicit methods, by preconditioned GMRES.
#pragma once

#include "libdg/implicit/conservation.hpp"
#include "libdg/implicit/gmres.hpp"
#include "libdg/implicit/jacobian.hpp"
#include "libdg/implicit/preconditioner.hpp"

namespace dg {

class ShiftedJacobian {
 public:
  /// `levels` are those of p-multigrid, see multigrid_levels(). The system must outlive this object.
  ShiftedJacobian(NonlinearSystem& system, const std::vector<BlockGraph>& levels, const MultigridOptions& options);

  /// Sets the state x at which derivatives are taken, and f = F(x).
  void set_state(const double* x, const double* f) {
    jacobian_.set_state(x, f);
    conservation_.renew();
  }

  /// Finds the blocks of the preconditioner at the state, and factors them.
  void renew_preconditioner(double shift);

  /// Factors the blocks that are there for another shift.
  void factor_preconditioner(double shift) { preconditioner_->factor(shift); }

  /// Solves for d to `tolerance` times |b|, or as well as `most_steps` products allow. Where the system conserves sums,
  /// d changes none of them, and the system is solved but for what would.
  GmresResult solve(double shift, const double* b, double* d, double tolerance, int most_steps);

  /// y = (shift I - dF/dx) v, but for what would change sums that the system conserves.
  void multiply(double shift, const double* v, double* y);

  const Conservation& conservation() const { return conservation_; }

  /// Evaluations of F that new blocks take.
  long evaluations_of_blocks() const { return jacobian_.evaluations_of_blocks(); }

  /// Evaluations of F so far, and products that were found in other ways.
  long evaluations() const { return evaluations_; }

 private:
  const VectorOperations& vectors_;
  Jacobian jacobian_;
  Conservation conservation_;
  std::unique_ptr<Preconditioner> preconditioner_;
  std::size_t n_;
  Gmres gmres_;
  Array<double> balanced_;  ///< a right-hand side, where sums are conserved
  long evaluations_ = 0;
};

/// Bytes of it at most, and of `vectors` more vectors.
std::size_t shifted_jacobian_bytes(const std::vector<BlockGraph>& levels, int vectors, BackendKind backend);

}  // namespace dg
