#include "meshes/point_finder.hpp"

#include <bit>
#include <cassert>
#include <cmath>

namespace dg {
namespace {

std::int64_t grid_line(double coordinate, double width) { return std::llround(std::floor(coordinate / width)); }

std::uint64_t hash(std::int64_t x, std::int64_t y) {
  std::uint64_t h = static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15U;
  h = (h ^ (h >> 32)) + static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4fU;
  h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9U;
  return h ^ (h >> 32);
}

std::uint32_t tag_of(std::uint64_t h) { return static_cast<std::uint32_t>(h >> 32); }

}  // namespace

PointFinder::PointFinder(std::span<const std::array<double, 2>> points, std::size_t capacity, double tolerance)
    : points_(points), tolerance_(tolerance), width_(1000 * tolerance), entries_(std::bit_ceil(capacity * 3 / 2 + 2)) {
  assert(tolerance > 0);
}

void PointFinder::insert(Index number) {
  const auto [x, y] = points_[number];
  const std::uint64_t h = hash(grid_line(x, width_), grid_line(y, width_));
  const std::size_t mask = entries_.size() - 1;
  std::size_t i = h & mask;
  while (entries_[i].number >= 0) i = (i + 1) & mask;
  entries_[i] = {tag_of(h), number};
}

Index PointFinder::find(const std::array<double, 2>& place) const {
  const std::size_t mask = entries_.size() - 1;
  const auto low = [&](int d) { return grid_line(place[d] - tolerance_, width_); };
  const auto high = [&](int d) { return grid_line(place[d] + tolerance_, width_); };
  for (auto x = low(0); x <= high(0); ++x) {
    for (auto y = low(1); y <= high(1); ++y) {
      const std::uint64_t h = hash(x, y);
      for (std::size_t i = h & mask; entries_[i].number >= 0; i = (i + 1) & mask) {
        if (entries_[i].tag != tag_of(h)) continue;
        const auto& point = points_[entries_[i].number];
        if (std::hypot(point[0] - place[0], point[1] - place[1]) <= tolerance_) return entries_[i].number;
      }
    }
  }
  return -1;
}

}  // namespace dg
