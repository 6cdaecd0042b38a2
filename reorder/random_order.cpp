#include "reorder/random_order.hpp"

#include <limits>
#include <random>
#include <utility>

#include "reorder/ordering.hpp"

namespace dg {
namespace {

// Uniform in [0, bound). The standard fixes the engine's numbers but not those of its distributions.
std::uint64_t draw(std::mt19937_64& engine, std::uint64_t bound) {
  const std::uint64_t excess = (std::numeric_limits<std::uint64_t>::max() % bound + 1) % bound;
  std::uint64_t value = engine();
  while (value > std::numeric_limits<std::uint64_t>::max() - excess) value = engine();
  return value % bound;
}

}  // namespace

std::vector<Index> random_permutation(Index count, std::uint64_t seed) {
  auto items = identity_permutation(count);
  std::mt19937_64 engine(seed);
  for (Index i = count - 1; i > 0; --i) std::swap(items[i], items[draw(engine, static_cast<std::uint64_t>(i) + 1)]);
  return items;
}

}  // namespace dg
