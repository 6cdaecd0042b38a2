#include "meshes/msh_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace dg {

std::size_t MshNodeNumbers::Hash::operator()(std::uint64_t tag) const {
  tag = (tag ^ (tag >> 30)) * 0xbf58476d1ce4e5b9U;
  tag = (tag ^ (tag >> 27)) * 0x94d049bb133111ebU;
  return tag ^ (tag >> 31);
}

bool MshNodeNumbers::insert(std::uint64_t tag, Index number) {
  if (tag >= dense_end_) return sparse_.emplace(tag, number).second;
  if (tag >= dense_.size()) dense_.resize(tag + 1, -1);
  if (dense_[tag] >= 0 || sparse_.contains(tag)) return false;  // the latter if few nodes were expected then
  dense_[tag] = number;
  return true;
}

Index MshNodeNumbers::find(std::uint64_t tag) const {
  if (tag < dense_.size() && dense_[tag] >= 0) return dense_[tag];
  if (sparse_.empty()) return -1;
  const auto found = sparse_.find(tag);
  return found == sparse_.end() ? -1 : found->second;
}

bool MshBuilder::next_section() {
  while (!at.at_end()) {
    const std::string_view name = at.line();
    if (name.empty() || name.front() != '$') continue;
    if (name.starts_with("$End") || name.starts_with("$END")) at.refuse("a section such as $Nodes must begin here");
    section_ = name.substr(1, std::min(name.find_first_of(" \t\r"), name.size()) - 1);
    return true;
  }
  return false;
}

void MshBuilder::read_common_section() {
  if (section_ != "PhysicalNames") return at.skip_to("$End" + section_);
  read_group_names();
  end_section();
}

void MshBuilder::read_group_names() {
  constexpr int least_bytes = 7;
  const auto total = at.count(at.text_number<std::uint64_t>(), least_bytes, "names");
  for (std::uint64_t i = 0; i < total; ++i) {
    const int dimension = names_have_dimension ? at.text_number<int>() : 0, tag = group(at.text_number<int>());
    const std::string_view text = at.line();
    const auto first = text.find('"'), last = text.rfind('"');
    if (first == last)
      at.refuse(names_have_dimension ? "a physical group must be given as 'dimension number \"name\"'"
                                     : "a physical group must be given as 'number \"name\"'");
    const std::string name(text.substr(first + 1, last - first - 1));
    if (names_have_dimension)
      file.group_names[{dimension, tag}] = name;
    else
      for (const int of_any : {1, 2, 3}) file.group_names[{of_any, tag}] = name;
  }
}

void MshBuilder::reserve_nodes(std::uint64_t total) {
  if (total > static_cast<std::uint64_t>(std::numeric_limits<Index>::max()) - file.nodes.size()) {
    at.refuse("nodes must be fewer than 2^31");
  }
  if (file.nodes.empty()) file.nodes.reserve(total);
  numbers_.expect(total);
}

void MshBuilder::add_node(std::uint64_t tag, const std::array<double, 3>& place) {
  if (!numbers_.insert(tag, static_cast<Index>(file.nodes.size()))) {
    at.refuse(fmt::format("there are two nodes {}", tag));
  }
  file.nodes.push_back(place);
  if (part) part->node_tags.push_back(tag);
}

MshElementType MshBuilder::element_type(int type) const {
  const MshElementType meaning = msh_element_type(type);
  if (meaning.shape == MshShape::unknown) {
    at.refuse(fmt::format(
        "elements of type {} are not supported; only triangles, quadrilaterals, tetrahedra, prisms, hexahedra and "
        "pyramids are",
        type));
  }
  return meaning;
}

Index MshBuilder::node(std::uint64_t element, std::uint64_t tag) const {
  const Index number = numbers_.find(tag);
  if (number < 0) at.refuse(fmt::format("element {} has node {}, which is not in the file", element, tag));
  return number;
}

int MshBuilder::group(int tag) const {
  if (tag == std::numeric_limits<int>::min()) at.refuse(fmt::format("{} is not the number of a physical group", tag));
  return std::abs(tag);
}

std::vector<Index>& MshBuilder::nodes_of_block(int type, const std::vector<int>& groups) {
  if (file.blocks.empty() || file.blocks.back().type != type || file.blocks.back().groups != groups) {
    file.blocks.push_back({type, groups, {}});
  }
  return file.blocks.back().nodes;
}

}  // namespace dg
