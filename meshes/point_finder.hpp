/// Finds points that lie within a small tolerance of a given place, in constant time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "meshes/index.hpp"

namespace dg {

/// A hash table of points in 2-D or in 3-D.
///
/// Points are hashed by the square or cube of a grid. The grid is far wider than the tolerance, so that hardly any
/// query looks at more than one. It is far finer than the distance between the nodes of a mesh, so that hardly any
/// holds two.
template <int Dim>
class PointFinder {
 public:
  /// Space for `capacity` of the `points`, which must outlive the table; none is in it yet.
  /// Preconditions: tolerance > 0, and all coordinates / tolerance stay below 1e18.
  PointFinder(std::span<const std::array<double, Dim>> points, std::size_t capacity, double tolerance);

  /// A point in the table within the tolerance of `place`, by its number, or -1.
  Index find(const std::array<double, Dim>& place) const;

  /// Adds points[number].
  void insert(Index number);

 private:
  Index find_in(const std::array<std::int64_t, Dim>& lines, const std::array<double, Dim>& place) const;

  struct Entry {
    std::uint32_t tag = 0;  // of the hash: spares most looks at points that lie elsewhere
    Index number = -1;
  };

  std::span<const std::array<double, Dim>> points_;
  double tolerance_, width_;
  std::vector<Entry> entries_;  // open addressing; the size is a power of two
};

template <class Points>
PointFinder(const Points& points, std::size_t, double)
    -> PointFinder<std::tuple_size_v<std::decay_t<decltype(points[0])>>>;

}  // namespace dg
