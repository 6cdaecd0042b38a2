#include <fmt/format.h>

#include <array>

#include "meshes/msh_builder.hpp"
#include "meshes/msh_entities.hpp"

namespace dg {
namespace {

/// The tag of a node or element, which had 4 bytes in version 4.0. Negative ones become huge.
std::uint64_t read_tag(MshBuilder& builder) {
  if (builder.is_version_40) return static_cast<std::uint64_t>(builder.at.number<int>());
  return builder.at.number<std::uint64_t>();
}

/// The least and the greatest tag, which we need not know.
void skip_range(MshBuilder& builder) {
  for (int k = 0; k < (builder.is_version_40 ? 0 : 2); ++k) builder.at.number<std::uint64_t>();
}

/// Dimension and tag of the entity of a block.
std::array<int, 2> read_entity(MshBuilder& builder) {
  const int first = builder.at.number<int>(), second = builder.at.number<int>();
  if (builder.is_version_40) return {second, first};
  return {first, second};
}

void read_node(MshBuilder& builder, std::uint64_t tag, int parameters) {
  builder.add_node(tag, builder.place());
  for (int k = 0; k < parameters; ++k) builder.at.number<double>();
}

void read_nodes_4(MshBuilder& builder) {
  FileCursor& at = builder.at;
  auto blocks = builder.count(8, "blocks of nodes");
  const auto total = builder.count(7, "nodes");
  skip_range(builder);
  builder.reserve_nodes(total);
  std::vector<std::uint64_t> tags;
  for (; blocks > 0; --blocks) {
    const int dimension = read_entity(builder)[0];
    const int parameters = at.number<int>() == 0 ? 0 : dimension;
    const auto count = builder.count(7, "nodes");
    if (builder.is_version_40) {
      for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t tag = read_tag(builder);
        read_node(builder, tag, parameters);
      }
      continue;
    }
    tags.resize(count);
    for (auto& tag : tags) tag = read_tag(builder);
    for (const auto tag : tags) read_node(builder, tag, parameters);
  }
  if (builder.file.nodes.size() != total) {
    at.refuse(fmt::format("{} nodes are announced, but {} given", total, builder.file.nodes.size()));
  }
}

void read_elements_4(MshBuilder& builder, MshEntities& entities) {
  FileCursor& at = builder.at;
  auto blocks = builder.count(8, "blocks of elements");
  const auto total = builder.count(4, "elements");
  skip_range(builder);
  std::uint64_t given = 0;
  for (; blocks > 0; --blocks) {
    const auto [dimension, entity] = read_entity(builder);
    const int type = at.number<int>(), node_count = builder.element_type(type).node_count;
    const auto count = builder.count(2 * (1 + node_count), "elements");
    if (count > 0) entities.note_elements(dimension, entity);
    auto& nodes = builder.nodes_of_block(type, entities.groups_of(dimension, entity));
    std::size_t next = nodes.size();
    nodes.resize(next + count * node_count);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto element = read_tag(builder);
      for (int n = 0; n < node_count; ++n) nodes[next++] = builder.node(element, read_tag(builder));
    }
    given += count;
  }
  if (given != total) at.refuse(fmt::format("{} elements are announced, but {} given", total, given));
}

}  // namespace

void read_msh4_sections(MshBuilder& builder) {
  MshEntities entities;
  while (builder.next_section()) {
    if (builder.section() == "Entities") {
      entities.read(builder);
    } else if (builder.section() == "PartitionedEntities") {
      entities.read_partitioned(builder);
    } else if (builder.section() == "Nodes") {
      read_nodes_4(builder);
    } else if (builder.section() == "Elements") {
      read_elements_4(builder, entities);
    } else if (builder.section() == "Periodic" && !(builder.is_version_40 && builder.at.binary())) {
      read_msh_periodic(builder, !builder.is_version_40);
    } else {
      builder.read_common_section();
      continue;
    }
    builder.end_section();
  }
  entities.require_all_partitions(builder);
}

}  // namespace dg
