/// The filters of states, positivity and the damping of oscillations, on one backend.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "libdg/backend/array_exchange.hpp"
#include "libdg/kernels/launch/pass_times.hpp"
#include "libdg/kernels/range.hpp"
#include "libdg/time/filters/filter_kernels.hpp"
#include "libdg/time/filters/filter_tables.hpp"
#include "libdg/time/filters/make_state_filter.hpp"

namespace dg {

/// Launching(times) makes the launcher for each call, see kernels/schedules/stages.hpp; `knows_sizes` says whether
/// kernels are compiled for the sizes of cells.
template <class Eq, class Launching>
class StateFilter : public StageFilter<Eq> {
 public:
  using Real = typename Eq::Real;

  StateFilter(const StateFilterInput<Eq>& input, Launching launching)
      : space_(input.space),
        launching_(std::move(launching)),
        tables_(input.backend, input.mesh, input.space, input.bases),
        averages_(input.backend, input.damps ? std::size_t(most_averages) * input.space.padded_cells() : 1),
        strength_(input.backend, std::size_t(input.space.padded_cells())) {
    for (int z = 0; z < zones(); ++z) filters_.zone[z] = tables_.view(z);
    filters_.averages = averages_.data();
    filters_.cell_stride = tables_.places().cell_stride;
    filters_.value_stride = tables_.places().value_stride;
    filters_.strength = strength_.data();
    filters_.gate_begin = Real(gate_begin(input.space.options().degree));
    filters_.gate_end = Real(gate_end(input.space.options().degree));
    filters_.damps = input.damps;
    filters_.keeps_positive = input.keeps_positive;
    averages_.set_zero();
    strength_.set_zero();
    if (input.damps && !input.halo.is_whole())
      exchange_ = make_array_exchange<Real>(input.backend, input.communicator, places_of_averages(input.halo));
  }

  void apply(const KernelContext<Eq>& context, Real* state, const Real* dt, bool local_dt) override {
    if (!exchange_) return launch(context, state, dt, local_dt);
    apply_to_start(context, state);
    exchange_->start(averages_.data());
    exchange_->finish();
    damp(context, state, dt, local_dt);
  }

  void apply_to_start(const KernelContext<Eq>& context, Real* state) override {
    in_each_zone([&]<class Sizes>(const auto& launcher, int z) {
      if (filters_.damps)
        launcher.template run<Real>(KeepPositive<Eq, Sizes, true>{context, filters_, state, z}, cells(context, z),
                                    "keep positive", z);
      else
        launcher.template run<Real>(KeepPositive<Eq, Sizes, false>{context, filters_, state, z}, cells(context, z),
                                    "keep positive", z);
    });
  }

  /// Steps follow from mode 0, which is the average of a cell that is not curved.
  bool keeps_step() const override {
    const auto& view = space_.view().zones;
    return std::none_of(view.zone, view.zone + view.count, [](const ZoneView<Real>& zone) { return zone.curved; });
  }

  std::vector<double> strength() const override {
    const std::vector<Real> stored = strength_.copy_out();
    std::vector<double> result(space_.places().zone.size());
    for (std::size_t cell = 0; cell < result.size(); ++cell) result[cell] = stored[place_of(Index(cell))];
    return result;
  }

 protected:
  /// Of apply(), what does not need other ranks.
  void launch(const KernelContext<Eq>& context, Real* state, const Real* dt, bool local_dt) {
    apply_to_start(context, state);
    if (filters_.damps) damp(context, state, dt, local_dt);
  }

 private:
  void damp(const KernelContext<Eq>& context, Real* state, const Real* dt, bool local_dt) {
    in_each_zone([&]<class Sizes>(const auto& launcher, int z) {
      launcher.template run<Real>(DampOscillations<Eq, Sizes>{context, filters_, state, dt, local_dt, z},
                                  cells(context, z), "damp oscillations", z);
    });
  }

  /// Side by side: zones of a small mesh do not fill a device. `launch` gets the launcher, and the zone, whose branch
  /// has its number.
  template <class Launch>
  void in_each_zone(const Launch& launch) const {
    const auto launcher = launching_(nullptr);
    launcher.fork();
    for (int z = 0; z < zones(); ++z)
      with_sizes(z, [&]<class Sizes>() { launch.template operator()<Sizes>(launcher, z); });
    launcher.join();
  }

  /// A CPU's lanes hold cells, and gain little by loops of known length.
  template <class Visit>
  void with_sizes(int z, const Visit& visit) const {
    if constexpr (Launching::knows_sizes)
      with_cell_sizes<Eq::dim>(space_.view().zones.zone[z], tables_.view(z), launching_.compiles_all_bases(), visit);
    else
      visit.template operator()<AnySizes>();
  }

  int zones() const { return space_.view().zones.count; }
  static Range cells(const KernelContext<Eq>& context, int z) { return {0, context.zones.zone[z].launched}; }

  std::size_t place_of(Index cell) const {
    const CellPlaces& places = space_.places();
    return std::size_t(space_.view().zones.zone[places.zone[cell]].cell_begin + places.local[cell]);
  }

  /// Of the cells of a halo: all their averages.
  std::vector<ExchangedPlaces> places_of_averages(const Halo& halo) const {
    const auto places = [&](const std::vector<Index>& of) {
      std::vector<std::int64_t> result;
      for (const Index cell : of)
        for (int i = 0; i <= filters_.zone[space_.places().zone[cell]].faces; ++i)
          result.push_back(tables_.places()(Index(place_of(cell)), i));
      return result;
    };
    std::vector<ExchangedPlaces> result;
    for (const HaloNeighbour& n : halo.neighbours) result.push_back({n.rank, places(n.sent), places(n.received)});
    return result;
  }

  static constexpr int most_averages = 8;  ///< of a cell with six faces, and what AveragePlaces leaves free

  const Discretisation<Real, Eq::dim>& space_;
  Launching launching_;
  FilterTables<Real> tables_;
  Array<Real> averages_, strength_;
  FilterView<Real> filters_{};
  std::unique_ptr<ArrayExchange<Real>> exchange_;  ///< on several ranks, with damping
};

}  // namespace dg
