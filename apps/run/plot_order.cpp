#include "apps/run/plot_order.hpp"

#include "apps/case/suggest.hpp"
#include "reorder/mesh_graph.hpp"
#include "reorder/plot/spy_plot.hpp"

namespace dg::app {

PlotFiles::PlotFiles(std::string name) {
  if (name.ends_with(".svg")) name.resize(name.size() - 4);
  matrix = name + "-matrix.svg";
  mesh = name + "-mesh.svg";
}

void plot_order(const PlotFiles& files, const Mesh2& before, const Ordering& ordering, const OrderingOptions& options,
                const std::optional<Window>& window) {
  const std::string start = join(options.starts);
  const std::string was = "before", is = std::string(name_of(options.method)) + (start.empty() ? "" : " from " + start);
  const CellGraph graph = make_graph(before), ordered = permuted(graph, ordering);
  write_spy_svg(files.matrix, {{was, &graph}, {is, &ordered}});
  const auto unchanged = identity_permutation(before.cell_count());
  write_order_svg(files.mesh, outlines_of(before), {{was, unchanged}, {is, ordering.cells}}, window);
}

}  // namespace dg::app
