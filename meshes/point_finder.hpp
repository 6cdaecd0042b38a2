/// Finds points that lie within a small tolerance of a given place, in constant time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "meshes/index.hpp"

namespace dg {

/// A hash table of points in the plane.
///
/// Points are hashed by the square of a grid far wider than the tolerance, so that hardly any query looks at more than
/// one square, and far finer than the distance between the nodes of a mesh, so that hardly any square holds two.
class PointFinder {
 public:
  /// Room for `capacity` of the `points`, which must outlive the table; none is in it yet.
  /// Preconditions: tolerance > 0, and all coordinates / tolerance stay below 1e18.
  PointFinder(std::span<const std::array<double, 2>> points, std::size_t capacity, double tolerance);

  /// A point in the table within the tolerance of `place`, by its number, or -1.
  Index find(const std::array<double, 2>& place) const;

  /// Adds points[number].
  void insert(Index number);

 private:
  struct Entry {
    std::uint32_t tag = 0;  // of the hash: spares most looks at points that lie elsewhere
    Index number = -1;
  };

  std::span<const std::array<double, 2>> points_;
  double tolerance_, width_;
  std::vector<Entry> entries_;  // open addressing; the size is a power of two
};

}  // namespace dg
