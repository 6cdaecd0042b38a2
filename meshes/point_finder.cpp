#include "meshes/point_finder.hpp"

#include <bit>
#include <cassert>
#include <cmath>

#include "libdg/core/whole_number.hpp"

namespace dg {
namespace {

/// Of points so far out that lines cannot be counted, all have the last one.
std::int64_t grid_line(double coordinate, double width) {
  constexpr std::int64_t last = std::int64_t{1} << 62;
  return nearest_within(std::floor(coordinate / width), -last, last);
}

std::uint64_t hash(const std::array<std::int64_t, 2>& square) {
  std::uint64_t h = static_cast<std::uint64_t>(square[0]) * 0x9e3779b97f4a7c15U;
  h = (h ^ (h >> 32)) + static_cast<std::uint64_t>(square[1]) * 0xc2b2ae3d27d4eb4fU;
  h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9U;
  return h ^ (h >> 32);
}

std::uint64_t hash(const std::array<std::int64_t, 3>& cube) {
  const std::uint64_t square = hash(std::array{cube[0], cube[1]});
  return hash(std::array{static_cast<std::int64_t>(square), cube[2]});
}

std::uint32_t tag_of(std::uint64_t h) { return static_cast<std::uint32_t>(h >> 32); }

template <int Dim>
double distance(const std::array<double, Dim>& a, const std::array<double, Dim>& b) {
  if constexpr (Dim == 2) return std::hypot(a[0] - b[0], a[1] - b[1]);
  if constexpr (Dim == 3) return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace

template <int Dim>
PointFinder<Dim>::PointFinder(std::span<const std::array<double, Dim>> points, std::size_t capacity, double tolerance)
    : points_(points), tolerance_(tolerance), width_(1000 * tolerance), entries_(std::bit_ceil(capacity * 3 / 2 + 2)) {
  assert(tolerance > 0);
}

template <int Dim>
void PointFinder<Dim>::insert(Index number) {
  std::array<std::int64_t, Dim> lines;
  for (int d = 0; d < Dim; ++d) lines[d] = grid_line(points_[number][d], width_);
  const std::uint64_t h = hash(lines);
  const std::size_t mask = entries_.size() - 1;
  std::size_t i = h & mask;
  while (entries_[i].number >= 0) i = (i + 1) & mask;
  entries_[i] = {tag_of(h), number};
}

template <int Dim>
Index PointFinder<Dim>::find_in(const std::array<std::int64_t, Dim>& lines,
                                const std::array<double, Dim>& place) const {
  const std::size_t mask = entries_.size() - 1;
  const std::uint64_t h = hash(lines);
  for (std::size_t i = h & mask; entries_[i].number >= 0; i = (i + 1) & mask) {
    if (entries_[i].tag != tag_of(h)) continue;
    if (distance<Dim>(points_[entries_[i].number], place) <= tolerance_) return entries_[i].number;
  }
  return -1;
}

template <int Dim>
Index PointFinder<Dim>::find(const std::array<double, Dim>& place) const {
  std::array<std::int64_t, Dim> low, high;
  for (int d = 0; d < Dim; ++d) {
    low[d] = grid_line(place[d] - tolerance_, width_);
    high[d] = grid_line(place[d] + tolerance_, width_);
  }
  std::array<std::int64_t, Dim> lines = low;
  for (int d = 0; d < Dim;) {
    if (const Index number = find_in(lines, place); number >= 0) return number;
    for (d = 0; d < Dim && lines[d]++ == high[d]; ++d) lines[d] = low[d];
  }
  return -1;
}

template class PointFinder<2>;
template class PointFinder<3>;

}  // namespace dg
