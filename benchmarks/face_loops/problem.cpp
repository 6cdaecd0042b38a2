#include "benchmarks/face_loops/problem.hpp"

#include <algorithm>
#include <cstdint>

namespace dg::face_loops {
namespace {

// A number from -most to most that depends on both arguments as if by chance.
double scattered(Index item, int component, int most) {
  std::uint64_t h = static_cast<std::uint64_t>(item) * 8 + static_cast<std::uint64_t>(component) + 1;
  h *= 0x9e3779b97f4a7c15U;
  h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9U;
  const auto place = static_cast<int>((h >> 33) % static_cast<std::uint64_t>(2 * most + 1));
  return place - most;
}

}  // namespace

double Problem::face_value(Index face, int component) const { return scattered(face, component, 8); }

double Problem::cell_value(Index cell, int component) const { return scattered(cell, component, 1000); }

std::vector<double> serial_results(const Problem& problem, LoopKind kind, int components) {
  const auto cells = static_cast<std::size_t>(problem.cell_count());
  std::vector<double> results(cells * components, 0.0);
  for (int c = 0; c < components; ++c) {
    double* result = results.data() + c * cells;
    if (kind == LoopKind::sum) {
      for (Index f = 0; f < problem.face_count(); ++f) {
        const GraphFace& face = problem.graph.faces[f];
        const double value = problem.face_value(f, c);
        result[face.minus] += value;
        if (face.plus >= 0) result[face.plus] -= value;
      }
      continue;
    }
    for (Index cell = 0; cell < problem.cell_count(); ++cell) result[cell] = problem.cell_value(cell, c);
    for (const GraphFace& face : problem.graph.faces) {
      if (face.plus < 0) continue;
      result[face.minus] = std::max(result[face.minus], problem.cell_value(face.plus, c));
      result[face.plus] = std::max(result[face.plus], problem.cell_value(face.minus, c));
    }
  }
  return results;
}

double least_bytes(const Problem& problem, LoopKind kind, int components, int bytes_per_number) {
  const double faces = problem.face_count(), cells = problem.cell_count(), width = components * bytes_per_number;
  const double numbers_of_cells = 2 * sizeof(Index) * faces;
  return numbers_of_cells + (kind == LoopKind::sum ? faces * width + cells * width : 2 * cells * width);
}

}  // namespace dg::face_loops
