#include "meshes/piece_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

#include "meshes/checks.hpp"
#include "meshes/errors.hpp"
#include "meshes/mesh_tables.hpp"
#include "meshes/part_faces.hpp"
#include "meshes/side_table.hpp"

namespace dg {
namespace {

[[noreturn]] void refuse_damaged(const Hdf5TableReader& file, const char* name) {
  file.refuse(fmt::format("'{}' is damaged", name));
}

/// Where parts begin among the rows of a table, as a file says: one number more than parts, none below that before it.
std::vector<GlobalIndex> read_begins(const Hdf5TableReader& file, const char* name, const char* table,
                                     std::int64_t rows) {
  auto begin = file.numbers(name, 1, 0, file.numbers_in(name, 1));
  if (begin.size() < 2 || begin.front() != 0 || !std::is_sorted(begin.begin(), begin.end())) refuse_damaged(file, name);
  if (begin.back() != rows) refuse_damaged(file, table);
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
std::vector<GlobalIndex> begins_of_ranks(const std::vector<GlobalIndex>& part_cells, int ranks) {
  const int parts = static_cast<int>(part_cells.size()) - 1;
  std::vector<GlobalIndex> begin;
  for (int rank = 0; rank <= ranks; ++rank) begin.push_back(part_cells[first_part(rank, parts, ranks)]);
  return begin;
}

}  // namespace

std::vector<GlobalIndex> read_part_cells(const Hdf5TableReader& file) {
  auto begin = read_begins(file, part_cells_table, "cell_shapes", file.rows_in<std::uint8_t>("cell_shapes", 1));
  if (std::adjacent_find(begin.begin(), begin.end()) != begin.end()) file.refuse("has a part without cells");
  return begin;
}

std::string read_fingerprint(const Hdf5TableReader& file) {
  return file.has_attribute(fingerprint_attribute) ? file.text_attribute(fingerprint_attribute) : "";
}

template <int Dim>
void require_solver_numbers(GlobalIndex cells, GlobalIndex faces, const std::string& path) {
  constexpr GlobalIndex cell_limit = max_cell_count<Dim> - 1, face_limit = std::numeric_limits<Index>::max();
  if (cells <= cell_limit && faces <= face_limit) return;
  throw InputError(
      fmt::format("{}: has {} cells and {} faces, but all ranks of a run together number at most {} and {}", path,
                  cells, faces, cell_limit, face_limit));
}

template <int Dim>
PieceReader<Dim>::PieceReader(const std::string& path, int rank, int ranks) : file_(path), rank_(rank), ranks_(ranks) {
  if (const int dimension = read_mesh_dimension(file_); dimension != Dim)
    file_.refuse(fmt::format("is a {}-D mesh, but a {}-D one is needed", dimension, Dim));
  if (!file_.has_table(part_cells_table)) file_.refuse("is not cut into parts; cut it by 'rkdg partition'");
  part_cells_ = read_part_cells(file_);
  const int parts = static_cast<int>(part_cells_.size()) - 1;
  require_parts(file_, parts, ranks);
  first_ = first_part(rank, parts, ranks);
  last_ = first_part(rank + 1, parts, ranks);
  own_begin_ = part_cells_[first_];
  own_end_ = part_cells_[last_];
  if (own_end_ - own_begin_ >= max_cell_count<Dim>)
    file_.refuse(fmt::format("has {} cells for this rank, but a rank takes at most {}; start more ranks",
                             own_end_ - own_begin_, max_cell_count<Dim> - 1));
}

template <int Dim>
const Mesh<Dim>& PieceReader<Dim>::read_piece() {
  piece_ = read_mesh_order<Dim>(file_);
  read_mesh_boundaries(file_, piece_);
  read_faces_of_piece();
  find_cells();
  read_cells();
  read_nodes();
  check_arrays(piece_, file_.path());
  check_jacobians(piece_, file_.path());
  const Index own_begin = local(own_begin_);
  check_faces_of_piece(piece_, own_begin, own_begin + static_cast<Index>(own_end_ - own_begin_), file_.path());
  return piece_;
}

template <int Dim>
Subdomain<Dim> PieceReader<Dim>::read() {
  require_solver_numbers<Dim>(part_cells_.back(), file_.numbers_in("face_cells", 2), file_.path());
  read_piece();
  Subdomain<Dim> part = cut_subdomain(piece_, std::span<const int>(ranks_of_cells()), rank_, ranks_);
  for (Index& cell : part.halo.cell) cell = static_cast<Index>(cells_[cell]);
  for (Index& face : part.halo.face) face = static_cast<Index>(faces_[face]);
  return part;
}

template <int Dim>
Index PieceReader<Dim>::local(GlobalIndex cell) const {
  return static_cast<Index>(std::lower_bound(cells_.begin(), cells_.end(), cell) - cells_.begin());
}

/// Where the rows of each part begin in a table of the mesh.
template <int Dim>
std::vector<GlobalIndex> PieceReader<Dim>::begins(const char* name, const char* table, std::int64_t rows) const {
  auto begin = read_begins(file_, name, table, rows);
  if (begin.size() != part_cells_.size()) refuse_damaged(file_, name);
  return begin;
}

/// The faces of the rank's parts, and those that these share with parts of ranks before.
template <int Dim>
void PieceReader<Dim>::read_faces_of_piece() {
  const auto begin = begins("part_faces", "face_cells", file_.rows_in<std::int16_t>("face_boundaries", 1));
  const auto shared = begins("part_shared_begin", "part_shared_faces", file_.numbers_in("part_shared_faces", 1));
  const GlobalIndex first = begin[first_], last = begin[last_];
  const Numbers listed = file_.numbers("part_shared_faces", 1, shared[first_], shared[last_] - shared[first_]);
  std::copy_if(listed.begin(), listed.end(), std::back_inserter(faces_),
               [&](GlobalIndex face) { return face < first; });
  std::sort(faces_.begin(), faces_.end());
  if (std::adjacent_find(faces_.begin(), faces_.end()) != faces_.end()) refuse_damaged(file_, "part_shared_faces");
  cells_of_faces_.reserve(faces_.size() + static_cast<std::size_t>(last - first));
  const auto append = [&](const Numbers& cells) {
    for (std::size_t i = 0; i < cells.size(); i += 2) cells_of_faces_.push_back({cells[i], cells[i + 1]});
  };
  append(file_.numbers_at("face_cells", 2, faces_));
  append(file_.numbers("face_cells", 2, first, last - first));
  piece_.faces = read_sides_of_faces<Dim>(file_, 2 * cells_of_faces_.size(),
                                          [&]<class T>(const char* name, std::size_t columns, T) {
                                            auto rows = file_.rows_at<T>(name, columns, faces_);
                                            const auto own = file_.rows<T>(name, columns, first, last - first);
                                            rows.insert(rows.end(), own.begin(), own.end());
                                            return rows;
                                          });
  faces_.resize(piece_.faces.size());
  std::iota(faces_.end() - (last - first), faces_.end(), first);
  check_cells_of_faces();
  check_parts_of_faces(begin, shared, listed);
}

template <int Dim>
void PieceReader<Dim>::check_cells_of_faces() const {
  for (const CellsOfFace& f : cells_of_faces_) {
    if (f.minus < 0 || f.minus >= part_cells_.back() || f.plus < -1 || f.plus >= part_cells_.back() ||
        (!is_own(f.minus) && !is_own(f.plus)))
      refuse_damaged(file_, "face_cells");
  }
}

/// Faces lie in the lower of their two parts, and the higher one lists them.
template <int Dim>
void PieceReader<Dim>::check_parts_of_faces(const Numbers& begin, const Numbers& shared, const Numbers& listed) const {
  for (std::size_t i = 0; i < faces_.size(); ++i)
    if (parts_of_face(part_cells_, cells_of_faces_[i]).first != part_of_cell(begin, faces_[i]))
      refuse_damaged(file_, "part_faces");
  std::vector<SharedFace> expected =
      shared_faces(part_cells_, cells_of_faces_, [&](std::size_t i) { return faces_[i]; });
  std::erase_if(expected, [&](const SharedFace& face) { return face.first < first_ || face.first >= last_; });
  std::vector<SharedFace> said;
  for (int part = first_; part < last_; ++part)
    for (GlobalIndex k = shared[part]; k < shared[part + 1]; ++k) said.emplace_back(part, listed[k - shared[first_]]);
  if (said != expected) refuse_damaged(file_, "part_shared_faces");
}

/// Own cells and those across their faces, in the order of the file.
template <int Dim>
void PieceReader<Dim>::find_cells() {
  for (const CellsOfFace& f : cells_of_faces_)
    for (const GlobalIndex cell : {f.minus, f.plus})
      if (cell >= 0 && !is_own(cell)) cells_.push_back(cell);
  std::sort(cells_.begin(), cells_.end());
  cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  const auto before = std::lower_bound(cells_.begin(), cells_.end(), own_begin_) - cells_.begin();
  cells_.insert(cells_.begin() + before, own_end_ - own_begin_, 0);
  std::iota(cells_.begin() + before, cells_.begin() + before + (own_end_ - own_begin_), own_begin_);
  for (std::size_t i = 0; i < piece_.faces.size(); ++i) {
    piece_.faces[i].minus = local(cells_of_faces_[i].minus);
    if (cells_of_faces_[i].plus >= 0) piece_.faces[i].plus = local(cells_of_faces_[i].plus);
  }
  cells_of_faces_ = {};
}

/// Own cells in one piece, and the others one by one.
template <int Dim>
void PieceReader<Dim>::read_cells() {
  const auto own = std::span(cells_).subspan(local(own_begin_), own_end_ - own_begin_);
  read_cells_one_by_one({cells_.data(), own.data()});
  const Numbers begin = file_.numbers("cell_node_begin", 1, own_begin_, own_end_ - own_begin_ + 1);
  const auto shapes = file_.rows<std::uint8_t>("cell_shapes", 1, own_begin_, own_end_ - own_begin_);
  check_begins_of_cells(begin, shapes);
  append_cells(shapes, file_.numbers("cell_nodes", 1, begin.front(), begin.back() - begin.front()));
  read_cells_one_by_one({own.data() + own.size(), cells_.data() + cells_.size()});
}

template <int Dim>
void PieceReader<Dim>::read_cells_one_by_one(std::span<const GlobalIndex> cells) {
  const Numbers begin = file_.numbers_at("cell_node_begin", 1, cells);
  const auto shapes = file_.rows_at<std::uint8_t>("cell_shapes", 1, cells);
  Numbers rows;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (shapes[i] >= cell_shape_count) refuse_damaged(file_, "cell_shapes");
    const Index count = node_count(static_cast<CellShape>(shapes[i]), piece_.geometry_order);
    if (begin[i] > std::numeric_limits<GlobalIndex>::max() - count) refuse_damaged(file_, "cell_node_begin");
    for (Index k = 0; k < count; ++k) rows.push_back(begin[i] + k);
  }
  if (!std::is_sorted(rows.begin(), rows.end())) refuse_damaged(file_, "cell_node_begin");
  append_cells(shapes, file_.numbers_at("cell_nodes", 1, rows));
}

template <int Dim>
void PieceReader<Dim>::append_cells(const std::vector<std::uint8_t>& shapes, const Numbers& nodes) {
  cell_nodes_.insert(cell_nodes_.end(), nodes.begin(), nodes.end());
  if (cell_nodes_.size() > std::size_t{std::numeric_limits<Index>::max()})
    file_.refuse(fmt::format("has {} nodes of cells for this rank, but a rank takes at most {}; start more ranks",
                             cell_nodes_.size(), std::numeric_limits<Index>::max()));
  append_shapes(file_, shapes, cell_nodes_.size(), piece_);
}

/// Together the ranks check all of the table: each its own cells, and the first and last one its ends.
template <int Dim>
void PieceReader<Dim>::check_begins_of_cells(const Numbers& begin, const std::vector<std::uint8_t>& shapes) const {
  const bool is_first = own_begin_ == 0, is_last = own_end_ == part_cells_.back();
  bool fits = file_.numbers_in("cell_node_begin", 1) == part_cells_.back() + 1;
  if (is_first && begin.front() != 0) fits = false;
  if (is_last && begin.back() != file_.numbers_in("cell_nodes", 1)) fits = false;
  for (std::size_t c = 0; c < shapes.size() && fits; ++c)
    fits = shapes[c] < cell_shape_count &&
           begin[c] + node_count(static_cast<CellShape>(shapes[c]), piece_.geometry_order) == begin[c + 1];
  if (!fits) refuse_damaged(file_, "cell_node_begin");
}

/// The nodes of the rank's parts in one piece, and those that others had first, or have alone, one by one.
template <int Dim>
void PieceReader<Dim>::read_nodes() {
  const auto begin = begins("part_nodes", "nodes", file_.rows_in<double>("nodes", Dim));
  const GlobalIndex first = begin[first_], last = begin[last_];
  Numbers others;
  for (const GlobalIndex node : cell_nodes_)
    if (node < first || node >= last) others.push_back(node);
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  auto coordinates = file_.rows<double>("nodes", Dim, first, last - first);
  const auto of_others = file_.rows_at<double>("nodes", Dim, others);
  coordinates.insert(coordinates.end(), of_others.begin(), of_others.end());
  piece_.nodes.resize(coordinates.size() / Dim);
  for (std::size_t n = 0; n < piece_.nodes.size(); ++n)
    for (int d = 0; d < Dim; ++d) piece_.nodes[n][d] = coordinates[Dim * n + d];
  const auto place = [&](GlobalIndex node) {
    return node >= first && node < last
               ? node - first
               : last - first + (std::lower_bound(others.begin(), others.end(), node) - others.begin());
  };
  piece_.cell_nodes.reserve(cell_nodes_.size());
  for (const GlobalIndex node : cell_nodes_) piece_.cell_nodes.push_back(static_cast<Index>(place(node)));
  cell_nodes_ = {};
}

template <int Dim>
std::vector<int> PieceReader<Dim>::ranks_of_cells() const {
  const Numbers begin = begins_of_ranks(part_cells_, ranks_);
  std::vector<int> rank_of;
  for (const GlobalIndex cell : cells_)
    rank_of.push_back(static_cast<int>(std::upper_bound(begin.begin(), begin.end(), cell) - begin.begin()) - 1);
  return rank_of;
}

template void require_solver_numbers<2>(GlobalIndex, GlobalIndex, const std::string&);
template void require_solver_numbers<3>(GlobalIndex, GlobalIndex, const std::string&);
template class PieceReader<2>;
template class PieceReader<3>;

}  // namespace dg
