/// A preconditioner by p-multigrid: a lower degree on the same cells, solved directly, and incomplete factors that
/// smooth what is left.
///
/// Bases are hierarchical and orthonormal. So restriction cuts modes, prolongation fills them with zeros, and the
/// matrix of a lower degree is the leading part of each block. A cycle solves on the lower degree first and smooths
/// after it: Persson, Peraire, SIAM J. Sci. Comput. 30 (2008) 2709.
///
/// On several ranks each solves the lower degree for the whole mesh, as one rank does. It smooths its own cells with
/// factors in which others have no part.
#pragma once

#include <memory>

#include "libdg/core/backend_kind.hpp"
#include "libdg/implicit/block_ilu.hpp"
#include "libdg/implicit/block_lu.hpp"
#include "libdg/implicit/host_columns.hpp"
#include "libdg/implicit/lowest_degree.hpp"
#include "libdg/implicit/preconditioner.hpp"

namespace dg {

/// Graphs of the degrees that take part, the own first. The last is the highest but one that is solved directly with
/// little memory and time. Degree 1 serves viscous flows better, degree 0 larger meshes. A GPU factors larger ones.
template <int Dim>
std::vector<BlockGraph> multigrid_levels(const Mesh<Dim>& mesh, int degree, QuadSpace quads, int n_var,
                                         BackendKind backend);

/// The same of one of several ranks: the last is of the whole mesh. `own` has this rank's cells with the degree, `low`
/// all cells with degree 1, or 0 if that is the degree.
std::vector<BlockGraph> multigrid_levels(BlockGraph own, BlockGraph low, int degree, BackendKind backend);

/// Bytes that p-multigrid takes.
std::size_t multigrid_bytes(const std::vector<BlockGraph>& levels, BackendKind backend);

/// In the memory of the host.
class PMultigrid final : public Preconditioner {
 public:
  /// `levels` as multigrid_levels() gives them.
  PMultigrid(const std::vector<BlockGraph>& levels, const VectorOperations& vectors,
             const MultigridOptions& options = {});

  /// The matrix -dF/dx of the highest degree, to be set before factor().
  BlockMatrix& matrix() { return matrix_; }

  BlockColumns& columns() override { return columns_; }
  void factor(double shift) override;
  void solve(const double* b, double* z) override;

 private:
  void subtract_low();

  int threads_;
  BlockGraph fine_, low_;
  BlockMatrix matrix_;
  LowestDegree lowest_;
  std::unique_ptr<BlockMatrix> low_matrix_;  ///< null: the matrix itself
  BlockLu lu_;
  std::unique_ptr<BlockIlu> ilu_;  ///< where the lowest degree is not the own
  HostColumns columns_;
  std::vector<float> b_, z_, low_b_, low_z_;
  float shift_ = 0;
};

}  // namespace dg
