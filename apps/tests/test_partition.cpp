// Which cells the parts of a mesh keep together.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "apps/run/partition.hpp"
#include "meshes/generate.hpp"

using namespace dg;

TEST_CASE("a cell with one neighbour has the part of that one") {
  int found = 0;
  for (int n = 2; n <= 8; ++n) {
    const Mesh2 mesh = generate_mesh("square", 0, {{"kind", "triangles"}, {"n", std::to_string(n)}});
    std::vector<std::vector<Index>> neighbours(mesh.cell_count());
    for (const Face& f : mesh.faces) {
      if (f.plus < 0) continue;
      neighbours[f.minus].push_back(f.plus);
      neighbours[f.plus].push_back(f.minus);
    }
    for (int parts = 2; parts <= 6; ++parts) {
      const std::vector<int> part_of = app::parts_of_cells(mesh, parts, {});
      for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
        if (neighbours[cell].size() != 1 || std::count(part_of.begin(), part_of.end(), part_of[cell]) == 1) continue;
        INFO(n << " a side, " << parts << " parts, cell " << cell);
        CHECK(part_of[cell] == part_of[neighbours[cell].front()]);
        ++found;
      }
    }
  }
  CHECK(found > 0);
}
