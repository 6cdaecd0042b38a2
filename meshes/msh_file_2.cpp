#include <fmt/format.h>

#include "meshes/msh_builder.hpp"
#include "meshes/repeated_cells.hpp"

namespace dg {
namespace {

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
      if (i == 0 && tag != 0) groups.push_back(builder_.group(tag));
    }
    if (meaning.shape == MshShape::point || dim_of(meaning.shape) == 3) groups.clear();
    auto& all = builder_.nodes_of_block(type, groups);
    for (int n = 0; n < meaning.node_count; ++n) {
      all.push_back(builder_.node(msh_tag(element), msh_tag(builder_.at.number<int>())));
    }
  }

 private:
  MshBuilder& builder_;
};

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
    if (count < 1) builder.at.refuse(fmt::format("a block of {} elements; at least 1 is needed", count));
    for (int k = 0; k < count; ++k, ++i) elements.read(builder.at.number<int>(), type, tags);
  }
}

std::uint64_t text_count(MshBuilder& builder, const char* what) {
  constexpr int least_bytes = 8;  // of a node or an element
  const auto total = builder.at.count(builder.at.text_number<std::uint64_t>(), least_bytes, what);
  if (builder.at.binary()) builder.at.line();
  return total;
}

/// Passes over what a parametric node says behind its place: the dimension and tag of its entity, and its parameters
/// there.
void skip_parameters(FileCursor& at) {
  const int dimension = at.number<int>();
  if (dimension < 0 || dimension > 3) at.refuse(fmt::format("{} is not the dimension of an entity", dimension));
  at.number<int>();  // tag
  for (int k = 0; k < (dimension < 3 ? dimension : 0); ++k) at.number<double>();
}

void read_nodes_2(MshBuilder& builder, bool parametric) {
  const auto total = text_count(builder, "nodes");
  builder.reserve_nodes(total);
  for (std::uint64_t i = 0; i < total; ++i) {
    const int tag = builder.at.number<int>();
    if (tag < 0) builder.at.refuse(fmt::format("the number {} of a node must be positive", tag));
    builder.add_node(msh_tag(tag), builder.place());
    if (parametric) skip_parameters(builder.at);
  }
}

void read_elements_2(MshBuilder& builder) {
  const auto total = text_count(builder, "elements");
  builder.at.binary() ? read_binary(builder, total) : read_text(builder, total);
  drop_repeated_cells(builder.file.blocks);
}

}  // namespace

void read_msh2_sections(MshBuilder& builder) {
  while (builder.next_section()) {
    if (builder.section() == "Nodes" || builder.section() == "ParametricNodes") {
      read_nodes_2(builder, builder.section() == "ParametricNodes");
    } else if (builder.section() == "Elements") {
      read_elements_2(builder);
    } else if (builder.section() == "Periodic") {
      read_msh_periodic(builder, false);
    } else {
      builder.read_common_section();
      continue;
    }
    builder.end_section();
  }
}

}  // namespace dg
