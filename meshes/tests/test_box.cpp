#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <string>
#include <utility>

#include "meshes/checks.hpp"
#include "meshes/generate.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"

using namespace dg;
using namespace dg::samples;

TEST_CASE("a box has its counts, its volume, and a closed surface") {
  struct Expected {
    const char* kind;
    int cells_per_cube;
  };
  for (const auto& [kind, cells] : {Expected{"tetrahedra", 6}, {"prisms", 2}, {"hexahedra", 1}})
    for (int order = 1; order <= max_geometry_order; ++order) {
      const Mesh3 mesh = box({{"kind", kind},
                              {"nx", "3"},
                              {"ny", "2"},
                              {"nz", "4"},
                              {"xmax", "2"},
                              {"order", std::to_string(order)},
                              {"curved", order > 1 ? "0.03" : "0"}});
      CHECK(mesh.cell_count() == 24 * cells);
      CHECK(total_volume(mesh) == Approx(2).epsilon(1e-13));
      CHECK_NOTHROW(check_faces(mesh, "box"));
      CHECK(mesh.boundary_names == std::vector<std::string>{"left", "right", "bottom", "top", "front", "back"});
    }
}

TEST_CASE("Euler's formula holds for a box of any cells") {
  for (const char* kind : {"tetrahedra", "prisms", "hexahedra", "hybrid", "layers"}) {
    const Mesh3 mesh = box({{"kind", kind}, {"n", "3"}});
    const auto edges = static_cast<Index>(edges_of(mesh).size());
    CHECK(mesh.node_count() - edges + mesh.face_count() - mesh.cell_count() == 1);
    CHECK(total_volume(mesh) == Approx(1).epsilon(1e-13));
  }
}

TEST_CASE("a hybrid box has the counts of its cubes, and as many faces on opposite sides") {
  for (const auto& [nx, ny, nz] : {std::array{2, 1, 2}, {3, 2, 2}, {2, 3, 3}, {4, 4, 4}, {5, 2, 5}}) {
    CAPTURE(nx, ny, nz);
    const Mesh3 mesh = box({{"kind", "hybrid"},
                            {"nx", std::to_string(nx)},
                            {"ny", std::to_string(ny)},
                            {"nz", std::to_string(nz)},
                            {"zmax", "2"}});
    CHECK(total_volume(mesh) == Approx(2).epsilon(1e-13));
    const auto cells = [&](CellShape shape) {
      return std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), shape);
    };
    // Columns of hexahedra, with tetrahedra beside two pyramids, and of prisms, with six a cube.
    const int beside = nx / 2 * ny, columns = nx * ny - beside, under = nz / 2, above = nz - under;
    CHECK(cells(CellShape::hexahedron) == columns * under);
    CHECK(cells(CellShape::prism) == 2 * beside * under);
    CHECK(cells(CellShape::pyramid) == 2 * columns);
    CHECK(cells(CellShape::tetrahedron) == 6 * beside * above + columns * (above == 1 ? 8 : 6 * above + 2));
    const int x = ny * (under + 2 * above), y = nx * (under + 2 * above), z = columns + 2 * beside;
    for (const auto& [boundary, faces] :
         {std::pair{"left", x}, {"right", x}, {"bottom", y}, {"top", y}, {"front", z}, {"back", z}})
      CHECK(faces_in(mesh, boundary) == faces);
  }
}

TEST_CASE("a hybrid box of too few cubes is refused by the number that is wrong") {
  const std::string right = "should be at least 2 for kind = hybrid";
  check_refused([] { box({{"kind", "hybrid"}, {"n", "1"}}); }, {"mesh 'box': parameter n = '1' " + right});
  check_refused([] { box({{"kind", "hybrid"}, {"nx", "1"}}); }, {"mesh 'box': parameter nx = '1' " + right});
  check_refused([] { box({{"kind", "hybrid"}, {"nz", "1"}}); }, {"mesh 'box': parameter nz = '1' " + right});
}

TEST_CASE("layers have the counts of prisms and of tetrahedra") {
  const int n = 5, p = 3, t = 2;
  for (const char* numbering : {"grid", "random"}) {
    const Mesh3 mesh =
        box({{"kind", "layers"}, {"n", "5"}, {"prisms", "3"}, {"tetrahedra", "2"}, {"numbering", numbering}});
    CHECK(mesh.cell_count() == n * n * (2 * p + 6 * t));
    CHECK(std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), CellShape::prism) == 2 * n * n * p);
    // Sides of cells, less those of the boundary, are counted twice.
    const int boundary = 2 * 2 * n * n + 4 * n * (p + 2 * t);
    CHECK(mesh.face_count() == (n * n * (2 * p * 5 + 6 * t * 4) + boundary) / 2);
    CHECK(std::is_sorted(mesh.cell_shapes.rbegin(), mesh.cell_shapes.rend()) == (numbering == std::string("grid")));
  }
}

TEST_CASE("a box in random order has its faces as if they were found in that order") {
  const Mesh3 mesh = box({{"kind", "layers"}, {"n", "4"}, {"numbering", "random"}});
  Mesh3 again = mesh;
  std::vector<TaggedFace<3>> sides;
  for (const Face& face : mesh.faces) {
    if (face.plus >= 0) continue;
    const auto vertices = face_vertex_nodes(mesh, face.minus, face.minus_face);
    sides.push_back({{-1, -1, -1, -1}, face.boundary});
    std::copy(vertices.begin(), vertices.end(), sides.back().vertices.begin());
  }
  build_faces(again, sides, "again");
  CHECK(same(again, mesh));
}

TEST_CASE("layers of the size of a published mesh have the published number of cells and faces, to a thousandth") {
  // Zhang et al., J. Natl. Univ. Def. Technol. 44(5), 2022: 0.46 and 1.04 million.
  const Mesh3 mesh =
      box({{"kind", "layers"}, {"n", "63"}, {"prisms", "28"}, {"tetrahedra", "10"}, {"numbering", "random"}});
  CHECK(mesh.cell_count() == 460404);
  CHECK(mesh.face_count() == 1045926);
}

TEST_CASE("cells of a box are permuted, and permuted back, with their periodic faces") {
  for (const char* kind : {"tetrahedra", "hybrid"}) {
    Mesh3 mesh = box({{"kind", kind}, {"n", "3"}});
    connect_periodic(mesh, "bottom", "top", "box");
    connect_periodic(mesh, "front", "back", "box");
    std::vector<Index> cells(mesh.cell_count()), faces(mesh.face_count()), cells_back(cells), faces_back(faces);
    std::iota(cells.begin(), cells.end(), 0);
    std::iota(faces.begin(), faces.end(), 0);
    std::shuffle(cells.begin(), cells.end(), std::mt19937(1));
    std::shuffle(faces.begin(), faces.end(), std::mt19937(2));
    for (std::size_t i = 0; i < cells.size(); ++i) cells_back[cells[i]] = static_cast<Index>(i);
    for (std::size_t i = 0; i < faces.size(); ++i) faces_back[faces[i]] = static_cast<Index>(i);
    const Mesh3 mixed = permuted(mesh, cells, faces);
    CHECK_FALSE(same(mixed, mesh));
    CHECK_NOTHROW(check_faces(mixed, "mixed"));
    CHECK(same(permuted(mixed, cells_back, faces_back), mesh));
  }
}

TEST_CASE("periodic sides of a box become faces between cells a translation apart") {
  using Case = std::pair<const char*, const char*>;
  for (const auto& [kind, nz] : {Case{"tetrahedra", "2"},
                                 {"prisms", "2"},
                                 {"hexahedra", "2"},
                                 {"pyramids", "2"},
                                 {"hybrid", "2"},
                                 {"hybrid", "3"},
                                 {"hybrid", "4"}})
    for (int order = 1; order <= 3; order += 2) {
      CAPTURE(kind, nz, order);
      Mesh3 mesh =
          box({{"kind", kind}, {"nx", "3"}, {"ny", "2"}, {"nz", nz}, {"zmax", "4"}, {"order", std::to_string(order)}});
      const Index all = mesh.face_count();
      const auto on = [&](int boundary) {
        return std::count_if(mesh.faces.begin(), mesh.faces.end(),
                             [&](const Face& f) { return f.boundary == boundary; });
      };
      const auto left = on(0), bottom = on(2), front = on(4);
      connect_periodic(mesh, "left", "right", "box");
      connect_periodic(mesh, "bottom", "top", "box");
      connect_periodic(mesh, "back", "front", "box");
      CHECK(mesh.face_count() == all - left - front - bottom);
      CHECK(std::all_of(mesh.faces.begin(), mesh.faces.end(), [](const Face& f) { return f.plus >= 0; }));
      CHECK_NOTHROW(check_faces(mesh, "box"));
      REQUIRE(mesh.periodic_pairs.size() == 3);
      CHECK(mesh.periodic_pairs[2].translation[2] == Approx(-4));
      for (const Face& face : mesh.faces) {
        const auto here = face_vertex_nodes(mesh, face.minus, face.minus_face),
                   there = face_vertex_nodes(mesh, face.plus, face.plus_face);
        const int n = here.count;
        const Point3 shift = minus(mesh.nodes[there[face.orientation]], mesh.nodes[here[0]]);
        for (int i = 0; i < n; ++i) {
          const Point3 gap = minus(mesh.nodes[there[(face.orientation - i + n) % n]], mesh.nodes[here[i]]);
          for (int d = 0; d < 3; ++d) CHECK(gap[d] == Approx(shift[d]).margin(1e-14));
        }
      }
    }
}

TEST_CASE("boundaries of a box that do not match are refused") {
  Mesh3 mesh = box({{"kind", "prisms"}, {"nx", "2"}, {"ny", "3"}, {"nz", "2"}});
  check_refused([&] { connect_periodic(mesh, "left", "bottom", "case.ini"); }, {"have 6 and 4 faces"});
  check_refused([&] { connect_periodic(mesh, "left", "lfet", "case.ini"); }, {"'lfet' is not in the mesh"});
  mesh = box({{"kind", "tetrahedra"}, {"n", "2"}, {"xmax", "2"}});
  check_refused([&] { connect_periodic(mesh, "left", "bottom", "case.ini"); },
                {"the face of boundary 'left' at", "has no counterpart in 'bottom'", "a translation or a rotation"});
}
