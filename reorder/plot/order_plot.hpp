/// The mesh with every cell coloured by its number.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reorder/plot/outlines.hpp"

namespace dg {

/// One picture of a plot: an order of the cells of the outlines (new to old), and the words above it.
struct OrderPanel {
  std::string title;
  std::span<const Index> cells;
};

/// Part of the plane to show.
struct Window {
  double x_low, x_high, y_low, y_high;
};

/// Draws the meshes side by side into an SVG file, the first cells dark and the last ones light. Up to 20000 cells
/// become polygons; more are drawn into an image. Without a window all of the mesh is shown. Throws InputError if the
/// window is empty or the file cannot be written. Preconditions: at least one panel, each with as many cells as there
/// are outlines, and at least one cell.
void write_order_svg(const std::string& file, const CellOutlines& outlines, const std::vector<OrderPanel>& panels,
                     const std::optional<Window>& window = std::nullopt);

}  // namespace dg
