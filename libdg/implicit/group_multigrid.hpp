/// P-multigrid whose blocks and vectors are where kernels run, worked on by groups of threads: the method of
/// PMultigrid, cells in the same order. On several ranks each factors the lowest degree of the whole mesh.
#pragma once

#include <algorithm>
#include <cassert>

#include "libdg/backend/array_exchange.hpp"
#include "libdg/implicit/block_arrays.hpp"
#include "libdg/implicit/block_ilu.hpp"
#include "libdg/implicit/group_fronts.hpp"
#include "libdg/implicit/ilu_bodies.hpp"
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
        ranks_(options.cells ? options.cells->ranks : nullptr),
        is_cut_(levels.size() > 1),
        blocks_(backend, fine_, lowest_.is_lower(), options.smoother),
        columns_(backend, blocks_),
        fronts_(backend, coarse_),
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
      Groups::run(FactorCell{blocks_.view(), waves_.items(level), shift_, products_.data(), swaps_.data(), most_},
                  waves_.size(level), 256, "factor_cell");
    fronts_.factor(is_cut_ ? coarse_numbers_.data() : blocks_.view().numbers, shift_);
    cycle_ = backend_.record([this] { solve_and_smooth(); });
  }

  void solve(const double* b, double* z) override {
    Groups::run(NarrowAndCut{blocks_.view(), coarse_modes_.data(), coarse_begin_.data(), b, b_.data(), low_b_.data()},
                fine_.cells(), threads_, "narrow_and_cut");
    if (vector_) {
      vector_->start(low_b_.data());
      vector_->finish();
    }
    cycle_->repeat();
    Groups::run(WidenSum{blocks_.view(), coarse_modes_.data(), coarse_begin_.data(), z_.data(), low_z_.data(), z},
                fine_.cells(), threads_, "widen_sum");
  }

 private:
  void prepare_lowest() {
    if (is_cut_) {
      matrix_places_ = Array<std::int64_t>(backend_, lowest_.matrix_places());
      coarse_numbers_ = Array<float>(backend_, block_numbers(coarse_));
    }
    if (ranks_) {
      coarse_rows_ = Array<float>(backend_, lowest_.matrix_rows());
      vector_ = make_array_exchange<float>(backend_, *ranks_, lowest_.vector_exchange());
    }
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
    for (Index cell = 0; cell < fine_.cells(); ++cell)
      assert(fine_.first[cell + 1] - fine_.first[cell] <= Sweep<true>::most_links);
    const std::vector<std::vector<Index>> waves = wavefronts(fine_, smoother);
    waves_ = CellLists(backend_, waves);
    std::vector<Index> backwards;
    for (const std::vector<Index>& wave : waves) backwards.insert(backwards.end(), wave.begin(), wave.end());
    std::ranges::reverse(backwards);
    backwards_ = Array<Index>(backend_, backwards);
    done_ = Array<int>(backend_, DoneItems::size(fine_.cells()));
    done_.set_zero();
    // Several threads for each row, which share its columns, in whole warps.
    sweep_threads_ = std::clamp((6 * most_ + 31) / 32 * 32, 64, Sweep<true>::most_threads);
    // Only what couples cells takes the place of products.
    const std::size_t products = smoother == Smoother::ilu ? std::size_t(waves_.longest()) * most_ * most_ : 0;
    products_ = Array<float>(backend_, products);
    swaps_ = Array<int>(backend_, std::size_t(waves_.longest()) * most_);
    z_ = Array<float>(backend_, fine_.unknowns());
  }

  void collect_matrix() {
    if (!is_cut_) return;
    float* const rows = ranks_ ? coarse_rows_.data() : coarse_numbers_.data();
    backend_.gather(lowest_.matrix_rows(), matrix_places_.data(), blocks_.view().numbers, rows);
    if (!ranks_) return;
    const std::vector<float> own = coarse_rows_.copy_out();
    std::vector<float> whole(coarse_numbers_.size());
    lowest_.collect_matrix(own.data(), whole.data());
    coarse_numbers_.copy_in(whole);
  }

  void solve_and_smooth() {
    fronts_.solve(low_b_.data(), low_z_.data());
    if (!lowest_.is_lower()) return;
    Groups::run(
        SubtractCoarse{blocks_.view(), coarse_modes_.data(), coarse_begin_.data(), shift_, low_z_.data(), b_.data()},
        fine_.cells(), threads_, "subtract_coarse");
    const DoneItems done{done_.data()};
    Groups::run_in_order(Sweep<true>{blocks_.view(), waves_.items(0), b_.data(), z_.data()}, fine_.cells(),
                         sweep_threads_, done, "sweep_forward");
    if (waves_.count() > 1)
      Groups::run_in_order(Sweep<false>{blocks_.view(), backwards_.data(), b_.data(), z_.data()}, fine_.cells(),
                           sweep_threads_, done, "sweep_backward");
  }

  Backend& backend_;
  BlockGraph fine_, coarse_;
  LowestDegree lowest_;
  Communicator* ranks_;  ///< null: no others have rows of the lowest degree
  bool is_cut_;          ///< its matrix is another than the own
  BlockArrays blocks_;
  GroupColumns<Groups> columns_;
  GroupFronts<Groups> fronts_;
  Array<float> b_, z_, low_b_, low_z_, coarse_numbers_, coarse_rows_, products_;
  Array<int> swaps_, coarse_modes_, done_;
  Array<Index> backwards_;
  Array<std::int64_t> coarse_begin_, matrix_places_;
  std::unique_ptr<ArrayExchange<float>> vector_;
  CellLists waves_;
  std::unique_ptr<Recording> cycle_;
  int most_ = 0, threads_ = 64, sweep_threads_ = 64;
  float shift_ = 0;
};

}  // namespace dg
