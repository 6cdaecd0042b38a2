#include <fmt/format.h>

#include "meshes/msh_builder.hpp"
#include "meshes/repeated_cells.hpp"

namespace dg {
namespace {

constexpr int least_bytes = 8;  // of a node or an element

void read_nodes_1(MshBuilder& builder) {
  const auto total = builder.count(least_bytes, "nodes");
  builder.reserve_nodes(total);
  for (std::uint64_t i = 0; i < total; ++i) {
    const int tag = builder.at.number<int>();
    builder.add_node(msh_tag(tag), builder.place());
  }
}

void read_elements_1(MshBuilder& builder) {
  for (auto left = builder.count(least_bytes, "elements"); left > 0; --left) {
    const int element = builder.at.number<int>(), type = builder.at.number<int>();
    const MshElementType meaning = builder.element_type(type);
    const int group = builder.group(builder.at.number<int>());
    builder.at.number<int>();  // the entity
    if (const int nodes = builder.at.number<int>(); nodes != meaning.node_count)
      builder.at.refuse(fmt::format("an element of type {} has {} nodes, not {}", type, meaning.node_count, nodes));
    const bool has_group = group != 0 && meaning.shape != MshShape::point && dim_of(meaning.shape) < 3;
    auto& all = builder.nodes_of_block(type, has_group ? std::vector{group} : std::vector<int>{});
    for (int n = 0; n < meaning.node_count; ++n)
      all.push_back(builder.node(msh_tag(element), msh_tag(builder.at.number<int>())));
  }
  drop_repeated_cells(builder.file.blocks);
}

}  // namespace

void read_msh1_sections(MshBuilder& builder) {
  do {
    if (builder.section() == "NOD") {
      read_nodes_1(builder);
      builder.at.expect("$ENDNOD");
    } else if (builder.section() == "ELM") {
      read_elements_1(builder);
      builder.at.expect("$ENDELM");
    } else {
      builder.at.refuse(fmt::format("${} is not a section of version 1", builder.section()));
    }
  } while (builder.next_section());
}

}  // namespace dg
