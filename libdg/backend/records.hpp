/// Records of numbers that lie one after the other in memory, one for each lane. They are read and written a register
/// of them at a time, by transposing squares of numbers. A gather would take as many loads as there are numbers.
#pragma once

#include <utility>

#include "libdg/backend/inline_lambda.hpp"
#include "libdg/backend/lanes.hpp"

namespace dg {

/// Numbers of a record of so many, in whole registers.
template <class V>
constexpr int record_size(int numbers) {
  constexpr int width = LaneTraits<V>::width;
  return (numbers + width - 1) / width * width;
}

/// Lane i of a, or of b for i >= width, as every lane but those of bit Step has it. The halves of two registers change
/// places.
template <int Step, bool Upper, class Native, std::size_t... Lane>
RKDG_FN Native exchange_lanes(Native a, Native b, std::index_sequence<Lane...>) {
  constexpr int width = sizeof...(Lane);
  if constexpr (Upper)
    return __builtin_shufflevector(a, b, ((Lane & Step) != 0 ? int(Lane) + width : int(Lane) + Step)...);
  else
    return __builtin_shufflevector(a, b, ((Lane & Step) != 0 ? int(Lane) - Step + width : int(Lane))...);
}

template <int Step, int W, class V>
RKDG_FN void transpose_step(V (&r)[W]) {
  if constexpr (Step > 0) {
    constexpr std::make_index_sequence<W> lanes;
    RKDG_UNROLL
    for (int i = 0; i < W; ++i) {
      if ((i & Step) != 0) continue;
      const auto a = r[i].v, b = r[i + Step].v;
      r[i].v = exchange_lanes<Step, false>(a, b, lanes);
      r[i + Step].v = exchange_lanes<Step, true>(a, b, lanes);
    }
    transpose_step<Step / 2>(r);
  }
}

/// Lane l of register i becomes lane i of register l.
template <int W, class V>
RKDG_FN void transpose(V (&r)[W]) {
  transpose_step<W / 2>(r);
}

/// Where each lane has its record of numbers, which may be constant.
template <class V, class Number = RealOf<V>>
struct LaneRecords {
  static constexpr int width = LaneTraits<V>::width;
  Number* of_lane[width];

  /// Lane l has its own at records + at[l] * size.
  RKDG_FN LaneRecords(Number* records, int size, const Index* at) {
    for (int l = 0; l < width; ++l) of_lane[l] = records + std::int64_t(at[l]) * size;
  }
  /// Lane l has its own at first + l * distance.
  RKDG_FN LaneRecords(Number* first, int distance) {
    RKDG_UNROLL
    for (int l = 0; l < width; ++l) of_lane[l] = first + l * distance;
  }
};

/// Calls take(i, x) with number begin + i of each lane's record, i < Count.
template <int Count, class V, class Number, class Visit>
RKDG_FN void each_in_records(const LaneRecords<V, Number>& records, int begin, const Visit& visit) {
  constexpr int width = LaneTraits<V>::width, whole = Count / width * width;
  const auto square = [&](int i, int count) RKDG_INLINE {
    V r[width];
    RKDG_UNROLL
    for (int l = 0; l < width; ++l) r[l] = load<V>(records.of_lane[l] + (begin + i));
    transpose(r);
    RKDG_UNROLL
    for (int l = 0; l < width; ++l)
      if (l < count) visit(i + l, r[l]);
  };
  for (int i = 0; i < whole; i += width) square(i, width);
  if constexpr (whole < Count) square(whole, Count - whole);
}

/// The other way round: make(i) gives number begin + i. Numbers beyond Count, up to whole registers, are overwritten.
template <int Count, class V, class Make>
RKDG_FN void make_records(const LaneRecords<V>& records, int begin, const Make& make) {
  constexpr int width = LaneTraits<V>::width, whole = Count / width * width;
  const auto square = [&](int i, int count) RKDG_INLINE {
    V r[width];
    RKDG_UNROLL
    for (int l = 0; l < width; ++l) r[l] = l < count ? make(i + l) : V(RealOf<V>(0));
    transpose(r);
    RKDG_UNROLL
    for (int l = 0; l < width; ++l) store(records.of_lane[l] + (begin + i), r[l]);
  };
  for (int i = 0; i < whole; i += width) square(i, width);
  if constexpr (whole < Count) square(whole, Count - whole);
}

/// x[i] = number i of each lane's record; lane l has its own at records + at[l] * size.
template <int Count, class V>
RKDG_FN void load_records(const RealOf<V>* records, int size, const Index* at, V* x) {
  const LaneRecords<V, const RealOf<V>> from(records, size, at);
  each_in_records<Count>(from, 0, [&](int i, V number) RKDG_INLINE { x[i] = number; });
}
template <int Count, class V>
RKDG_FN void store_records(RealOf<V>* records, int size, const Index* at, const V* x) {
  make_records<Count>(LaneRecords<V>(records, size, at), 0, [&](int i) RKDG_INLINE { return x[i]; });
}

/// each_in_records() of records at places.
template <int Count, class V, class Visit>
RKDG_FN void each_in_records(const RealOf<V>* records, int size, const Index* at, const Visit& visit) {
  each_in_records<Count>(LaneRecords<V, const RealOf<V>>(records, size, at), 0, visit);
}

}  // namespace dg
