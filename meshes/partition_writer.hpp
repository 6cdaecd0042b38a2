/// Writes a partition file (partition_file.hpp) part by part, for meshes that no process holds as a whole.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "meshes/hdf5_table_stream.hpp"
#include "meshes/mesh_piece.hpp"
#include "meshes/output_file.hpp"

namespace dg {

/// What the mesh has, and how it is cut.
struct PartitionLayout {
  int geometry_order = 1;
  std::vector<std::string> boundary_names;
  std::vector<GlobalIndex> part_cells;  ///< the first cell of each part, and the number of cells
  bool long_numbers = false;            ///< 32 bits do not hold all numbers of cells, faces and nodes
};

/// The file is what write_partition() makes of the whole mesh, in which the cells of each part lie in the same order.
/// Memory holds one part, and the nodes and faces that parts have in common.
template <int Dim>
class PartitionWriter {
 public:
  /// The file appears under its name when it is finished. Functions throw InputError if it cannot be written.
  PartitionWriter(PartitionLayout layout, const std::string& path);

  /// Adds the next part. Boundaries of the piece behind those of the layout are no boundaries of the mesh. Nodes that
  /// parts have in common lie at the same place, bit for bit.
  void add(const MeshPiece<Dim>& piece);

  void finish();

  /// Of what has been written.
  GlobalIndex faces() const { return faces_; }
  GlobalIndex nodes() const { return nodes_; }

 private:
  using Place = std::array<double, Dim>;
  struct PlaceHash {
    std::size_t operator()(const Place& place) const;
  };
  GlobalIndex own_begin() const { return layout_.part_cells[parts_added_]; }
  GlobalIndex own_end() const { return layout_.part_cells[parts_added_ + 1]; }
  void append_cells(const MeshPiece<Dim>& piece);
  void append_faces(const MeshPiece<Dim>& piece);
  std::vector<GlobalIndex> number_nodes(const MeshPiece<Dim>& piece);
  void numbers(const char* name, std::size_t columns, const std::vector<GlobalIndex>& values);
  std::string fingerprint();

  PartitionLayout layout_;
  OutputFile output_;
  Hdf5TableStream file_;
  int parts_added_ = 0;
  GlobalIndex faces_ = 0, nodes_ = 0, entries_ = 0;
  std::vector<GlobalIndex> part_faces_{0}, part_nodes_{0}, part_shared_begin_{0};
  std::vector<std::vector<GlobalIndex>> shared_;                    ///< [part] faces of parts before it that it has
  std::unordered_map<Place, GlobalIndex, PlaceHash> common_nodes_;  ///< that parts still to come have, too
};

}  // namespace dg
