#include <fmt/format.h>

#include <utility>

#include "meshes/msh_builder.hpp"

namespace dg {
namespace {

/// Passes over the affine map, which the pairs of nodes tell as well.
void skip_map(MshBuilder& builder, bool is_version_41) {
  if (is_version_41) {
    for (auto left = builder.count(2, "numbers of a map"); left > 0; --left) builder.at.number<double>();
  } else {
    builder.at.skip_line_of("Affine");
  }
}

}  // namespace

void read_msh_periodic(MshBuilder& builder, bool is_version_41) {
  // Older versions write this section as text, even in binary files.
  const auto number = [&]<class T>(T) { return is_version_41 ? builder.at.number<T>() : builder.at.text_number<T>(); };
  const auto tag = [&] { return is_version_41 ? number(std::uint64_t{}) : msh_tag(number(int{})); };
  for (auto links = builder.at.count(number(std::uint64_t{}), 8, "periodic entities"); links > 0; --links) {
    PeriodicNodes nodes{number(int{}), {}};
    if (nodes.dimension < 0 || nodes.dimension > 2)
      builder.at.refuse(fmt::format("{} is not the dimension of a periodic entity", nodes.dimension));
    for (int k = 0; k < 2; ++k) number(int{});  // the entity, and that of which it is the image
    skip_map(builder, is_version_41);
    for (auto left = builder.at.count(number(std::uint64_t{}), 4, "pairs of nodes"); left > 0; --left) {
      const Index image = builder.known_node(tag()), original = builder.known_node(tag());
      // Gmsh does not save the nodes of entities without a group, but lists them here.
      if (image >= 0 && original >= 0) nodes.pairs.push_back({image, original});
    }
    if (nodes.dimension > 0) builder.file.periodic_nodes.push_back(std::move(nodes));
  }
}

}  // namespace dg
