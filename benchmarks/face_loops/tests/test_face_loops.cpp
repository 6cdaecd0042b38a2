#include <catch2/catch.hpp>
#include <numeric>

#include "benchmarks/face_loops/tests/check_loops.hpp"
#include "benchmarks/face_loops/traffic.hpp"

using namespace dg;
using namespace dg::face_loops;

namespace {

/// A mesh of three cells in a row, of which each has one face more.
Problem three_cells() { return {build_graph(3, {{0, 1}, {1, 2}, {0, -1, 0}, {1, -1, 0}, {2, -1, 0}}, {"wall"})}; }

std::string conflict_in(const LoopLayout& layout) {
  try {
    require_no_conflict(layout);
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("one thread adds and compares as by hand") {
  const Problem p = three_cells();
  const auto v = [&](Index face) { return p.face_value(face, 0); };
  const auto u = [&](Index cell) { return p.cell_value(cell, 0); };
  CHECK(serial_results(p, LoopKind::sum, 1) == std::vector<double>{v(0) + v(2), v(1) - v(0) + v(3), v(4) - v(1)});
  CHECK(serial_results(p, LoopKind::maximum, 1) ==
        std::vector<double>{std::max(u(0), u(1)), std::max({u(0), u(1), u(2)}), std::max(u(1), u(2))});
  CHECK(least_bytes(p, LoopKind::sum, 1, 8) == 5 * 16 + 3 * 8);
  CHECK(least_bytes(p, LoopKind::maximum, 5, 4) == 5 * 8 + 3 * 40);
}

TEST_CASE("data differ between items and components, and are small integers") {
  const Problem p{layers_graph("grid")};
  double least = 0, most = 0, sum = 0;
  for (Index f = 0; f < p.face_count(); ++f)
    for (int c = 0; c < 5; ++c) {
      const double x = p.face_value(f, c);
      CHECK(x == std::round(x));
      least = std::min(least, x);
      most = std::max(most, x);
      sum += x;
    }
  CHECK(least == -8);
  CHECK(most == 8);
  CHECK(std::abs(sum) < 0.3 * p.face_count());
}

TEST_CASE("every strategy, ordering, colouring and precision gives the bits of one thread") {
  check_all_strategies(make_cpu_loop, true);
}

TEST_CASE("a planted conflict is caught, in a colour, in a block and between blocks") {
  const Problem problem{layers_graph("grid")};
  const FaceColouring right = colour_faces(problem.graph);
  // A face of the second colour goes to the first, where the first face of its minus cell is.
  FaceColouring wrong = right;
  ++wrong.colour_begin[1];
  for (const Strategy strategy :
       {Strategy::colour, Strategy::colour_shared, Strategy::colour_aligned, Strategy::colour_sorted}) {
    CHECK(conflict_in(make_layout(problem, strategy, right)) == "");
    const std::string found = conflict_in(make_layout(problem, strategy, wrong));
    CHECK_THAT(found, Catch::Matchers::Contains("run at once and share cell"));
    const std::string face = std::to_string(right.faces[right.colour_begin[1]]);
    CHECK_THAT(found, Catch::Matchers::Contains("faces " + face + " and") ||
                          Catch::Matchers::Contains("and " + face + " run"));
  }
  CHECK(conflict_in(make_layout(problem, Strategy::atomic, wrong)) == "");

  LoopLayout blocks = make_layout(problem, Strategy::block_colour, right);
  CHECK(conflict_in(blocks) == "");
  LoopLayout one_colour = blocks;
  std::fill(one_colour.face_colours.begin(), one_colour.face_colours.end(), 0);
  CHECK_THAT(conflict_in(one_colour), Catch::Matchers::Contains("run at once"));
  REQUIRE(blocks.part_count() > 1);
  blocks.part_begin = {0, blocks.part_begin.back()};
  CHECK_THAT(conflict_in(blocks), Catch::Matchers::Contains("run at once"));
}

TEST_CASE("a wrong result is told by its component and cell") {
  const std::vector<double> reference{1, 2, 3, 4}, wrong{1, 2, 3, 5};
  CHECK_FALSE(first_difference(reference, reference, 2));
  CHECK(first_difference(wrong, reference, 2).value() == "component 1 of cell 1 is 5.000000, and must be 4.000000");
}

TEST_CASE("the cells of the largest colour stand in a row where they are aligned") {
  const Problem problem{layers_graph("random")};
  const auto colouring = colour_faces(problem.graph);
  const LoopLayout layout = make_layout(problem, Strategy::colour_aligned, colouring);
  const auto sizes = sizes_of(colouring.colour_begin);
  const auto largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  for (Index i = 0; i < sizes[largest]; ++i) {
    const Index face = layout.run[layout.part_begin[largest] + i];
    CHECK(face == i);
    CHECK(layout.minus[face] == i);
  }
}

TEST_CASE("sectors are counted as by hand") {
  // 64 cells in a row and the faces between them, in two colours; 32 faces of a colour are one warp.
  std::vector<GraphFace> faces;
  for (Index i = 0; i < 64; ++i) faces.push_back({i, i + 1});
  const Problem problem{build_graph(65, faces, {})};
  const auto colouring = colour_faces(problem.graph);
  REQUIRE(sizes_of(colouring.colour_begin) == std::vector<Index>{32, 32});
  const auto bytes = [&](Strategy strategy, LoopKind kind, int components) {
    return sector_bytes(make_layout(problem, strategy, colouring), kind, components, 8) / 32;
  };
  // A warp reads every second face: numbers of 32 faces 4 sectors, their minus and plus cells 8 each, values 16; and it
  // loads and stores every second of 64 cells: 16 sectors each, of the plus cells 17 where they begin within a sector.
  CHECK(bytes(Strategy::colour, LoopKind::sum, 1) == 2 * (4 + 8 + 8 + 16) + 2 * (16 + 16) + 2 * (16 + 17));
  // In a row: no numbers, half as many sectors of the data of faces.
  CHECK(bytes(Strategy::colour_sorted, LoopKind::sum, 1) == 2 * (4 + 4 + 8) + 2 * (16 + 16) + 2 * (16 + 17));
  // All faces in a row: cells 8 sectors a warp, from 1 on 9, by one operation.
  CHECK(bytes(Strategy::atomic, LoopKind::sum, 1) == 2 * (4 + 4 + 8) + 2 * (8 + 9));
  CHECK(bytes(Strategy::atomic, LoopKind::maximum, 5) == 2 * (4 + 4) + 5 * 2 * 2 * (8 + 9));
}

TEST_CASE("a loop takes time, and so does a part of it") {
  const Problem problem{layers_graph("grid")};
  const auto loop = make_cpu_loop(problem, make_layout(problem, Strategy::colour, colour_faces(problem.graph)),
                                  {LoopKind::sum, 5, Precision::double_precision, 1});
  CHECK(loop->part_count() > 5);
  CHECK(time_loop(*loop, 7).median > 0);
  CHECK(time_part(*loop, 1, 7).median > 0);
}
