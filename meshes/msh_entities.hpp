/// The geometry that version 4 of Gmsh's file format refers elements to, as far as meshes need it.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "meshes/msh_builder.hpp"

namespace dg {

/// Curves, surfaces and volumes, by dimension and tag.
class MshEntities {
 public:
  /// Read the sections Entities and PartitionedEntities, but for their ends. The latter has the entities that
  /// partitions cut out of the former, with their physical groups.
  void read(MshBuilder& builder);
  void read_partitioned(MshBuilder& builder);

  /// The physical groups of a curve or surface.
  const std::vector<int>& groups_of(int dimension, int tag) const;

  /// Says that elements of an entity have been read.
  void note_elements(int dimension, int tag);

  /// Refuses a mesh cut into several files, of which this one has the cells of some partitions only.
  void require_all_partitions(const MshBuilder& builder) const;

 private:
  void read_entities(MshBuilder& builder, bool partitioned);
  void read_entity(MshBuilder& builder, int dimension, bool partitioned);

  std::map<std::pair<int, int>, std::vector<int>> groups_, partitions_;
  std::uint64_t partition_count_ = 0;
  std::set<int> partitions_read_[4];  // by dimension
};

}  // namespace dg
