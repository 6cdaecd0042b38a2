/// Pictures of what an ordering did to a mesh, for `rkdg reorder --plot`.
#pragma once

#include <optional>
#include <string>

#include "apps/run/order_mesh.hpp"
#include "reorder/plot/order_plot.hpp"

namespace dg::app {

/// The files that plot_order() writes for `name`: NAME-matrix.svg and NAME-mesh.svg, a name that ends in .svg losing
/// that first.
struct PlotFiles {
  explicit PlotFiles(std::string name);
  std::string matrix, mesh;
};

/// Draws the cell correlation matrix and the mesh coloured by cell number, each before and after, in the order of the
/// mesh. `before` is the mesh that `ordering` applies to. The part of the plane to show is `window` (none: all of it).
/// Throws InputError if a file cannot be written.
void plot_order(const PlotFiles& files, const Mesh2& before, const Ordering& ordering, const OrderingOptions& options,
                const std::optional<Window>& window);

}  // namespace dg::app
