/// The faces and data of a loop, and what must come out.
#pragma once

#include <string>
#include <vector>

#include "reorder/graph.hpp"

namespace dg::face_loops {

/// sum: a face adds its number to its minus cell and takes it from its plus cell (algorithm 1 of the paper).
/// maximum: the largest number of a cell and its neighbours (algorithm 2).
enum class LoopKind { sum, maximum };

/// Data are small integers, so that every order of additions gives the same bits, in single precision, too.
struct Problem {
  CellGraph graph;

  Index cell_count() const { return graph.cell_count(); }
  Index face_count() const { return graph.face_count(); }

  /// From -8 to 8.
  double face_value(Index face, int component) const;
  /// From -1000 to 1000.
  double cell_value(Index cell, int component) const;
};

/// The results by one thread, face after face, component by component.
std::vector<double> serial_results(const Problem& problem, LoopKind kind, int components);

/// Bytes that a loop must move at least: face data and the cells of each face once, and the results; for the maximum
/// the cells of each face, and the numbers of the cells read and written.
double least_bytes(const Problem& problem, LoopKind kind, int components, int bytes_per_number);

}  // namespace dg::face_loops
