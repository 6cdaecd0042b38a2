#include "meshes/msh_entities.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dg {
namespace {

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

}  // namespace

void MshEntities::read(MshBuilder& builder) { read_entities(builder, false); }

void MshEntities::read_partitioned(MshBuilder& builder) {
  partition_count_ = builder.at.number<std::uint64_t>();
  for (auto left = builder.count(4, "ghost entities"); left > 0; --left)
    for (int k = 0; k < 2; ++k) builder.at.number<int>();  // entity, partition
  read_entities(builder, true);
}

void MshEntities::read_entities(MshBuilder& builder, bool partitioned) {
  std::array<std::uint64_t, 4> totals;
  for (auto& total : totals) total = builder.count(8, "entities");
  for (int dimension = 0; dimension < 4; ++dimension)
    for (std::uint64_t i = 0; i < totals[dimension]; ++i) read_entity(builder, dimension, partitioned);
}

void MshEntities::read_entity(MshBuilder& builder, int dimension, bool partitioned) {
  FileCursor& at = builder.at;
  const std::pair key{dimension, at.number<int>()};
  bool is_inside = false;  // between partitions: its groups are those of the surface or volume that it cuts
  if (partitioned) {
    is_inside = at.number<int>() > dimension;
    at.number<int>();  // tag of what it was cut out of
    std::vector<int>& partitions = partitions_[key];
    for (auto left = builder.count(2, "partitions"); left > 0; --left) partitions.push_back(at.number<int>());
  }
  const bool is_box = dimension > 0 || builder.is_version_40;  // a point has a place
  for (int k = 0; k < (is_box ? 6 : 3); ++k) at.number<double>();
  std::vector<int> groups = read_groups(builder);
  if (dimension == 0) return;
  if (dimension < 3 && !is_inside) groups_[key] = std::move(groups);
  for (auto left = builder.count(2, "bounding entities"); left > 0; --left) at.number<int>();
}

const std::vector<int>& MshEntities::groups_of(int dimension, int tag) const {
  static const std::vector<int> none;
  const auto found = groups_.find({dimension, tag});
  return found == groups_.end() ? none : found->second;
}

void MshEntities::note_elements(int dimension, int tag) {
  const auto found = partitions_.find({dimension, tag});
  if (found != partitions_.end() && dimension >= 0 && dimension < 4)
    partitions_read_[dimension].insert(found->second.begin(), found->second.end());
}

void MshEntities::require_all_partitions(const MshBuilder& builder) const {
  if (partition_count_ == 0) return;
  for (int dimension = 3; dimension > 1; --dimension) {
    const std::size_t read = partitions_read_[dimension].size();
    if (read == 0) continue;
    if (builder.part) {
      builder.part->partition_count = partition_count_;
      builder.part->partitions = partitions_read_[dimension];
      return;
    }
    if (read < partition_count_)
      throw PartOfMesh(
          builder.at.message(fmt::format("the file has the cells of {} of {} partitions; save the mesh in one file "
                                         "(Mesh.PartitionSplitMeshFiles = 0 in Gmsh)",
                                         read, partition_count_)),
          partition_count_);
    return;
  }
}

}  // namespace dg
