#include "meshes/msh_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "meshes/input_file.hpp"
#include "meshes/msh_elements.hpp"

namespace dg {
namespace {

int dimension_of(const ElementBlock& block) { return dim_of(msh_element_type(block.type).shape); }

class JoinedMesh {
 public:
  /// `dimension` is that of the cells.
  explicit JoinedMesh(int dimension) : dimension_(dimension) {}

  void add(const MshPart& file) {
    const ForeignMesh& part = file.mesh;
    const std::vector<std::uint64_t>& tags = file.node_tags;
    std::vector<Index> number(part.nodes.size());
    for (std::size_t n = 0; n < tags.size(); ++n) {
      const auto [known, is_new] = numbers_.try_emplace(tags[n], static_cast<Index>(mesh_.nodes.size()));
      if (is_new) mesh_.nodes.push_back(part.nodes[n]);
      number[n] = known->second;
    }
    for (const ElementBlock& block : part.blocks) add(block, number);
    mesh_.group_names.insert(part.group_names.begin(), part.group_names.end());
    for (PeriodicNodes nodes : part.periodic_nodes) {
      for (auto& pair : nodes.pairs)
        for (Index& n : pair) n = number[n];
      mesh_.periodic_nodes.push_back(std::move(nodes));
    }
    mesh_.advice_on_cells = part.advice_on_cells;
  }

  ForeignMesh take() { return std::move(mesh_); }

 private:
  /// Files repeat cells of other partitions beside their own, as ghosts without a group.
  void add(ElementBlock block, const std::vector<Index>& number) {
    if (dimension_of(block) == dimension_) block.groups.clear();
    std::vector<Index>& nodes = nodes_of(block);
    const auto size = static_cast<std::size_t>(msh_element_type(block.type).node_count);
    for (std::size_t begin = 0; begin < block.nodes.size(); begin += size) {
      std::vector<Index> element(size);
      for (std::size_t n = 0; n < size; ++n) element[n] = number[block.nodes[begin + n]];
      if (elements_.insert({block.type, block.groups, element}).second)
        nodes.insert(nodes.end(), element.begin(), element.end());
    }
  }

  std::vector<Index>& nodes_of(const ElementBlock& block) {
    const auto found = std::ranges::find_if(mesh_.blocks, [&](const ElementBlock& other) {
      return other.type == block.type && other.groups == block.groups;
    });
    if (found != mesh_.blocks.end()) return found->nodes;
    return mesh_.blocks.emplace_back(ElementBlock{block.type, block.groups, {}}).nodes;
  }

  int dimension_;
  ForeignMesh mesh_;
  std::unordered_map<std::uint64_t, Index> numbers_;                          // of nodes, by their tags
  std::set<std::tuple<int, std::vector<int>, std::vector<Index>>> elements_;  // type, groups and nodes
};

}  // namespace

ForeignMesh join_msh_parts(const std::string& path, const PartOfMesh& part) {
  const std::filesystem::path first(path);
  const std::string stem = first.stem().string();
  const std::size_t end = stem.find_last_not_of("0123456789");
  if (end == std::string::npos || end + 1 == stem.size() || stem[end] != '_') throw part;
  std::vector<MshPart> parts;
  std::set<int> partitions;
  int dimension = 0;
  for (std::uint64_t k = 1; k <= part.partitions(); ++k) {
    const std::filesystem::path file =
        first.parent_path() / (stem.substr(0, end + 1) + std::to_string(k) + first.extension().string());
    if (!std::filesystem::exists(file))
      throw InputError(
          fmt::format("{}: has some of {} partitions, and {} is missing; put the files of all side by side, or save "
                      "the mesh in one file (Mesh.PartitionSplitMeshFiles = 0 in Gmsh)",
                      path, part.partitions(), file.string()));
    const std::string text = file_contents(file.string());
    parts.push_back(parse_msh_part(text, file.string()));
    if (parts.back().partition_count == part.partitions()) partitions.merge(parts.back().partitions);
    for (const ElementBlock& block : parts.back().mesh.blocks) dimension = std::max(dimension, dimension_of(block));
  }
  if (partitions.size() < part.partitions())
    throw InputError(
        fmt::format("{}: it and the files beside it have the cells of {} of {} partitions; save the mesh anew", path,
                    partitions.size(), part.partitions()));
  JoinedMesh joined(dimension);
  for (const MshPart& file : parts) joined.add(file);
  return joined.take();
}

}  // namespace dg
