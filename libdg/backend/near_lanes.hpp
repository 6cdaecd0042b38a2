/// Reads numbers that lie at a place of its own for each lane, again and again from other beginnings: by two loads and
/// a permutation where the places lie in no more than two lengths of a register and the processor has such a
/// permutation, lane by lane elsewhere. One gather takes a Zen 5 as long as 40 loads.
#pragma once

#include "libdg/backend/lanes.hpp"

namespace dg {

/// from[place] of each lane.
template <class V>
RKDG_FN V read_lanes(const RealOf<V>* from, IndexOf<V> place) {
  if constexpr (LaneTraits<V>::width > 1) {
    std::int64_t each[LaneTraits<V>::width];
    for (int lane = 0; lane < LaneTraits<V>::width; ++lane) each[lane] = lane_of(place, lane);
    return load_each<V>(from, each);
  } else {
    return gather<V>(from, place);
  }
}

template <class V>
class NearLanes {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  static constexpr int width = LaneTraits<V>::width;
  static constexpr bool may_permute = permutes_at_once<V>;

 public:
  /// Precondition: where a place may be read, so may all of the length of a register that it lies in, counted from the
  /// beginning.
  RKDG_FN explicit NearLanes(I place) {
    if constexpr (may_permute) {
      const I length = place & I(-width);
      first_ = second_ = lane_of(length, 0);
      for (int lane = 1; lane < width && second_ == first_; ++lane) second_ = lane_of(length, lane);
      const MaskOf<V> in_first = length == I(first_);
      near_ = all(in_first | (length == I(second_)));
      entry_ = place - length + select(in_first, I(0), I(width));
      if (near_) return;
    }
    for (int lane = 0; lane < width; ++lane) place_[lane] = lane_of(place, lane);
  }

  /// from[place] of each lane.
  RKDG_FN V operator()(const Real* from) const {
    if constexpr (may_permute)
      if (near_) return permute(load<V>(from + first_), load<V>(from + second_), entry_);
    if constexpr (width > 1)
      return load_each<V>(from, place_);
    else
      return gather<V>(from, place_[0]);
  }

 private:
  std::int64_t place_[width];
  I entry_{};
  std::int64_t first_ = 0, second_ = 0;
  bool near_ = false;
};

}  // namespace dg
