/// Reads what one of several ranks needs of a partition file: see partition_file.hpp.
#pragma once

#include <string>
#include <vector>

#include "meshes/global_index.hpp"
#include "meshes/hdf5_tables.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// Table of the first cells of parts, and attribute of mesh_fingerprint().
inline constexpr const char* part_cells_table = "part_cells";
inline constexpr const char* fingerprint_attribute = "fingerprint";

/// The first cell of each part, and their number. Throws InputError for a damaged table.
std::vector<GlobalIndex> read_part_cells(const Hdf5TableReader& file);

/// mesh_fingerprint() as the file says; empty where it does not.
std::string read_fingerprint(const Hdf5TableReader& file);

/// Throws InputError, in the name of `path`, for a mesh whose cells and faces a Halo cannot number.
template <int Dim>
void require_solver_numbers(GlobalIndex cells, GlobalIndex faces, const std::string& path);

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
  bool is_own(GlobalIndex cell) const { return cell >= own_begin_ && cell < own_end_; }
  Index local(GlobalIndex cell) const;
  std::vector<GlobalIndex> begins(const char* name, const char* table, std::int64_t rows) const;
  void read_faces_of_piece();
  void check_cells_of_faces() const;
  using Numbers = std::vector<GlobalIndex>;
  void check_parts_of_faces(const Numbers& begin, const Numbers& shared, const Numbers& listed) const;
  void find_cells();
  void read_cells();
  void read_cells_one_by_one(std::span<const GlobalIndex> cells);
  void append_cells(const std::vector<std::uint8_t>& shapes, const Numbers& nodes);
  void check_begins_of_cells(const Numbers& begin, const std::vector<std::uint8_t>& shapes) const;
  void read_nodes();
  std::vector<int> ranks_of_cells() const;

  Hdf5TableReader file_;
  int rank_, ranks_;
  int first_ = 0, last_ = 0;  ///< parts of the rank
  GlobalIndex own_begin_ = 0, own_end_ = 0;
  Numbers part_cells_;
  Numbers cells_, faces_;  ///< of the piece: numbers in the file
  /// [face] of the piece
  struct CellsOfFace {
    GlobalIndex minus, plus;
  };
  std::vector<CellsOfFace> cells_of_faces_;
  Numbers cell_nodes_;  ///< of cells of the piece, as piece_.cell_nodes will have them: numbers in the file
  Mesh<Dim> piece_;
};

}  // namespace dg
