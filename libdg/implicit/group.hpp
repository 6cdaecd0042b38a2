/// Threads that work on one item together: a block of a device, or, to run the same bodies on the host, one thread.
///
/// A body is called as body(item, group), and shares its loops by group.rank() and group.size(); what one thread has
/// written others see after group.sync(). A body that declares a type Scratch finds one at group.scratch(), which all
/// threads of the group share.
///
/// Items that are launched in order may wait for earlier ones. Such a body has place(item), for_each_awaited(), which
/// names the places of the items that it waits for, and prepare(), which is called before it waits.
#pragma once

#include <cmath>
#include <cstdint>

#include "libdg/backend/config.hpp"
#include "libdg/core/index.hpp"

namespace dg {

/// Fast memory that a body takes.
struct NoScratch {};
template <class Body>
struct ScratchOf {
  using Type = NoScratch;
};
template <class Body>
requires requires { typename Body::Scratch; }
struct ScratchOf<Body> {
  using Type = typename Body::Scratch;
};

class OneThread {
 public:
  static constexpr bool is_alone = true;

  explicit OneThread(void* scratch = nullptr) : scratch_(scratch) {}

  RKDG_FN int rank() const { return 0; }
  RKDG_FN int size() const { return 1; }
  RKDG_FN void sync() const {}
  RKDG_FN void* scratch() const { return scratch_; }
  RKDG_FN void prefetch(const float* /*numbers*/, int /*count*/) const {}

  /// The first of the places from `begin` to `end` where |x| is largest.
  RKDG_FN int largest(const float* x, int begin, int end) const {
    int at = begin;
    for (int i = begin + 1; i < end; ++i)
      if (std::abs(x[i]) > std::abs(x[at])) at = i;
    return at;
  }

 private:
  void* scratch_;
};

/// Calls use(i, j) for all entries of a matrix, columns shared by the warps of a group.
template <class Group, class Use>
RKDG_FN void for_each_entry(int rows, int columns, const Group& group, const Use& use) {
  constexpr int lanes = Group::is_alone ? 1 : 32;
  for (int j = group.rank() / lanes; j < columns; j += group.size() / lanes)
    for (int i = group.rank() % lanes; i < rows; i += lanes) use(i, j);
}

/// Row i of a x over the columns part, part + parts, ...
RKDG_FN float part_of_product(const float* a, int rows, int columns, const float* x, int i, int part, int parts) {
  const std::int64_t step = std::int64_t(parts) * rows;
  const float* entry = a + std::int64_t(part) * rows + i;
  float sum = 0;
  int j = part;
  for (; j + 3 * parts < columns; j += 4 * parts, entry += 4 * step) {  // loads that do not wait for each other
    const float first = entry[0], second = entry[step], third = entry[2 * step], fourth = entry[3 * step];
    sum += first * x[j] + second * x[j + parts] + (third * x[j + 2 * parts] + fourth * x[j + 3 * parts]);
  }
  for (; j < columns; j += parts, entry += step) sum += entry[0] * x[j];
  return sum;
}

/// Calls store(i, sum) once for each row, sum being what part_of(i, part, parts) is for all parts. Where there are more
/// threads than rows, they share the columns. `scratch` has a number for each thread; sync() before it is used again.
template <class Group, class PartOf, class Store>
RKDG_FN void sum_parts(int rows, float* scratch, const Group& group, const PartOf& part_of, const Store& store) {
  const int parts = rows > 0 ? group.size() / rows : 0, rank = group.rank();
  if (parts < 2) {
    for (int i = rank; i < rows; i += group.size()) store(i, part_of(i, 0, 1));
    return;
  }
  if (rank < rows * parts) scratch[rank] = part_of(rank % rows, rank / rows, parts);
  group.sync();
  if (rank >= rows) return;
  float sum = 0;
  for (int part = 0; part < parts; ++part) sum += scratch[part * rows + rank];
  store(rank, sum);
}

/// What items that wait for others tell each other, where kernels run: zeros before the first launch, kept from launch
/// to launch.
struct DoneItems {
  static constexpr int apart = 32;  ///< numbers: no two of the first in one line of a cache

  int* numbers;

  /// Numbers that this takes for so many places.
  static std::size_t size(std::size_t places) { return 3 * apart + places; }
  RKDG_FN int* taken() const { return numbers; }  ///< items that groups work on or are done with
  RKDG_FN int* finished() const { return numbers + apart; }
  RKDG_FN int* launches() const { return numbers + 2 * apart; }
  RKDG_FN int* of(Index place) const { return numbers + 3 * apart + place; }  ///< the launch that was last done with it
};

}  // namespace dg
