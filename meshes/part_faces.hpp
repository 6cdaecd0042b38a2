/// Faces between the parts of a mesh whose cells lie part by part.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "meshes/global_index.hpp"

namespace dg {

/// The part of a cell; part k has the cells from part_cells[k] up to part_cells[k + 1]. Precondition: it is in one.
template <class Number>
int part_of_cell(const std::vector<Number>& part_cells, GlobalIndex cell) {
  return static_cast<int>(std::upper_bound(part_cells.begin(), part_cells.end(), cell) - part_cells.begin()) - 1;
}

/// The parts of the cells of a face, the lower one first. A face has numbers of cells `minus` and `plus`.
template <class Number, class CellsOfFace>
std::pair<int, int> parts_of_face(const std::vector<Number>& part_cells, const CellsOfFace& face) {
  const int minus = part_of_cell(part_cells, face.minus);
  return face.plus < 0 ? std::pair(minus, minus) : std::minmax({minus, part_of_cell(part_cells, face.plus)});
}

/// A face and the higher of the two parts that it lies between.
using SharedFace = std::pair<int, GlobalIndex>;

/// Those of `faces`, whose number in the mesh is number_of(i), by part and by number.
template <class Number, class CellsOfFace, class NumberOf>
std::vector<SharedFace> shared_faces(const std::vector<Number>& part_cells, const std::vector<CellsOfFace>& faces,
                                     const NumberOf& number_of) {
  std::vector<SharedFace> shared;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto [low, high] = parts_of_face(part_cells, faces[i]);
    if (low != high) shared.emplace_back(high, number_of(i));
  }
  std::sort(shared.begin(), shared.end());
  return shared;
}

}  // namespace dg
