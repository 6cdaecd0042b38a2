/// Reads numbers that lie at a place of its own for each lane, again and again from other beginnings. Two loads and a
/// permutation do so where the places lie within two lengths of a register and the processor has such a permutation.
/// Elsewhere it goes lane by lane. One gather takes a Zen 5 as long as 40 loads.
#pragma once

#include <type_traits>

#include "libdg/backend/inline_lambda.hpp"
#include "libdg/backend/lanes.hpp"

namespace dg {

/// What `read` gives of the numbers of a state, and of their derivatives where lanes have those.
template <class V, class Read>
RKDG_FN V read_state(StateOf<V> from, const Read& read) {
  if constexpr (std::is_same_v<V, ConstantOf<V>>)
    return read(from);
  else
    return {read(from.value), read(from.derivative)};
}

/// from[place] of each lane.
template <class V>
RKDG_FN V read_lanes(StateOf<V> from, IndexOf<V> place) {
  using L = ConstantOf<V>;
  if constexpr (LaneTraits<L>::width > 1) {
    std::int64_t each[LaneTraits<L>::width];
    for (int lane = 0; lane < LaneTraits<L>::width; ++lane) each[lane] = lane_of(place, lane);
    return read_state<V>(from, [&](const RealOf<V>* numbers) RKDG_INLINE { return load_each<L>(numbers, each); });
  } else {
    return read_state<V>(from, [&](const RealOf<V>* numbers) RKDG_INLINE { return gather<L>(numbers, place); });
  }
}

template <class V>
class NearLanes {
  using Real = RealOf<V>;
  using I = IndexOf<V>;
  using L = ConstantOf<V>;
  static constexpr int width = LaneTraits<L>::width;
  static constexpr bool may_permute = permutes_at_once<L>;

 public:
  /// Precondition: where a place may be read, so may all of the length of a register that it lies in, counted from the
  /// beginning.
  RKDG_FN explicit NearLanes(I place) {
    if constexpr (may_permute) {
      const I length = place & I(-width);
      first_ = second_ = lane_of(length, 0);
      for (int lane = 1; lane < width && second_ == first_; ++lane) second_ = lane_of(length, lane);
      const MaskOf<L> in_first = length == I(first_);
      near_ = all(in_first | (length == I(second_)));
      entry_ = place - length + select(in_first, I(0), I(width));
      if (near_) return;
    }
    for (int lane = 0; lane < width; ++lane) place_[lane] = lane_of(place, lane);
  }

  /// from[place] of each lane.
  RKDG_FN V operator()(StateOf<V> from) const {
    return read_state<V>(from, [this](const Real* numbers) RKDG_INLINE { return lanes_of(numbers); });
  }

 private:
  std::int64_t place_[width];
  I entry_{};
  std::int64_t first_ = 0, second_ = 0;
  bool near_ = false;

  RKDG_FN L lanes_of(const Real* from) const {
    if constexpr (may_permute)
      if (near_) return permute(load<L>(from + first_), load<L>(from + second_), entry_);
    if constexpr (width > 1)
      return load_each<L>(from, place_);
    else
      return gather<L>(from, place_[0]);
  }
};

}  // namespace dg
