/// A lattice in the memory of a backend. What runs kernels there is a parameter: `Launcher::for_each_cell(backend,
/// view, region, body)` calls body for every cell of a region, in any order. Launcher::make_backend(threads) makes the
/// backend. Launcher::short_numbers says whether to count in 32 bits where that is enough.
#pragma once

#include <limits>
#include <type_traits>

#include "libdg/backend/backend.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/lattice_boltzmann/kernels.hpp"
#include "libdg/lattice_boltzmann/lattice.hpp"
#include "libdg/lattice_boltzmann/storage.hpp"

namespace dg::lbm {

template <class Real, class Launcher>
class LatticeOn final : public Lattice {
 public:
  explicit LatticeOn(const LatticeOptions& options)
      : options_(options), backend_(Launcher::make_backend(options.threads)) {
    require_memory(options, *backend_);
    const auto size = static_cast<std::size_t>(n_populations * population_stride(options));
    for (int i = 0; i < lattice_count(options.streaming); ++i) lattices_[i] = Array<Real>(*backend_, size);
    info_ = {backend_->kind() == BackendKind::cuda ? "cuda" : "cpu", backend_->device(), backend_->threads(),
             backend_->bytes_in_use()};
    with_view(0, [&]<class Way, class View>(Way, const View& v) { launch(SetToRest<Way, View>{v}, all()); });
    backend_->synchronize();
  }

  const LatticeOptions& options() const override { return options_; }
  const LatticeInfo& info() const override { return info_; }
  long step() const override { return step_; }
  void set_step(long step) override { step_ = step; }

  void advance(long steps) override {
    const long end = step_ + steps;
    if (step_ % 2 == 1 && step_ < end) launch_step(step_++);
    for (; step_ + 2 <= end; step_ += 2) two_steps().repeat();
    if (step_ < end) launch_step(step_++);
    backend_->synchronize();
  }

  void set_equilibrium(const MomentsFunction& moments) override {
    for (const Region& slab : slabs(all(), most_cells)) {
      const std::int64_t count = slab.count();
      std::vector<Real> values(4 * count);
      std::int64_t cell = 0;
      for_cells(slab, [&](int x, int y, int z) {
        const std::array<double, 4> m = moments(x, y, z);
        for (int i = 0; i < 4; ++i) values[i * count + cell] = static_cast<Real>(m[i]);
        ++cell;
      });
      write<WriteEquilibrium>(slab, values);
    }
  }

  std::vector<double> read_moments(const Region& region) const override { return read<ReadMoments>(region, 4); }
  std::vector<double> read_populations(const Region& region) const override {
    return read<ReadPopulations>(region, n_populations);
  }
  void write_populations(const Region& region, const std::vector<double>& values) override {
    write<WritePopulations>(region, std::vector<Real>(values.begin(), values.end()));
  }

 private:
  static constexpr std::int64_t most_cells = 1 << 21;  ///< that a copy to or from the host holds at once

  template <class Number>
  LatticeView<Real, Number> view(long step) const {
    LatticeView<Real, Number> v = make_view<Real, Number>(options_);
    v.phase = static_cast<int>(step % 2);
    const bool two = options_.streaming == Streaming::two_lattices;
    v.from = const_cast<Real*>(lattices_[two ? v.phase : 0].data());
    v.to = const_cast<Real*>(lattices_[two ? 1 - v.phase : 0].data());
    return v;
  }

  /// Calls visit(way, view) with the way of streaming as a type.
  template <class Visit>
  void with_view(long step, const Visit& visit) const {
    with_way(options_.streaming, [&](auto way) {
      if constexpr (Launcher::short_numbers) {
        if (n_populations * population_stride(options_) <= std::numeric_limits<std::uint32_t>::max())
          return visit(way, view<std::uint32_t>(step));
      }
      visit(way, view<std::int64_t>(step));
    });
  }

  void launch(const auto& body, const Region& region) const {
    Launcher::template for_each_cell<Real>(*backend_, options_.cells, region, body);
  }

  void launch_step(long step) {
    with_view(step, [&]<class Way, class View>(Way, const View& v) {
      launch(Collide<Way, View>{v}, all());
      if constexpr (std::is_same_v<Way, Swapped>) launch(Exchange<View>{v}, all());
    });
  }

  /// An even step and the odd one after it, kept so that they start without the host's part of each launch.
  Recording& two_steps() {
    if (!two_steps_) {
      two_steps_ = backend_->record([this] {
        launch_step(0);
        launch_step(1);
      });
    }
    return *two_steps_;
  }

  template <template <class, class> class Body>
  std::vector<double> read(const Region& region, int quantities) const {
    Array<Real> values(*backend_, static_cast<std::size_t>(quantities * region.count()));
    with_view(step_, [&]<class Way, class View>(Way, const View& v) {
      launch(Body<Way, View>(v, values.data(), region), region);
    });
    const std::vector<Real> host = values.copy_out();
    return {host.begin(), host.end()};
  }

  template <template <class, class> class Body>
  void write(const Region& region, const std::vector<Real>& host) {
    Array<Real> values(*backend_, host);
    with_view(step_, [&]<class Way, class View>(Way, const View& v) {
      launch(Body<Way, View>(v, values.data(), region), region);
    });
    backend_->synchronize();
  }

  LatticeOptions options_;
  std::unique_ptr<Backend> backend_;
  Array<Real> lattices_[2];
  LatticeInfo info_;
  long step_ = 0;
  std::unique_ptr<Recording> two_steps_;
};

}  // namespace dg::lbm
