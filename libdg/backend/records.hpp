/// Records of numbers that lie one after the other in memory, one for each lane: read and written a register of them at
/// a time, by transposing squares of numbers, where a gather would take as many loads as there are numbers.
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

/// Lane i of a, or of b for i >= width, as every lane but those of bit Step has it: the halves of two registers change
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

/// Calls take(i, x) with number i of each lane's record, i < Count; lane l has its own at records + at[l] * size.
template <int Count, class V, class Take>
RKDG_FN void each_in_records(const RealOf<V>* records, int size, const Index* at, const Take& take) {
  constexpr int width = LaneTraits<V>::width, whole = Count / width * width;
  const RealOf<V>* from[width];
  for (int l = 0; l < width; ++l) from[l] = records + std::int64_t(at[l]) * size;
  const auto square = [&](int i, int count) RKDG_INLINE {
    V r[width];
    RKDG_UNROLL
    for (int l = 0; l < width; ++l) r[l] = load<V>(from[l] + i);
    transpose(r);
    RKDG_UNROLL
    for (int l = 0; l < width; ++l)
      if (l < count) take(i + l, r[l]);
  };
  for (int i = 0; i < whole; i += width) square(i, width);
  if constexpr (whole < Count) square(whole, Count - whole);
}

/// x[i] = number i of each lane's record.
template <int Count, class V>
RKDG_FN void load_records(const RealOf<V>* records, int size, const Index* at, V* x) {
  each_in_records<Count, V>(records, size, at, [&](int i, V number) RKDG_INLINE { x[i] = number; });
}

/// The other way round. Numbers beyond Count, up to whole registers, are overwritten.
template <int Count, class V>
RKDG_FN void store_records(RealOf<V>* records, int size, const Index* at, const V* x) {
  constexpr int width = LaneTraits<V>::width, whole = Count / width * width;
  RealOf<V>* to[width];
  for (int l = 0; l < width; ++l) to[l] = records + std::int64_t(at[l]) * size;
  const auto square = [&](int i, int count) RKDG_INLINE {
    V r[width];
    RKDG_UNROLL
    for (int l = 0; l < width; ++l) r[l] = l < count ? x[i + l] : V(RealOf<V>(0));
    transpose(r);
    RKDG_UNROLL
    for (int l = 0; l < width; ++l) store(to[l] + i, r[l]);
  };
  for (int i = 0; i < whole; i += width) square(i, width);
  if constexpr (whole < Count) square(whole, Count - whole);
}

}  // namespace dg
