/// Runs every strategy on small meshes and compares its bits with those of one thread.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <variant>

#include "benchmarks/face_loops/measure.hpp"
#include "libdg/core/errors.hpp"
#include "meshes/generate.hpp"
#include "reorder/mesh_graph.hpp"
#include "reorder/order.hpp"

namespace dg::face_loops {

inline constexpr std::array all_strategies{Strategy::serial,        Strategy::atomic,         Strategy::colour,
                                           Strategy::colour_shared, Strategy::colour_aligned, Strategy::colour_sorted,
                                           Strategy::block_colour,  Strategy::gather};
inline constexpr std::array all_rules{ColouringRule::greedy, ColouringRule::balanced, ColouringRule::few};

inline CellGraph layers_graph(const std::string& numbering) {
  return make_graph(std::get<Mesh3>(generate_any_mesh(
      "box", 0, {{"kind", "layers"}, {"n", "5"}, {"prisms", "3"}, {"tetrahedra", "4"}, {"numbering", numbering}})));
}

/// `make` is make_cpu_loop() or make_cuda_loop().
template <class Make>
void check_all_strategies(Make make, bool with_serial) {
  for (const char* numbering : {"grid", "random"})
    for (const OrderingMethod method : {OrderingMethod::none, OrderingMethod::layers, OrderingMethod::hilbert}) {
      OrderingOptions ordering;
      ordering.method = method;
      Problem problem{layers_graph(numbering)};
      problem.graph = permuted(problem.graph, order(problem.graph, ordering));
      for (const LoopKind kind : {LoopKind::sum, LoopKind::maximum})
        for (const int components : {1, 5}) {
          const auto reference = serial_results(problem, kind, components);
          for (const ColouringRule rule : all_rules) {
            const auto colouring = colour_faces(problem.graph, rule);
            for (const Strategy strategy : all_strategies) {
              if (strategy == Strategy::serial && !with_serial) continue;
              if (strategy == Strategy::block_colour && numbering == std::string("random") &&
                  method == OrderingMethod::none)
                continue;  // its blocks take too many colours
              const LoopLayout layout = make_layout(problem, strategy, colouring);
              CHECK_NOTHROW(require_no_conflict(layout));
              for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
                CAPTURE(numbering, name_of(method), int(kind), components, int(rule), int(strategy), int(precision));
                const auto loop = make(problem, layout, LoopOptions{kind, components, precision, 2});
                loop->prepare();
                loop->run();
                const auto difference = first_difference(loop->results(), reference, problem.cell_count());
                CHECK(difference.value_or("") == "");
              }
            }
          }
        }
    }
}

}  // namespace dg::face_loops
