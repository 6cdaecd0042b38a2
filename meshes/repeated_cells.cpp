#include "meshes/repeated_cells.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>

#include "meshes/msh_elements.hpp"

namespace dg {
namespace {

int dim_of(const ElementBlock& block) { return dim_of(msh_element_type(block.type).shape); }

/// Keeps the cells for whose nodes keep(nodes) is true.
template <class Keep>
void keep_cells(std::vector<ElementBlock>& blocks, const Keep& keep) {
  int cell_dim = 0;
  for (const ElementBlock& block : blocks) cell_dim = std::max(cell_dim, dim_of(block));
  for (ElementBlock& block : blocks) {
    if (dim_of(block) < cell_dim) continue;
    const auto size = static_cast<std::size_t>(msh_element_type(block.type).node_count);
    std::size_t kept = 0;
    for (std::size_t n = 0; n < block.nodes.size(); n += size) {
      const std::span<Index> nodes = std::span(block.nodes).subspan(n, size);
      if (!keep(std::span<const Index>(nodes))) continue;
      if (kept < n) std::copy(nodes.begin(), nodes.end(), block.nodes.begin() + static_cast<std::ptrdiff_t>(kept));
      kept += size;
    }
    block.nodes.resize(kept);
  }
}

/// A number that depends on which nodes these are but not on their order.
std::uint64_t key_of(std::span<const Index> nodes) {
  std::uint64_t key = 0;
  for (const Index node : nodes) {
    std::uint64_t bits = (static_cast<std::uint64_t>(node) + 1) * 0x9e3779b97f4a7c15U;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    key += bits ^ (bits >> 27);
  }
  return key;
}

/// The keys that several cells have, in ascending order.
std::vector<std::uint64_t> repeated_keys(std::vector<ElementBlock>& blocks) {
  std::vector<std::uint64_t> keys;
  keep_cells(blocks, [&](std::span<const Index> nodes) {
    keys.push_back(key_of(nodes));
    return true;
  });
  std::sort(keys.begin(), keys.end());
  auto end = keys.begin();
  for (auto key = keys.begin(); key != keys.end();) {
    const auto next = std::find_if(key, keys.end(), [&](std::uint64_t other) { return other != *key; });
    if (next - key > 1) *end++ = *key;
    key = next;
  }
  keys.erase(end, keys.end());
  return keys;
}

}  // namespace

void drop_repeated_cells(std::vector<ElementBlock>& blocks) {
  const std::vector<std::uint64_t> keys = repeated_keys(blocks);
  if (keys.empty()) return;
  std::set<std::vector<Index>> seen;
  keep_cells(blocks, [&](std::span<const Index> nodes) {
    if (!std::binary_search(keys.begin(), keys.end(), key_of(nodes))) return true;
    std::vector<Index> sorted(nodes.begin(), nodes.end());
    std::sort(sorted.begin(), sorted.end());
    return seen.insert(std::move(sorted)).second;
  });
}

}  // namespace dg
