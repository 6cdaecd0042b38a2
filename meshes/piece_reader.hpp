/// Reads what one of several ranks needs of a partition file: see partition_file.hpp.
#pragma once

#include <string>
#include <vector>

#include "meshes/hdf5_tables.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// Table of the first cells of parts, and attribute of mesh_fingerprint().
inline constexpr const char* part_cells_table = "part_cells";
inline constexpr const char* fingerprint_attribute = "fingerprint";

/// The first cell of each part, and their number. Throws InputError for a damaged table.
std::vector<Index> read_part_cells(const Hdf5TableReader& file);

/// mesh_fingerprint() as the file says; empty where it does not.
std::string read_fingerprint(const Hdf5TableReader& file);

/// What a rank reads is checked as a mesh is. Of the tables of parts each rank checks its own rows; all ranks together,
/// or a single one, check all of them. Every function throws InputError.
template <int Dim>
class PieceReader {
 public:
  PieceReader(const std::string& path, int rank, int ranks);

  const Hdf5TableReader& file() const { return file_; }

  /// The rank's cells and those beside them, with the faces of the rank's own. To be called once.
  const Mesh<Dim>& read_piece();

  /// The same as the subdomain of the rank. To be called once.
  Subdomain<Dim> read();

 private:
  bool is_own(Index cell) const { return cell >= own_begin_ && cell < own_end_; }
  Index local(Index cell) const;
  std::vector<Index> begins(const char* name, const char* table, std::int64_t rows) const;
  void read_faces_of_piece();
  void check_cells_of_faces() const;
  void check_parts_of_faces(const std::vector<Index>& begin, const std::vector<Index>& shared,
                            const std::vector<Index>& listed) const;
  void find_cells();
  void read_cells();
  void read_cells_one_by_one(std::span<const Index> cells);
  void check_begins_of_cells(const std::vector<Index>& begin, const std::vector<std::uint8_t>& shapes) const;
  void read_nodes();
  std::vector<int> ranks_of_cells() const;

  Hdf5TableReader file_;
  int rank_, ranks_;
  int first_ = 0, last_ = 0;  ///< parts of the rank
  Index own_begin_ = 0, own_end_ = 0;
  std::vector<Index> part_cells_;
  std::vector<Index> cells_, faces_;  ///< of the piece: numbers in the file
  Mesh<Dim> piece_;
};

}  // namespace dg
