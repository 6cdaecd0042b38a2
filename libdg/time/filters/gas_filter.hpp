/// The filters of a gas, positivity and the damping of oscillations, on one backend.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "libdg/backend/array_exchange.hpp"
#include "libdg/kernels/launch/pass_times.hpp"
#include "libdg/kernels/launch/range.hpp"
#include "libdg/time/filters/filter_kernels.hpp"
#include "libdg/time/filters/filter_tables.hpp"
#include "libdg/time/filters/make_gas_filter.hpp"

namespace dg {

/// Launching(times) makes the launcher for each call, see kernels/schedules/stages.hpp.
template <class Eq, class Launching>
class GasFilter : public StageFilter<Eq> {
 public:
  using Real = typename Eq::Real;

  GasFilter(const GasFilterInput<Eq>& input, Launching launching)
      : space_(input.space),
        launching_(std::move(launching)),
        tables_(input.backend, input.mesh, input.space),
        averages_(input.backend,
                  input.damps ? std::size_t(1 + KeepPositive<Eq>::most_faces) * input.space.padded_cells() : 1),
        strength_(input.backend, std::size_t(input.space.padded_cells())) {
    for (int z = 0; z < zones(); ++z) filters_.zone[z] = tables_.view(z);
    filters_.cells = input.space.padded_cells();
    filters_.averages = averages_.data();
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

  void apply(const Scheme<Eq>& scheme, Real* state, const Real* dt, bool local_dt) override {
    if (!exchange_) return launch(scheme, state, dt, local_dt);
    apply_to_start(scheme, state);
    exchange_->start(averages_.data());
    exchange_->finish();
    damp(scheme, state, dt, local_dt);
  }

  void apply_to_start(const Scheme<Eq>& scheme, Real* state) override {
    const auto launcher = launching_(nullptr);
    for (int z = 0; z < zones(); ++z)
      launcher.template run<Real>(KeepPositive<Eq>{scheme, filters_, state, z}, cells(scheme, z), "keep positive");
  }

  std::vector<double> strength() const override {
    const std::vector<Real> stored = strength_.copy_out();
    std::vector<double> result(space_.places().zone.size());
    for (std::size_t cell = 0; cell < result.size(); ++cell) result[cell] = stored[place_of(Index(cell))];
    return result;
  }

 protected:
  /// Of apply(), what does not need other ranks.
  void launch(const Scheme<Eq>& scheme, Real* state, const Real* dt, bool local_dt) {
    apply_to_start(scheme, state);
    if (filters_.damps) damp(scheme, state, dt, local_dt);
  }

 private:
  void damp(const Scheme<Eq>& scheme, Real* state, const Real* dt, bool local_dt) {
    const auto launcher = launching_(nullptr);
    for (int z = 0; z < zones(); ++z)
      launcher.template run<Real>(DampOscillations<Eq>{scheme, filters_, state, dt, local_dt, z}, cells(scheme, z),
                                  "damp oscillations");
  }

  int zones() const { return space_.view().zones.count; }
  static Range cells(const Scheme<Eq>& scheme, int z) { return {0, scheme.zones.zone[z].launched}; }

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
          result.push_back(std::int64_t(i) * filters_.cells + std::int64_t(place_of(cell)));
      return result;
    };
    std::vector<ExchangedPlaces> result;
    for (const HaloNeighbour& n : halo.neighbours) result.push_back({n.rank, places(n.sent), places(n.received)});
    return result;
  }

  const Discretisation<Real, Eq::dim>& space_;
  Launching launching_;
  FilterTables<Real> tables_;
  Array<Real> averages_, strength_;
  FilterView<Real> filters_{};
  std::unique_ptr<ArrayExchange<Real>> exchange_;  ///< on several ranks, with damping
};

}  // namespace dg
