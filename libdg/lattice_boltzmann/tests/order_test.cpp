#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "libdg/lattice_boltzmann/kernels.hpp"
#include "libdg/lattice_boltzmann/storage.hpp"
#include "libdg/lattice_boltzmann/tests/sample_options.hpp"

using namespace dg;
using namespace dg::lbm;

namespace {

/// A lattice whose cells are taken in a given order.
class OrderedLattice {
 public:
  explicit OrderedLattice(const LatticeOptions& options) : options_(options) {
    const std::size_t size = n_populations * population_stride(options);
    for (int i = 0; i < lattice_count(options.streaming); ++i) lattices_[i].assign(size, 0.0);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> small(-1e-3, 1e-3);
    for (double& f : lattices_[0]) f = small(random);
  }

  void step(const std::vector<int>& order) {
    LatticeView<double, std::int64_t> view = make_view<double, std::int64_t>(options_);
    const bool two = options_.streaming == Streaming::two_lattices;
    view.phase = static_cast<int>(step_++ % 2);
    view.from = lattices_[two ? view.phase : 0].data();
    view.to = lattices_[two ? 1 - view.phase : 0].data();
    with_way(options_.streaming, [&](auto way) {
      visit(order, Collide<decltype(way), decltype(view)>{view});
      if (options_.streaming == Streaming::swap) visit(order, dg::lbm::Exchange<decltype(view)>{view});
    });
  }

  const std::vector<double>& populations() const {
    return lattices_[options_.streaming == Streaming::two_lattices ? step_ % 2 : 0];
  }

 private:
  template <class Body>
  void visit(const std::vector<int>& order, const Body& body) const {
    for (const int cell : order) {
      const int x = cell % options_.cells[0], row = cell / options_.cells[0];
      body.template operator()<double>(
          Place{x, row % options_.cells[1], row / options_.cells[1], x == 0, x == options_.cells[0] - 1});
    }
  }

  LatticeOptions options_;
  std::vector<double> lattices_[2];
  long step_ = 0;
};

}  // namespace

TEST_CASE("cells taken forwards, backwards and at random give the same bits") {
  for (const Streaming way : all_ways) {
    for (const LatticeOptions& options : {cavity({6, 5, 4}, way), mixed_box({7, 4, 5}, way)}) {
      std::vector<int> order(options.cells[0] * options.cells[1] * options.cells[2]);
      std::iota(order.begin(), order.end(), 0);
      OrderedLattice forwards(options), backwards(options), random(options);
      std::mt19937 generator(2);
      for (int step = 0; step < 25; ++step) {
        forwards.step(order);
        backwards.step({order.rbegin(), order.rend()});
        std::vector<int> shuffled = order;
        std::shuffle(shuffled.begin(), shuffled.end(), generator);
        random.step(shuffled);
      }
      CHECK(forwards.populations() == backwards.populations());
      CHECK(forwards.populations() == random.populations());
    }
  }
}
