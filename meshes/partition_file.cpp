#include "meshes/partition_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "meshes/checks.hpp"
#include "meshes/hdf5_checks.hpp"
#include "meshes/input_file.hpp"
#include "meshes/mesh_fingerprint.hpp"
#include "meshes/mesh_tables.hpp"
#include "meshes/output_file.hpp"

namespace dg {
namespace {

constexpr const char* cells_table = "part_cells";
constexpr const char* fingerprint_attribute = "fingerprint";

/// Faces that a part shares with parts before it, in whose pieces they lie.
struct SharedFaces {
  std::vector<Index> begin, faces;  ///< [part] as in MeshInParts, numbers of faces
};

template <int Dim>
SharedFaces shared_faces(const MeshInParts<Dim>& parts) {
  std::vector<std::pair<int, Index>> shared;
  const auto part_of = [&](Index cell) {
    return static_cast<int>(std::upper_bound(parts.cells.begin(), parts.cells.end(), cell) - parts.cells.begin()) - 1;
  };
  for (Index f = 0; f < parts.mesh.face_count(); ++f) {
    const Face& face = parts.mesh.faces[f];
    if (face.plus < 0) continue;
    const int a = part_of(face.minus), b = part_of(face.plus);
    assert(a >= 0 && a < parts.parts() && b >= 0 && b < parts.parts());
    if (a != b) shared.emplace_back(std::max(a, b), f);
  }
  std::sort(shared.begin(), shared.end());
  SharedFaces result;
  result.begin.assign(parts.parts() + 1, 0);
  for (const auto& [part, face] : shared) {
    ++result.begin[part + 1];
    result.faces.push_back(face);
  }
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  return result;
}

/// Where parts begin in a list, as a file says: one number more than parts, none below that before it.
std::vector<Index> read_begins(const Hdf5TableReader& file, const char* name, std::size_t size) {
  auto begin = file.table<Index>(name, 1);
  if (begin.size() < 2 || (size > 0 && begin.size() != size) || begin.front() != 0 ||
      !std::is_sorted(begin.begin(), begin.end()))
    file.refuse(fmt::format("'{}' is damaged", name));
  return begin;
}

void require_parts(const Hdf5TableReader& file, int parts, int ranks) {
  if (parts >= ranks) return;
  file.refuse(fmt::format(
      "has {} part{}, fewer than the {} ranks; cut it again by 'rkdg partition -n {}', or start fewer ranks", parts,
      parts == 1 ? "" : "s", ranks, ranks));
}

int first_part(int rank, int parts, int ranks) { return static_cast<int>(std::int64_t{rank} * parts / ranks); }

/// [first cell of a rank], and the number of cells at the end.
std::vector<Index> begins_of_ranks(const std::vector<Index>& part_cells, int ranks) {
  const int parts = static_cast<int>(part_cells.size()) - 1;
  std::vector<Index> begin;
  for (int rank = 0; rank <= ranks; ++rank) begin.push_back(part_cells[first_part(rank, parts, ranks)]);
  return begin;
}

/// Reads what one rank needs of a file.
template <int Dim>
class PieceReader {
 public:
  PieceReader(const std::string& path, int rank, int ranks) : file_(path), rank_(rank), ranks_(ranks) {
    if (const int dimension = read_mesh_dimension(file_); dimension != Dim)
      file_.refuse(fmt::format("is a {}-D mesh, but a {}-D one is needed", dimension, Dim));
    if (!file_.has_table(cells_table)) file_.refuse("is not cut into parts; cut it by 'rkdg partition'");
    part_cells_ = read_begins(file_, cells_table, 0);
    const int parts = static_cast<int>(part_cells_.size()) - 1;
    require_parts(file_, parts, ranks);
    first_ = first_part(rank, parts, ranks);
    last_ = first_part(rank + 1, parts, ranks);
    own_begin_ = part_cells_[first_];
    own_end_ = part_cells_[last_];
    if (own_begin_ == own_end_) file_.refuse("has a part without cells");
  }

  Subdomain<Dim> read() {
    piece_ = read_mesh_order<Dim>(file_);
    read_mesh_boundaries(file_, piece_);
    read_faces_of_piece();
    find_cells();
    read_cells();
    read_nodes();
    check_arrays(piece_, file_.path());
    check_jacobians(piece_, file_.path());
    Subdomain<Dim> part = cut_subdomain(piece_, std::span<const int>(ranks_of_cells()), rank_, ranks_);
    for (Index& cell : part.halo.cell) cell = cells_[cell];
    for (Index& face : part.halo.face) face = faces_[face];
    return part;
  }

 private:
  bool is_own(Index cell) const { return cell >= own_begin_ && cell < own_end_; }
  Index local(Index cell) const {
    return static_cast<Index>(std::lower_bound(cells_.begin(), cells_.end(), cell) - cells_.begin());
  }

  /// The faces of the rank's parts, and those that these share with parts of ranks before.
  void read_faces_of_piece() {
    const auto begin = read_begins(file_, "part_faces", part_cells_.size());
    const auto shared = read_begins(file_, "part_shared_begin", part_cells_.size());
    const Index first = begin[first_], last = begin[last_];
    faces_ = file_.rows<Index>("part_shared_faces", 1, shared[first_], shared[last_] - shared[first_]);
    std::erase_if(faces_, [&](Index face) { return face >= first; });
    std::sort(faces_.begin(), faces_.end());
    if (std::adjacent_find(faces_.begin(), faces_.end()) != faces_.end())
      file_.refuse("'part_shared_faces' is damaged");
    piece_.faces = read_faces<Dim>(file_, [&]<class T>(const char* name, std::size_t columns, T) {
      auto rows = file_.rows_at<T>(name, columns, faces_);
      const auto own = file_.rows<T>(name, columns, first, last - first);
      rows.insert(rows.end(), own.begin(), own.end());
      return rows;
    });
    faces_.resize(piece_.faces.size());
    std::iota(faces_.end() - (last - first), faces_.end(), first);
  }

  /// Own cells and those across their faces, in the order of the file.
  void find_cells() {
    const auto refuse = [&] { file_.refuse("'face_cells' is damaged"); };
    for (const Face& f : piece_.faces) {
      if (f.minus < 0 || f.minus >= part_cells_.back() || f.plus < -1 || f.plus >= part_cells_.back()) refuse();
      if (!is_own(f.minus) && !is_own(f.plus)) refuse();
      for (const Index cell : {f.minus, f.plus})
        if (cell >= 0 && !is_own(cell)) cells_.push_back(cell);
    }
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
    const auto before = std::lower_bound(cells_.begin(), cells_.end(), own_begin_) - cells_.begin();
    cells_.insert(cells_.begin() + before, own_end_ - own_begin_, 0);
    std::iota(cells_.begin() + before, cells_.begin() + before + (own_end_ - own_begin_), own_begin_);
    for (Face& f : piece_.faces) {
      f.minus = local(f.minus);
      if (f.plus >= 0) f.plus = local(f.plus);
    }
  }

  /// Own cells in one piece, and the others one by one.
  void read_cells() {
    const auto own = std::span(cells_).subspan(local(own_begin_), own_end_ - own_begin_);
    const std::span<const Index> before(cells_.data(), own.data()),
        behind(own.data() + own.size(), cells_.data() + cells_.size());
    const auto read_each = [&](std::span<const Index> cells) {
      const auto begin = file_.rows_at<Index>("cell_node_begin", 1, cells);
      const auto shapes = file_.rows_at<std::uint8_t>("cell_shapes", 1, cells);
      std::vector<Index> rows;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (shapes[i] >= cell_shape_count) file_.refuse("'cell_shapes' is damaged");
        const Index count = node_count(static_cast<CellShape>(shapes[i]), piece_.geometry_order);
        for (Index k = 0; k < count; ++k) rows.push_back(begin[i] + k);
      }
      if (!std::is_sorted(rows.begin(), rows.end())) file_.refuse("'cell_node_begin' is damaged");
      append_cells(file_, shapes, file_.rows_at<Index>("cell_nodes", 1, rows), piece_);
    };
    read_each(before);
    const auto begin = file_.rows<Index>("cell_node_begin", 1, own_begin_, own_end_ - own_begin_ + 1);
    append_cells(file_, file_.rows<std::uint8_t>("cell_shapes", 1, own_begin_, own_end_ - own_begin_),
                 file_.rows<Index>("cell_nodes", 1, begin.front(), begin.back() - begin.front()), piece_);
    read_each(behind);
  }

  /// The nodes of the rank's parts in one piece, and those that others had first, or have alone, one by one.
  void read_nodes() {
    const auto begin = read_begins(file_, "part_nodes", part_cells_.size());
    const Index first = begin[first_], last = begin[last_];
    std::vector<Index> others;
    for (const Index node : piece_.cell_nodes)
      if (node < first || node >= last) others.push_back(node);
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    auto coordinates = file_.rows<double>("nodes", Dim, first, last - first);
    const auto of_others = file_.rows_at<double>("nodes", Dim, others);
    coordinates.insert(coordinates.end(), of_others.begin(), of_others.end());
    piece_.nodes.resize(coordinates.size() / Dim);
    for (std::size_t n = 0; n < piece_.nodes.size(); ++n)
      for (int d = 0; d < Dim; ++d) piece_.nodes[n][d] = coordinates[Dim * n + d];
    for (Index& node : piece_.cell_nodes)
      node = node >= first && node < last
                 ? node - first
                 : last - first +
                       static_cast<Index>(std::lower_bound(others.begin(), others.end(), node) - others.begin());
  }

  std::vector<int> ranks_of_cells() const {
    const std::vector<Index> begin = begins_of_ranks(part_cells_, ranks_);
    std::vector<int> rank_of;
    for (const Index cell : cells_)
      rank_of.push_back(static_cast<int>(std::upper_bound(begin.begin(), begin.end(), cell) - begin.begin()) - 1);
    return rank_of;
  }

  Hdf5TableReader file_;
  int rank_, ranks_;
  int first_ = 0, last_ = 0;  ///< parts of the rank
  Index own_begin_ = 0, own_end_ = 0;
  std::vector<Index> part_cells_;
  std::vector<Index> cells_, faces_;  ///< of the piece: numbers in the file
  Mesh<Dim> piece_;
};

}  // namespace

template <int Dim>
void write_partition(const MeshInParts<Dim>& parts, const std::string& path) {
  OutputFile output(path);
  Hdf5TableWriter file;
  write_mesh_tables(file, parts.mesh);
  file.attribute(fingerprint_attribute, mesh_fingerprint(parts.mesh));
  const auto list = [&](const char* name, const std::vector<Index>& numbers) {
    file.table(name, numbers.data(), numbers.size(), 1);
  };
  list("cell_node_begin", parts.mesh.cell_node_begin);
  list(cells_table, parts.cells);
  list("part_faces", parts.faces);
  list("part_nodes", parts.nodes);
  const SharedFaces shared = shared_faces(parts);
  list("part_shared_begin", shared.begin);
  list("part_shared_faces", shared.faces);
  output.write(file.finish());
  output.publish();
}

int parts_in_file(const std::string& path) {
  if (!file_head(path, hdf5_head_size).starts_with("\x89HDF")) return 0;
  const Hdf5TableReader file(path);
  return file.has_table(cells_table) ? static_cast<int>(read_begins(file, cells_table, 0).size()) - 1 : 0;
}

std::string fingerprint_in_file(const std::string& path) {
  const Hdf5TableReader file(path);
  return file.has_attribute(fingerprint_attribute) ? file.text_attribute(fingerprint_attribute) : "";
}

template <int Dim>
Subdomain<Dim> read_subdomain(const std::string& path, int rank, int ranks) {
  return PieceReader<Dim>(path, rank, ranks).read();
}

std::variant<Subdomain<2>, Subdomain<3>> read_any_subdomain(const std::string& path, int rank, int ranks) {
  if (read_mesh_dimension(Hdf5TableReader(path)) == 3) return read_subdomain<3>(path, rank, ranks);
  return read_subdomain<2>(path, rank, ranks);
}

template void write_partition<2>(const MeshInParts<2>&, const std::string&);
template void write_partition<3>(const MeshInParts<3>&, const std::string&);
template Subdomain<2> read_subdomain<2>(const std::string&, int, int);
template Subdomain<3> read_subdomain<3>(const std::string&, int, int);

}  // namespace dg
