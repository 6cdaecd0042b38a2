#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "meshes/msh_builder.hpp"

namespace dg {
namespace {

/// Physical groups of the curves and surfaces, by dimension and tag.
using EntityGroups = std::map<std::pair<int, int>, std::vector<int>>;

/// Reads the physical groups of an entity. Many are refused: a small file could ask for all the memory there is by many
/// faces in many groups.
std::vector<int> read_groups(MshBuilder& builder) {
  constexpr std::size_t most = 16;
  std::vector<int> groups;
  for (auto left = builder.count(2, "physical groups"); left > 0; --left) {
    const int group = builder.group(builder.at.number<int>());
    if (std::find(groups.begin(), groups.end(), group) != groups.end()) continue;
    if (groups.size() == most)
      builder.at.refuse(fmt::format("an entity is in more than {} physical groups, the most supported", most));
    groups.push_back(group);
  }
  return groups;
}

EntityGroups read_entities(MshBuilder& builder) {
  MshCursor& at = builder.at;
  EntityGroups groups_of;
  std::array<std::uint64_t, 4> totals;
  for (auto& total : totals) total = builder.count(8, "entities");
  for (int dimension = 0; dimension < 4; ++dimension) {
    for (std::uint64_t i = 0; i < totals[dimension]; ++i) {
      const int entity = at.number<int>();
      for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) at.number<double>();  // place or bounding box
      std::vector<int> groups = read_groups(builder);
      if (dimension == 0) continue;
      if (dimension < 3) groups_of[{dimension, entity}] = std::move(groups);
      for (auto left = builder.count(2, "bounding entities"); left > 0; --left) at.number<int>();
    }
  }
  return groups_of;
}

// The least and the greatest tag, which we need not know.
void skip_range(MshCursor& at) {
  at.number<std::uint64_t>();
  at.number<std::uint64_t>();
}

void read_nodes(MshBuilder& builder) {
  MshCursor& at = builder.at;
  auto blocks = builder.count(8, "blocks of nodes");
  const auto total = builder.count(7, "nodes");
  skip_range(at);
  builder.reserve_nodes(total);
  std::vector<std::uint64_t> tags;
  for (; blocks > 0; --blocks) {
    const int dimension = at.number<int>();
    at.number<int>();  // entity
    const int parameters = at.number<int>() == 0 ? 0 : dimension;
    tags.resize(builder.count(7, "nodes"));
    for (auto& tag : tags) tag = at.number<std::uint64_t>();
    for (const auto tag : tags) {
      builder.add_node(tag, builder.place());
      for (int k = 0; k < parameters; ++k) at.number<double>();
    }
  }
  if (builder.file.nodes.size() != total) {
    at.refuse(fmt::format("{} nodes are announced, but {} given", total, builder.file.nodes.size()));
  }
}

void read_elements(MshBuilder& builder, const EntityGroups& groups_of) {
  MshCursor& at = builder.at;
  auto blocks = builder.count(8, "blocks of elements");
  const auto total = builder.count(4, "elements");
  skip_range(at);
  std::uint64_t given = 0;
  for (; blocks > 0; --blocks) {
    const int dimension = at.number<int>(), entity = at.number<int>(), type = at.number<int>();
    const int node_count = builder.element_type(type).node_count;
    const auto count = builder.count(2 * (1 + node_count), "elements");
    const auto groups = groups_of.find({dimension, entity});
    auto& nodes = builder.nodes_of_block(type, groups == groups_of.end() ? std::vector<int>{} : groups->second);
    std::size_t next = nodes.size();
    nodes.resize(next + count * node_count);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto element = at.number<std::uint64_t>();
      for (int n = 0; n < node_count; ++n) nodes[next++] = builder.node(element, at.number<std::uint64_t>());
    }
    given += count;
  }
  if (given != total) at.refuse(fmt::format("{} elements are announced, but {} given", total, given));
}

}  // namespace

void read_msh4_sections(MshBuilder& builder) {
  EntityGroups groups_of;
  while (builder.next_section()) {
    if (builder.section() == "PartitionedEntities") builder.at.refuse("the mesh is partitioned; save it in one part");
    if (builder.section() == "Entities") {
      groups_of = read_entities(builder);
    } else if (builder.section() == "Nodes") {
      read_nodes(builder);
    } else if (builder.section() == "Elements") {
      read_elements(builder, groups_of);
    } else {
      builder.read_common_section();
      continue;
    }
    builder.end_section();
  }
}

}  // namespace dg
