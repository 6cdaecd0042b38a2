#include "reorder/hilbert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "meshes/errors.hpp"

namespace dg {
namespace {

struct Cube {
  std::vector<double> corner;
  double side = 0;
};

Cube cube_around(const CellGraph& graph) {
  const auto dimension = static_cast<std::size_t>(graph.dimension);
  std::vector<double> low(dimension, std::numeric_limits<double>::infinity()), high(dimension, -low[0]);
  for (std::size_t i = 0; i < graph.centroids.size(); ++i) {
    const double x = graph.centroids[i];
    if (!std::isfinite(x))
      throw InputError("the centroid of cell " + std::to_string(i / dimension) +
                       " is not finite, so it has no place on a Hilbert curve: check the nodes of the mesh");
    low[i % dimension] = std::min(low[i % dimension], x);
    high[i % dimension] = std::max(high[i % dimension], x);
  }
  Cube cube{std::move(low), 0};
  for (std::size_t d = 0; d < dimension; ++d) cube.side = std::max(cube.side, high[d] - cube.corner[d]);
  return cube;
}

}  // namespace

std::uint64_t hilbert_key(std::span<const std::uint32_t> point, int bits) {
  std::vector<std::uint32_t> x(point.begin(), point.end());
  const std::size_t n = x.size();
  // From the top bit down: where it is set, invert the lower bits of the first axis; elsewhere exchange them with it.
  for (std::uint32_t bit = std::uint32_t{1} << (bits - 1); bit > 1; bit >>= 1) {
    const std::uint32_t low = bit - 1;
    for (std::size_t d = 0; d < n; ++d) {
      const std::uint32_t change = x[d] & bit ? low : (x[0] ^ x[d]) & low;
      x[0] ^= change;
      if (!(x[d] & bit)) x[d] ^= change;
    }
  }
  // Gray encode.
  for (std::size_t d = 1; d < n; ++d) x[d] ^= x[d - 1];
  std::uint32_t flips = 0;
  for (std::uint32_t bit = std::uint32_t{1} << (bits - 1); bit > 1; bit >>= 1)
    if (x[n - 1] & bit) flips ^= bit - 1;
  std::uint64_t key = 0;
  for (int b = bits - 1; b >= 0; --b)
    for (std::size_t d = 0; d < n; ++d) key = key << 1 | ((x[d] ^ flips) >> b & 1);
  return key;
}

std::vector<Index> hilbert_order(const CellGraph& graph) {
  if (graph.dimension < 1 || graph.centroids.empty())
    throw InputError("the Hilbert ordering needs the coordinates of the cells, and this graph has none");
  const auto dimension = static_cast<std::size_t>(graph.dimension);
  const int bits = std::max(1, std::min(31, 63 / graph.dimension));
  const auto cube = cube_around(graph);
  const double last = std::ldexp(1.0, bits) - 1, scale = cube.side > 0 ? last / cube.side : 0;

  std::vector<std::pair<std::uint64_t, Index>> keys(graph.cell_count());
  std::vector<std::uint32_t> point(dimension);
  for (Index cell = 0; cell < graph.cell_count(); ++cell) {
    for (std::size_t d = 0; d < dimension; ++d) {
      const double x = graph.centroids[static_cast<std::size_t>(cell) * dimension + d];
      point[d] = static_cast<std::uint32_t>(std::min((x - cube.corner[d]) * scale, last));
    }
    keys[cell] = {hilbert_key(point, bits), cell};
  }
  std::sort(keys.begin(), keys.end());
  std::vector<Index> cells(keys.size());
  std::transform(keys.begin(), keys.end(), cells.begin(), [](const auto& key) { return key.second; });
  return cells;
}

}  // namespace dg
