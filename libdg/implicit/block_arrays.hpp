/// A block matrix where kernels run, and its columns by groups of threads.
#pragma once

#include "libdg/implicit/block_bodies.hpp"
#include "libdg/implicit/block_columns.hpp"
#include "libdg/implicit/block_matrix.hpp"
#include "libdg/implicit/cell_lists.hpp"
#include "libdg/implicit/smoother.hpp"

namespace dg {

/// A block matrix and what BlocksView reads, in a backend's memory.
class BlockArrays {
 public:
  BlockArrays(Backend& backend, const BlockGraph& graph, bool has_inverse, Smoother smoother)
      : n_var_(graph.n_var),
        cells_(graph.cells()),
        couples_(smoother == Smoother::ilu),
        modes_(backend, graph.modes),
        begin_(backend, std::vector<std::int64_t>(graph.begin.begin(), graph.begin.end())),
        first_(backend, graph.first),
        neighbour_(backend, graph.neighbour),
        reverse_(backend, graph.reverse),
        numbers_(backend, block_numbers(graph)) {
    const BlockPlaces places(graph);
    diagonal_ = Array<std::int64_t>(backend, places.diagonal);
    link_ = Array<std::int64_t>(backend, places.link);
    if (!has_inverse) return;
    std::vector<std::int64_t> inverse_at{0};
    for (Index cell = 0; cell < graph.cells(); ++cell)
      inverse_at.push_back(inverse_at.back() + std::int64_t(graph.size(cell)) * graph.size(cell));
    inverse_ = Array<float>(backend, inverse_at.back());
    inverse_at_ = Array<std::int64_t>(backend, inverse_at);
  }

  std::size_t size() const { return numbers_.size(); }
  BlocksView view() {
    return {n_var_,          cells_,           modes_.data(), begin_.data(),      first_.data(),   neighbour_.data(),
            reverse_.data(), diagonal_.data(), link_.data(),  inverse_at_.data(), numbers_.data(), inverse_.data(),
            couples_};
  }

 private:
  int n_var_;
  Index cells_;
  bool couples_;
  Array<int> modes_;
  Array<std::int64_t> begin_, diagonal_, link_, inverse_at_;
  Array<Index> first_, neighbour_, reverse_;
  Array<float> numbers_, inverse_;
};

template <class Groups>
class GroupColumns final : public BlockColumns {
 public:
  /// The blocks must outlive this object.
  GroupColumns(Backend& backend, BlockArrays& blocks) : backend_(backend), blocks_(blocks) {}

  void set_colours(const std::vector<std::vector<Index>>& colours) override { colours_ = CellLists(backend_, colours); }
  void perturb(int colour, int column, double step, const double* x, double* moved) override {
    Groups::run(PerturbColumn{blocks_.view(), colours_.items(colour), column, step, x, moved}, colours_.size(colour), 1,
                "perturb");
  }
  void write(int colour, int column, double step, const double* f, const double* there) override {
    Groups::run(WriteColumn{blocks_.view(), colours_.items(colour), column, step, f, there}, colours_.size(colour), 64,
                "write_column");
  }

 private:
  Backend& backend_;
  BlockArrays& blocks_;
  CellLists colours_;
};

}  // namespace dg
