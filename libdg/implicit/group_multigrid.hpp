/// P-multigrid whose blocks and vectors are where kernels run, worked on by groups of threads: the method of
/// PMultigrid, cells in the same order. The factors of the lowest degree are found on the host.
#pragma once

#include <algorithm>

#include "libdg/backend/thread_count.hpp"
#include "libdg/implicit/block_arrays.hpp"
#include "libdg/implicit/block_ilu.hpp"
#include "libdg/implicit/group_fronts.hpp"
#include "libdg/implicit/preconditioner.hpp"

namespace dg {

template <class Groups>
class GroupMultigrid final : public Preconditioner {
 public:
  /// One or two levels, of which the last is solved directly.
  GroupMultigrid(Backend& backend, const std::vector<BlockGraph>& levels)
      : backend_(backend),
        fine_(levels.front()),
        coarse_(levels.back()),
        smooths_(levels.size() > 1),
        blocks_(backend, fine_, smooths_),
        columns_(backend, blocks_),
        coarse_matrix_(coarse_),
        lu_(coarse_, thread_count(0)),
        fronts_(backend, coarse_, lu_),
        b_(backend, fine_.unknowns()),
        z_(backend, fine_.unknowns()) {
    if (smooths_) prepare_smoother();
  }

  BlockColumns& columns() override { return columns_; }

  void factor(double shift) override {
    shift_ = static_cast<float>(shift);
    const std::span<float> numbers = coarse_matrix_.numbers();
    const float* from = blocks_.view().numbers;
    if (smooths_) {
      backend_.gather(numbers.size(), matrix_places_.data(), from, coarse_numbers_.data());
      from = coarse_numbers_.data();
    }
    backend_.copy_out(numbers.data(), from, numbers.size() * sizeof(float));
    for (int level = 0; level < waves_.count(); ++level)
      Groups::run(FactorCell{blocks_.view(), waves_.cells(level), shift_, products_.data(), swaps_.data(), most_},
                  waves_.size(level), 256, "factor_cell");
    lu_.factor(coarse_matrix_, shift_);
    fronts_.take(lu_);
    cycle_ = backend_.record([this] { cycle(); });
  }

  void solve(const double* b, double* z) override {
    Groups::run(Narrow{blocks_.view(), b, b_.data()}, fine_.cells(), threads_, "narrow");
    cycle_->repeat();
    Groups::run(WidenSum{blocks_.view(), coarse_modes_.data(), coarse_begin_.data(), z_.data(),
                         smooths_ ? low_z_.data() : nullptr, z},
                fine_.cells(), threads_, "widen_sum");
  }

 private:
  void prepare_smoother() {
    waves_ = CellLists(backend_, wavefronts(fine_));
    for (Index cell = 0; cell < fine_.cells(); ++cell) most_ = std::max(most_, fine_.size(cell));
    threads_ = most_ <= 64 ? 64 : 128;
    products_ = Array<float>(backend_, std::size_t(waves_.longest()) * most_ * most_);
    swaps_ = Array<int>(backend_, std::size_t(waves_.longest()) * most_);
    low_b_ = Array<float>(backend_, coarse_.unknowns());
    low_z_ = Array<float>(backend_, coarse_.unknowns());
    coarse_numbers_ = Array<float>(backend_, coarse_matrix_.numbers().size());
    coarse_modes_ = Array<int>(backend_, coarse_.modes);
    coarse_begin_ =
        Array<std::int64_t>(backend_, std::vector<std::int64_t>(coarse_.begin.begin(), coarse_.begin.end()));
    find_coarse_places();
  }

  void cycle() {
    if (!smooths_) return fronts_.solve(b_.data(), z_.data());
    backend_.gather(low_b_.size(), vector_places_.data(), b_.data(), low_b_.data());
    fronts_.solve(low_b_.data(), low_z_.data());
    Groups::run(
        SubtractCoarse{blocks_.view(), coarse_modes_.data(), coarse_begin_.data(), shift_, low_z_.data(), b_.data()},
        fine_.cells(), threads_, "subtract_coarse");
    for (int level = 0; level < waves_.count(); ++level)
      Groups::run(SolveForward{blocks_.view(), waves_.cells(level), b_.data(), z_.data()}, waves_.size(level), threads_,
                  "solve_forward");
    for (int level = waves_.count() - 1; level-- > 0;)
      Groups::run(SolveBackward{blocks_.view(), waves_.cells(level), b_.data(), z_.data()}, waves_.size(level),
                  threads_, "solve_backward");
  }

  /// Where the leading parts of blocks, and of the cells of a vector, lie.
  void find_coarse_places() {
    const BlockPlaces fine(fine_);
    std::vector<std::int64_t> matrix, vector;
    matrix.reserve(coarse_matrix_.numbers().size());
    const auto add = [&](std::int64_t at, Index row, Index column) {
      for (int j = 0; j < coarse_.size(column); ++j)
        for (int i = 0; i < coarse_.size(row); ++i) matrix.push_back(at + std::int64_t(j) * fine_.size(row) + i);
    };
    for (Index cell = 0; cell < coarse_.cells(); ++cell) {
      add(fine.diagonal[cell], cell, cell);
      for (Index l = coarse_.first[cell]; l < coarse_.first[cell + 1]; ++l)
        add(fine.link[l], cell, coarse_.neighbour[l]);
      for (int i = 0; i < coarse_.size(cell); ++i) vector.push_back(static_cast<std::int64_t>(fine_.begin[cell]) + i);
    }
    matrix_places_ = Array<std::int64_t>(backend_, matrix);
    vector_places_ = Array<std::int64_t>(backend_, vector);
  }

  Backend& backend_;
  BlockGraph fine_, coarse_;
  bool smooths_;
  BlockArrays blocks_;
  GroupColumns<Groups> columns_;
  BlockMatrix coarse_matrix_;
  BlockLu lu_;
  GroupFronts<Groups> fronts_;
  Array<float> b_, z_, low_b_, low_z_, coarse_numbers_, products_;
  Array<int> swaps_, coarse_modes_;
  Array<std::int64_t> coarse_begin_, matrix_places_, vector_places_;
  CellLists waves_;
  std::unique_ptr<Recording> cycle_;
  int most_ = 0, threads_ = 64;
  float shift_ = 0;
};

}  // namespace dg
