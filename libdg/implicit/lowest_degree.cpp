#include "libdg/implicit/lowest_degree.hpp"

#include <algorithm>

namespace dg {

LowestDegree::LowestDegree(const BlockGraph& own, const BlockGraph& whole, const RankCells* cells)
    : own_(own), whole_(whole), cells_(cells), is_lower_(whole.modes[number(0)] < own.modes[0]) {
  const BlockPlaces places(whole);
  std::vector<ListPiece> matrix, vector;
  for (Index cell = 0; cell < own.cells(); ++cell) {
    const Index row = number(cell);
    std::int64_t columns = whole.size(row);
    for (Index link = whole.first[row]; link < whole.first[row + 1]; ++link)
      columns += whole.size(whole.neighbour[link]);
    matrix.push_back({places.diagonal[row], whole.size(row) * columns});
    vector.push_back({static_cast<std::int64_t>(whole.begin[row]), whole.size(row)});
    matrix_rows_ += matrix.back().count;
  }
  if (!cells) return;
  matrix_.emplace(*cells->ranks, matrix);
  vector_.emplace(*cells->ranks, vector);
}

/// Calls use(at, row, column) for all blocks in rows of own cells.
template <class Use>
void LowestDegree::for_each_block(const Use& use) const {
  const BlockPlaces places(own_);
  for (Index cell = 0; cell < own_.cells(); ++cell) {
    use(places.diagonal[cell], cell, cell);
    for (Index link = own_.first[cell]; link < own_.first[cell + 1]; ++link)
      use(places.link[link], cell, own_.neighbour[link]);
  }
}

std::vector<std::int64_t> LowestDegree::matrix_places() const {
  std::vector<std::int64_t> places;
  places.reserve(matrix_rows_);
  for_each_block([&](std::int64_t at, Index row, Index column) {
    for (int j = 0; j < size(column); ++j)
      for (int i = 0; i < size(row); ++i) places.push_back(at + std::int64_t(j) * own_.size(row) + i);
  });
  return places;
}

/// Copies the leading parts of blocks.
void LowestDegree::cut(const BlockMatrix& a, float* rows) const {
  for_each_block([&](std::int64_t at, Index row, Index column) {
    for (int j = 0; j < size(column); ++j)
      rows = std::copy_n(a.numbers().data() + at + std::int64_t(j) * own_.size(row), size(row), rows);
  });
}

void LowestDegree::collect_matrix(const BlockMatrix& own, BlockMatrix& whole) {
  if (!matrix_) return cut(own, whole.numbers().data());
  HostVector<float> rows(matrix_rows_);
  cut(own, rows.data());
  matrix_->collect(rows.data(), whole.numbers().data());
}

void LowestDegree::collect_matrix(const float* rows, float* whole) {
  if (matrix_)
    matrix_->collect(rows, whole);
  else
    std::copy_n(rows, matrix_rows_, whole);
}

void LowestDegree::collect_vector(const float* rows, float* whole) {
  if (vector_)
    vector_->collect(rows, whole);
  else
    std::copy_n(rows, whole_.unknowns(), whole);
}

}  // namespace dg
