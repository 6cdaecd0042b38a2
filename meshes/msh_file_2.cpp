#include <fmt/format.h>

#include <algorithm>

#include "meshes/msh_builder.hpp"

namespace dg {
namespace {

// Negative tags become huge, and are in no file.
std::uint64_t tag_of(int number) { return static_cast<std::uint64_t>(number); }

/// Adds elements one by one. One that is in several groups is written once for each.
class ElementList {
 public:
  explicit ElementList(MshBuilder& builder) : builder_(builder) {}

  /// Reads the tags of element number `element`, of which the first is its group, and then its nodes.
  void read(int element, int type, int tag_count) {
    const MshElementType meaning = builder_.element_type(type);
    std::vector<int> groups;
    for (int i = 0; i < tag_count; ++i) {
      const int tag = builder_.at.number<int>();
      if (i == 0 && tag != 0) groups.push_back(tag);
    }
    if (meaning.shape == MshShape::point || dim_of(meaning.shape) == 3) groups.clear();
    auto& all = builder_.nodes_of_block(type, groups);
    for (int n = 0; n < meaning.node_count; ++n) {
      all.push_back(builder_.node(tag_of(element), tag_of(builder_.at.number<int>())));
    }
  }

 private:
  MshBuilder& builder_;
};

/// Keeps of cells that follow each other with the same nodes only the first. The cells are the elements of the highest
/// dimension that there is.
void drop_repeated_cells(std::vector<MshBlock>& blocks) {
  int cell_dim = 0;
  for (const MshBlock& block : blocks) cell_dim = std::max(cell_dim, dim_of(msh_element_type(block.type).shape));
  std::vector<Index> last;
  for (MshBlock& block : blocks) {
    const MshElementType meaning = msh_element_type(block.type);
    if (dim_of(meaning.shape) < cell_dim) continue;
    auto kept = block.nodes.begin();
    for (auto cell = block.nodes.begin(); cell != block.nodes.end(); cell += meaning.node_count) {
      if (std::equal(last.begin(), last.end(), cell, cell + meaning.node_count)) continue;
      last.assign(cell, cell + meaning.node_count);
      kept = std::copy(last.begin(), last.end(), kept);
    }
    block.nodes.erase(kept, block.nodes.end());
  }
}

void read_text(MshBuilder& builder, std::uint64_t total) {
  ElementList elements(builder);
  for (std::uint64_t i = 0; i < total; ++i) {
    const int element = builder.at.number<int>(), type = builder.at.number<int>(), tags = builder.at.number<int>();
    elements.read(element, type, tags);
  }
}

void read_binary(MshBuilder& builder, std::uint64_t total) {
  ElementList elements(builder);
  for (std::uint64_t i = 0; i < total;) {
    const int type = builder.at.number<int>(), count = builder.at.number<int>(), tags = builder.at.number<int>();
    if (count < 1) builder.at.refuse(fmt::format("a block of {} elements; at least 1 must be there", count));
    for (int k = 0; k < count; ++k, ++i) elements.read(builder.at.number<int>(), type, tags);
  }
}

std::uint64_t text_count(MshBuilder& builder, const char* what) {
  constexpr int least_bytes = 8;  // of a node or an element
  const auto total = builder.at.count(builder.at.text_number<std::uint64_t>(), least_bytes, what);
  if (builder.at.binary()) builder.at.line();
  return total;
}

void read_nodes(MshBuilder& builder) {
  const auto total = text_count(builder, "nodes");
  builder.reserve_nodes(total);
  for (std::uint64_t i = 0; i < total; ++i) {
    const int tag = builder.at.number<int>();
    if (tag < 0) builder.at.refuse(fmt::format("the number {} of a node must be positive", tag));
    builder.add_node(tag_of(tag), builder.place());
  }
}

void read_elements(MshBuilder& builder) {
  const auto total = text_count(builder, "elements");
  builder.at.binary() ? read_binary(builder, total) : read_text(builder, total);
  drop_repeated_cells(builder.file.blocks);
}

}  // namespace

void read_msh2_sections(MshBuilder& builder) {
  while (builder.next_section()) {
    if (builder.section() == "Nodes") {
      read_nodes(builder);
    } else if (builder.section() == "Elements") {
      read_elements(builder);
    } else {
      builder.read_common_section();
      continue;
    }
    builder.end_section();
  }
}

}  // namespace dg
