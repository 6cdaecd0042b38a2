#include <fmt/format.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "apps/case/choices.hpp"
#include "apps/python/bindings.hpp"
#include "apps/run/order_mesh.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/element/element.hpp"
#include "reorder/colouring.hpp"
#include "reorder/mesh_graph.hpp"
#include "reorder/metrics.hpp"
#include "reorder/partition.hpp"
#include "reorder/report.hpp"

namespace nb = nanobind;

namespace dg::app {
namespace {

using Numbers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Pairs = nb::ndarray<const std::int64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Points = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using NumbersOut = nb::ndarray<nb::numpy, std::int64_t>;

template <class Values>
NumbersOut numbers_of(const Values& values) {
  return array_of(std::vector<std::int64_t>(values.begin(), values.end()), {values.size()});
}

Index index_of(std::int64_t number, const char* what) {
  if (number < -1 || number > std::numeric_limits<Index>::max())
    throw InputError(fmt::format("Graph: {} {} is out of range", what, number));
  return static_cast<Index>(number);
}

/// `boundaries` has the number of the name of each face, -1 between two cells.
CellGraph graph_of_arrays(std::int64_t cells, const Pairs& faces, const Numbers& boundaries,
                          const std::vector<std::string>& names, const Points& centroids) {
  std::vector<GraphFace> all;
  for (std::size_t i = 0; i < faces.shape(0); ++i) {
    const auto boundary = static_cast<std::int16_t>(boundaries.data()[i]);
    all.push_back({index_of(faces.data()[2 * i], "cell"), index_of(faces.data()[2 * i + 1], "cell"), boundary});
  }
  CellGraph graph = build_graph(index_of(cells, "number of cells"), std::move(all), names);
  graph.dimension = static_cast<int>(centroids.shape(1));
  graph.centroids.assign(centroids.data(), centroids.data() + centroids.size());
  return graph;
}

NumbersOut faces_of(const CellGraph& graph) {
  std::vector<std::int64_t> cells;
  for (const GraphFace& face : graph.faces) cells.insert(cells.end(), {face.minus, face.plus});
  return array_of(std::move(cells), {graph.faces.size(), 2});
}

NumbersOut boundaries_of(const CellGraph& graph) {
  std::vector<std::int64_t> boundaries;
  for (const GraphFace& face : graph.faces) boundaries.push_back(face.boundary);
  return numbers_of(boundaries);
}

auto centroids_of(const CellGraph& graph) {
  const auto dim = static_cast<std::size_t>(graph.dimension);
  return array_of(graph.centroids, {dim == 0 ? 0 : graph.centroids.size() / dim, dim});
}

OrderingOptions options_of(const std::string& method, std::vector<std::string> starts, std::uint64_t seed) {
  return {.method = parse_ordering_method(method), .starts = std::move(starts), .seed = seed};
}

std::pair<NumbersOut, NumbersOut> order_graph(const CellGraph& graph, const std::string& method,
                                              const std::vector<std::string>& starts, std::uint64_t seed) {
  Ordering ordering;
  {
    const nb::gil_scoped_release release;
    ordering = order(graph, options_of(method, starts, seed));
  }
  return {numbers_of(ordering.cells), numbers_of(ordering.faces)};
}

std::vector<Index> indices(const Numbers& numbers) {
  std::vector<Index> all;
  for (std::size_t i = 0; i < numbers.size(); ++i) all.push_back(index_of(numbers.data()[i], "number"));
  return all;
}

CellGraph permuted_graph(const CellGraph& graph, const Numbers& cells, const Numbers& faces) {
  const Ordering ordering{indices(cells), indices(faces)};
  const nb::gil_scoped_release release;
  return permuted(graph, ordering);
}

NumbersOut colours(const CellGraph& graph, const std::string& rule) {
  constexpr std::array choices{std::pair{"greedy", ColouringRule::greedy},
                               std::pair{"balanced", ColouringRule::balanced}, std::pair{"few", ColouringRule::few}};
  for (const auto& [name, value] : choices) {
    if (rule != name) continue;
    const FaceColouring colouring = colour_faces(graph, value);
    std::vector<std::int64_t> colour(colouring.faces.size());
    for (int c = 0; c < colouring.colour_count(); ++c)
      for (Index i = colouring.colour_begin[c]; i < colouring.colour_begin[c + 1]; ++i) colour[colouring.faces[i]] = c;
    return numbers_of(colour);
  }
  throw InputError(fmt::format("colour: there is no rule '{}'; there are: greedy, balanced, few", rule));
}

NumbersOut parts(const CellGraph& graph, int count, const Numbers& weights, std::uint64_t seed) {
  std::vector<int> costs;
  for (std::size_t i = 0; i < weights.size(); ++i) costs.push_back(static_cast<int>(weights.data()[i]));
  std::vector<int> part;
  {
    const nb::gil_scoped_release release;
    part = partition_cells(graph, count, costs, seed);
  }
  return numbers_of(part);
}

std::string report(const MeshHolder& holder, const std::string& method, const std::vector<std::string>& starts,
                   std::uint64_t seed, const std::string& assembly, int degree) {
  const OrderingOptions options = options_of(method, starts, seed);
  SpaceOptions space;
  space.assembly = choose(assembly_choices, assembly, "assembly");
  space.degree = degree;
  if (space.assembly == Assembly::automatic)
    throw InputError("assembly auto: the order in memory depends on the assembly; name one, such as gather or tiles");
  if (degree < 0 || degree > max_degree)
    throw InputError(fmt::format("degree {}: expected 0 to {}", degree, max_degree));
  return std::visit(
      [&]<int Dim>(const Mesh<Dim>& mesh) {
        const auto after = in_order(mesh, options);
        if constexpr (Dim == 2)
          return report_json(order_report(mesh, after, options, space)).dump();
        else
          return report_json(order_report(mesh, after, options)).dump();
      },
      holder.mesh);
}

}  // namespace

void bind_reorder(nb::module_& module) {
  nb::class_<CellGraph>(module, "CellGraph", "Cells and the faces between them.")
      .def_prop_ro("cell_count", &CellGraph::cell_count)
      .def_prop_ro("names", [](const CellGraph& graph) { return graph.boundary_names; })
      .def("faces", &faces_of)
      .def("boundaries", &boundaries_of)
      .def("centroids", &centroids_of);
  const nb::call_guard<nb::gil_scoped_release> alone;
  module.def("graph_of_arrays", &graph_of_arrays, nb::arg("cells"), nb::arg("faces"), nb::arg("boundaries"),
             nb::arg("names"), nb::arg("centroids"));
  module.def(
      "graph_of_mesh",
      [](const MeshHolder& holder) {
        return std::visit([](const auto& mesh) { return make_graph(mesh); }, holder.mesh);
      },
      nb::arg("mesh"), alone);
  module.def("order_graph", &order_graph, nb::arg("graph"), nb::arg("method"), nb::arg("starts"), nb::arg("seed"));
  module.def("permuted_graph", &permuted_graph, nb::arg("graph"), nb::arg("cells"), nb::arg("faces"));
  module.def(
      "graph_quality",
      [](const CellGraph& graph, const std::vector<std::string>& starts) {
        return quality_json(assess(graph, starts)).dump();
      },
      nb::arg("graph"), nb::arg("starts"), alone);
  module.def("colours", &colours, nb::arg("graph"), nb::arg("rule"));
  module.def("parts", &parts, nb::arg("graph"), nb::arg("count"), nb::arg("weights"), nb::arg("seed"));
  module.def("reorder_report", &report, nb::arg("mesh"), nb::arg("method"), nb::arg("starts"), nb::arg("seed"),
             nb::arg("assembly"), nb::arg("degree"), alone);
}

}  // namespace dg::app
