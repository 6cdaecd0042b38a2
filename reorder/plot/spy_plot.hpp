/// The cell correlation matrix: a dot where two cells share a face, drawn over the numbers of both.
#pragma once

#include <string>
#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// One matrix of a plot: a mesh in some order, and the words above it.
struct SpyPanel {
  std::string title;
  const CellGraph* graph;
};

/// Draws the matrices side by side into an SVG file, number 0 at the top left. Up to 20000 faces become dots. More are
/// counted in bins of cell numbers, drawn dark for many (on a logarithmic scale that all panels share). Throws
/// InputError if the file cannot be written. Precondition: at least one panel.
void write_spy_svg(const std::string& file, const std::vector<SpyPanel>& panels);

}  // namespace dg
