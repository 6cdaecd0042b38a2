#include "libdg/implicit/shifted_jacobian.hpp"

#include "libdg/implicit/p_multigrid.hpp"

namespace dg {
namespace {

constexpr int restart = 60;

}  // namespace

ShiftedJacobian::ShiftedJacobian(NonlinearSystem& system, const std::vector<BlockGraph>& levels,
                                 const MultigridOptions& options)
    : vectors_(system.vectors()),
      jacobian_(system),
      conservation_(system),
      preconditioner_(make_preconditioner(levels, vectors_, options)),
      n_(system.graph().unknowns()),
      gmres_(vectors_, n_, restart) {
  preconditioner_->columns().set_colours(jacobian_.colours());
}

void ShiftedJacobian::renew_preconditioner(double shift) {
  jacobian_.find_blocks(preconditioner_->columns());
  evaluations_ += jacobian_.evaluations_of_blocks();
  preconditioner_->factor(shift);
}

void ShiftedJacobian::multiply(double shift, const double* v, double* y) {
  jacobian_.multiply(v, y);
  ++evaluations_;
  vectors_.set(y, n_, {{shift, v}, {-1.0, y}});
  conservation_.balance(y);
}

GmresResult ShiftedJacobian::solve(double shift, const double* b, double* d, double tolerance, int most_steps) {
  const LinearMap matrix = [&](const double* v, double* y) { multiply(shift, v, y); };
  const LinearMap inverse = [&](const double* v, double* z) { preconditioner_->solve(v, z); };
  if (conservation_.empty()) return gmres_.solve(matrix, inverse, b, d, tolerance, most_steps);
  if (balanced_.size() == 0) balanced_ = vectors_.make(n_);
  vectors_.set(balanced_.data(), n_, {{1.0, b}});
  conservation_.balance(balanced_.data());
  conservation_.prepare(inverse);
  const LinearMap preconditioner = [&](const double* v, double* z) {
    inverse(v, z);
    conservation_.keep(z);
  };
  return gmres_.solve(matrix, preconditioner, balanced_.data(), d, tolerance, most_steps);
}

std::size_t shifted_jacobian_bytes(const std::vector<BlockGraph>& levels, int vectors, BackendKind backend) {
  constexpr int own = 6;  // a state, its rate, two for differences, two for GMRES
  return multigrid_bytes(levels, backend) + sizeof(double) * (2 * restart + own + vectors) * levels.front().unknowns();
}

}  // namespace dg
