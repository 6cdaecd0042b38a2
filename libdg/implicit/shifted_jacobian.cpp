#include "libdg/implicit/shifted_jacobian.hpp"

namespace dg {
namespace {

constexpr int restart = 60;

}  // namespace

ShiftedJacobian::ShiftedJacobian(NonlinearSystem& system, const std::vector<BlockGraph>& levels,
                                 const VectorOperations& vectors)
    : vectors_(vectors), jacobian_(system, vectors), multigrid_(levels, vectors) {}

void ShiftedJacobian::renew_preconditioner(double shift) {
  jacobian_.find_blocks(multigrid_.matrix());
  evaluations_ += jacobian_.evaluations_of_blocks();
  multigrid_.factor(shift);
}

GmresResult ShiftedJacobian::solve(double shift, const std::vector<double>& b, std::vector<double>& d, double tolerance,
                                   int most_steps) {
  const LinearMap matrix = [&](const double* v, double* y) {
    jacobian_.multiply(v, y);
    ++evaluations_;
    vectors_.over_parts(b.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) y[i] = shift * v[i] - y[i];
    });
  };
  const LinearMap preconditioner = [&](const double* v, double* y) { multigrid_.solve(v, y); };
  return solve_gmres(vectors_, matrix, preconditioner, b, d, tolerance, most_steps, restart);
}

std::size_t shifted_jacobian_bytes(const std::vector<BlockGraph>& levels, int vectors) {
  constexpr int own = 6;  // a state, its rate, two for differences, two for GMRES
  return multigrid_bytes(levels) + sizeof(double) * (2 * restart + own + vectors) * levels.front().unknowns();
}

}  // namespace dg
