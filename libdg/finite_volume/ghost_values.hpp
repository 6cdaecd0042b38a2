/// What ghosts of one of several ranks lack, since it follows from cells that the rank does not have. These are slopes,
/// and sums of fluxes between sweeps of smoothing. Their owners send both.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "libdg/finite_volume/cell_averages.hpp"
#include "libdg/finite_volume/finite_volume_part.hpp"
#include "libdg/space/halo_exchange.hpp"

namespace dg {

template <class Eq>
class GhostValues {
  using Real = typename Eq::Real;
  using Space = Discretisation<Real, Eq::dim>;

 public:
  /// `slope_layout` is that of the slopes, [place][variable][coordinate].
  GhostValues(Backend& backend, const Space& space, const StateLayout& slope_layout, const FiniteVolumePart& part) {
    if (part.is_whole()) return;
    std::vector<ExchangedPlaces> of_slopes;
    std::vector<RotatedPlaces> rotated;
    for (const HaloNeighbour& n : part.halo->neighbours) {
      of_slopes.push_back(
          {n.rank, slope_places(space, slope_layout, n.sent), slope_places(space, slope_layout, n.received)});
      if (!n.rotation.empty()) append_rotated(n.rotation, of_slopes.back().received, rotated);
    }
    slopes_ = make_rotated_exchange<Real>(backend, *part.communicator, of_slopes, rotated);
    sums_ = make_halo_exchange(backend, *part.communicator, space, *part.halo, Eq::n_var);
  }

  /// Before all that is launched next.
  void fill_slopes(Array<Real>& slopes) const { fill(slopes_.get(), slopes); }
  /// The sums, or any other numbers that cells have for each variable.
  void fill_sums(Array<Real>& sums) const { fill(sums_.get(), sums); }

 private:
  static void fill(ArrayExchange<Real>* exchange, Array<Real>& values) {
    if (!exchange) return;
    exchange->start(values.data());
    exchange->finish();
  }

  /// Slopes are vectors, those of the velocity along each coordinate too. `places` are those of slope_places().
  static void append_rotated(const std::vector<double>& rotation, const std::vector<std::int64_t>& places,
                             std::vector<RotatedPlaces>& rotated) {
    std::vector<std::int64_t> of_velocity;
    for (std::size_t cell = 0; cell < places.size(); cell += slope_count<Eq>)
      for (int along = 0; along < Eq::dim; ++along)
        for (int d = 0; d < Eq::dim; ++d) of_velocity.push_back(places[cell + (1 + d) * Eq::dim + along]);
    rotated.push_back({rotation, places});
    rotated.push_back({rotation, std::move(of_velocity)});
  }

  static std::vector<std::int64_t> slope_places(const Space& space, const StateLayout& layout,
                                                const std::vector<Index>& cells) {
    const CellPlaces& places = space.places();
    std::vector<std::int64_t> result;
    for (const Index cell : cells) {
      const Index place = space.view().zones.zone[places.zone[cell]].cell_begin + places.local[cell];
      for (int n = 0; n < slope_count<Eq>; ++n)
        result.push_back(layout.cell(std::int64_t(place)) + n * std::int64_t(layout.variable_stride));
    }
    return result;
  }

  std::unique_ptr<ArrayExchange<Real>> slopes_, sums_;  ///< null on one rank
};

}  // namespace dg
