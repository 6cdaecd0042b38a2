/// P-multigrid whose blocks and vectors are where kernels run, worked on by groups of threads: the method of
/// PMultigrid, cells in the same order. The factors of the lowest degree are found on the host, through which ranks
/// tell each other what they have of it.
#pragma once

#include <algorithm>

#include "libdg/backend/thread_count.hpp"
#include "libdg/implicit/block_arrays.hpp"
#include "libdg/implicit/block_ilu.hpp"
#include "libdg/implicit/group_fronts.hpp"
#include "libdg/implicit/lowest_degree.hpp"
#include "libdg/implicit/preconditioner.hpp"

namespace dg {

template <class Groups>
class GroupMultigrid final : public Preconditioner {
 public:
  /// One or two levels, of which the last is solved directly.
  GroupMultigrid(Backend& backend, const std::vector<BlockGraph>& levels, const MultigridOptions& options = {})
      : backend_(backend),
        fine_(levels.front()),
        coarse_(levels.back()),
        lowest_(fine_, coarse_, options.cells),
        is_shared_(options.cells != nullptr),
        is_cut_(levels.size() > 1),
        blocks_(backend, fine_, lowest_.is_lower(), options.smoother),
        columns_(backend, blocks_),
        coarse_matrix_(coarse_),
        lu_(coarse_, thread_count(0)),
        fronts_(backend, coarse_, lu_),
        b_(backend, fine_.unknowns()),
        low_b_(backend, coarse_.unknowns()),
        low_z_(backend, coarse_.unknowns()) {
    for (Index cell = 0; cell < fine_.cells(); ++cell) most_ = std::max(most_, fine_.size(cell));
    threads_ = most_ <= 64 ? 64 : 128;
    prepare_lowest();
    if (lowest_.is_lower()) prepare_smoother(options.smoother);
  }

  BlockColumns& columns() override { return columns_; }

  void factor(double shift) override {
    shift_ = static_cast<float>(shift);
    collect_matrix();
    for (int level = 0; level < waves_.count(); ++level)
      Groups::run(FactorCell{blocks_.view(), waves_.cells(level), shift_, products_.data(), swaps_.data(), most_},
                  waves_.size(level), 256, "factor_cell");
    lu_.factor(coarse_matrix_, shift_);
    fronts_.update(lu_);
    cycle_ = backend_.record([this] {
      if (!is_shared_) cut_vector(low_b_.data());
      solve_and_smooth();
    });
  }

  void solve(const double* b, double* z) override {
    Groups::run(Narrow{blocks_.view(), b, b_.data()}, fine_.cells(), threads_, "narrow");
    if (is_shared_) collect_vector();
    cycle_->repeat();
    Groups::run(WidenSum{blocks_.view(), coarse_modes_.data(), coarse_begin_.data(), z_.data(), low_z_.data(), z},
                fine_.cells(), threads_, "widen_sum");
  }

 private:
  void prepare_lowest() {
    if (is_cut_) {
      matrix_places_ = Array<std::int64_t>(backend_, lowest_.matrix_places());
      coarse_rows_ = Array<float>(backend_, lowest_.matrix_rows());
    }
    vector_places_ = Array<std::int64_t>(backend_, lowest_.vector_places());
    if (is_shared_) rows_ = Array<float>(backend_, lowest_.vector_rows());
    std::vector<int> modes;
    std::vector<std::int64_t> begin;
    for (Index cell = 0; cell < static_cast<Index>(fine_.modes.size()); ++cell) {
      modes.push_back(lowest_.size(cell) / fine_.n_var);
      begin.push_back(static_cast<std::int64_t>(lowest_.begin(cell)));
    }
    coarse_modes_ = Array<int>(backend_, modes);
    coarse_begin_ = Array<std::int64_t>(backend_, begin);
  }

  void prepare_smoother(Smoother smoother) {
    waves_ = CellLists(backend_, wavefronts(fine_, smoother));
    // Only what couples cells takes the place of products.
    const std::size_t products = smoother == Smoother::ilu ? std::size_t(waves_.longest()) * most_ * most_ : 0;
    products_ = Array<float>(backend_, products);
    swaps_ = Array<int>(backend_, std::size_t(waves_.longest()) * most_);
    z_ = Array<float>(backend_, fine_.unknowns());
  }

  void collect_matrix() {
    const float* from = blocks_.view().numbers;
    if (is_cut_) {
      backend_.gather(coarse_rows_.size(), matrix_places_.data(), from, coarse_rows_.data());
      from = coarse_rows_.data();
    }
    HostVector<float> rows(is_shared_ ? lowest_.matrix_rows() : 0);
    float* const whole = coarse_matrix_.numbers().data();
    float* const to = is_shared_ ? rows.data() : whole;
    backend_.copy_out(to, from, lowest_.matrix_rows() * sizeof(float));
    lowest_.collect_matrix(to, whole);
  }

  void cut_vector(float* rows) { backend_.gather(lowest_.vector_rows(), vector_places_.data(), b_.data(), rows); }

  void collect_vector() {
    cut_vector(rows_.data());
    std::vector<float> rows(lowest_.vector_rows()), whole(coarse_.unknowns());
    backend_.copy_out(rows.data(), rows_.data(), rows.size() * sizeof(float));
    lowest_.collect_vector(rows.data(), whole.data());
    low_b_.copy_in(whole);
  }

  void solve_and_smooth() {
    fronts_.solve(low_b_.data(), low_z_.data());
    if (!lowest_.is_lower()) return;
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

  Backend& backend_;
  BlockGraph fine_, coarse_;
  LowestDegree lowest_;
  bool is_shared_;  ///< several ranks have the rows of the lowest degree
  bool is_cut_;     ///< its matrix is another than the own
  BlockArrays blocks_;
  GroupColumns<Groups> columns_;
  BlockMatrix coarse_matrix_;
  BlockLu lu_;
  GroupFronts<Groups> fronts_;
  Array<float> b_, z_, rows_, low_b_, low_z_, coarse_rows_, products_;
  Array<int> swaps_, coarse_modes_;
  Array<std::int64_t> coarse_begin_, matrix_places_, vector_places_;
  CellLists waves_;
  std::unique_ptr<Recording> cycle_;
  int most_ = 0, threads_ = 64;
  float shift_ = 0;
};

}  // namespace dg
