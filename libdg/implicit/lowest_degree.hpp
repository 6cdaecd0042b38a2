/// The lowest degree of p-multigrid: cells of the whole mesh, on all ranks, each of which knows the rows of its own.
#pragma once

#include <optional>

#include "libdg/implicit/block_matrix.hpp"
#include "libdg/implicit/multigrid_options.hpp"
#include "libdg/implicit/whole_list.hpp"

namespace dg {

class LowestDegree {
 public:
  /// `own` has the cells of this rank with their own degree, `whole` all cells with the lowest one. `cells`, null for a
  /// whole mesh, and the graphs must outlive this object. All ranks make it together, and call its functions together.
  LowestDegree(const BlockGraph& own, const BlockGraph& whole, const RankCells* cells);

  /// Whether it is lower than the own degree.
  bool is_lower() const { return is_lower_; }

  /// Unknowns of a cell of the own graph, and where they begin in vectors of the whole mesh.
  int size(Index cell) const { return whole_.size(number(cell)); }
  std::size_t begin(Index cell) const { return whole_.begin[number(cell)]; }

  /// Where the leading parts of own blocks lie in a matrix with the own degree. They are in the order of rows, which is
  /// that of the whole mesh.
  std::vector<std::int64_t> matrix_places() const;
  /// Numbers in the rows of own cells of a matrix.
  std::size_t matrix_rows() const { return matrix_rows_; }

  /// What ranks send each other of a vector of the whole mesh. Precondition: there are several.
  std::vector<ExchangedPlaces> vector_exchange() const { return vector_->exchanged_places(); }

  /// The blocks of the whole mesh (BlockMatrix::numbers()), and a vector, of which `rows` are those of own cells. On
  /// one rank both may be the same memory.
  void collect_matrix(const float* rows, float* whole);
  void collect_matrix(const BlockMatrix& own, BlockMatrix& whole);
  void collect_vector(const float* rows, float* whole);

 private:
  template <class Use>
  void for_each_block(const Use& use) const;
  void cut(const BlockMatrix& a, float* rows) const;
  Index number(Index cell) const { return cells_ ? cells_->number[cell] : cell; }

  const BlockGraph &own_, &whole_;
  const RankCells* cells_;
  bool is_lower_;
  std::optional<WholeList> matrix_, vector_;  ///< on several ranks
  std::size_t matrix_rows_ = 0;
};

}  // namespace dg
