#include "reorder/graph.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <variant>

#include "meshes/errors.hpp"
#include "meshes/generate.hpp"
#include "reorder/tests/sample_graphs.hpp"

using namespace dg;
using Catch::Equals;
using List = std::vector<Index>;

TEST_CASE("a graph lists the faces and neighbours of each cell at their local numbers") {
  // Two quadrilaterals side by side: faces bottom, right, top, left.
  const auto graph = make_graph(test::grid_mesh(2, 1));
  REQUIRE(graph.cell_count() == 2);
  REQUIRE(graph.face_count() == 7);
  CHECK(graph.cell_begin == List{0, 4, 8});
  CHECK(graph.cell_neighbours == List{-1, 1, -1, -1, -1, -1, -1, 0});
  for (Index cell = 0; cell < 2; ++cell)
    for (Index k = 0; k < 4; ++k) {
      const auto& face = graph.faces[graph.faces_of(cell)[k]];
      CHECK((face.minus == cell ? face.minus_face : face.plus_face) == k);
      CHECK((face.minus == cell || face.plus == cell));
    }
  CHECK(graph.degree_of(0) == 1);
  CHECK(graph.boundary_faces == List{1, 2, 3, 4, 5, 6});
  CHECK(graph.centroids == std::vector<double>{0.5, 0.5, 1.5, 0.5});
}

TEST_CASE("faces without local numbers are listed in their order") {
  const auto graph = build_graph(3, {{2, 0}, {0, 1}, {1, -1, 0}}, {"end"});
  CHECK(graph.cell_neighbours == List{2, 1, 0, -1, 0});
  CHECK(graph.cell_faces == List{0, 1, 1, 2, 0});
}

TEST_CASE("going round a cell goes down from the face after the entry and ends with it") {
  const auto graph = make_graph(test::grid_mesh(3, 3));
  List met;
  graph.go_round(4, 0, [&](Index cell) { met.push_back(cell); });
  CHECK(met == List{3, 7, 5, 1});  // left, top, right, bottom
  met.clear();
  graph.go_round(0, 2, [&](Index cell) { met.push_back(cell); });
  CHECK(met == List{1, 3});  // right; bottom and left are boundaries; top
  CHECK(graph.local_face_towards(4, 3) == 3);
}

TEST_CASE("boundary faces are linked to the one that follows and the one before") {
  const auto graph = make_graph(test::grid_mesh(4, 3));
  REQUIRE(graph.boundary_link_begin.size() == graph.boundary_faces.size() + 1);
  // Walking along first links goes once round the whole boundary and comes back.
  Index at = 0, steps = 0;
  do {
    const Index begin = graph.boundary_link_begin[at];
    REQUIRE(graph.boundary_link_begin[at + 1] - begin == 2);
    const Index next = graph.boundary_links[begin];
    CHECK(graph.boundary_links[graph.boundary_link_begin[next] + 1] == at);
    at = next;
    ++steps;
  } while (at != 0 && steps < 100);
  CHECK(steps == 14);
}

TEST_CASE("boundary faces of a mesh in 3-D are linked across each of their edges") {
  for (const char* kind : {"hexahedra", "tetrahedra", "layers"}) {
    const auto mesh = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", kind}, {"n", "3"}}));
    const auto graph = make_graph(mesh);
    CHECK(graph.dimension == 3);
    REQUIRE(graph.boundary_link_begin.size() == graph.boundary_faces.size() + 1);
    for (std::size_t i = 0; i < graph.boundary_faces.size(); ++i) {
      const Face& face = mesh.faces[graph.boundary_faces[i]];
      const Index begin = graph.boundary_link_begin[i], end = graph.boundary_link_begin[i + 1];
      // The surface is closed: one other face at each edge.
      CHECK(end - begin == face_vertex_count(mesh.cell_shapes[face.minus], face.minus_face));
      for (Index k = begin; k < end; ++k) {
        const Face& other = mesh.faces[graph.boundary_faces[graph.boundary_links[k]]];
        const auto here = face_vertex_nodes(mesh, face.minus, face.minus_face),
                   there = face_vertex_nodes(mesh, other.minus, other.minus_face);
        CHECK(std::count_if(here.begin(), here.end(),
                            [&](Index v) { return std::find(there.begin(), there.end(), v) != there.end(); }) == 2);
      }
    }
  }
}

TEST_CASE("vertices and centroids of curved cells are those of their corners") {
  Mesh2 mesh;  // one triangle and one quadrilateral of order 2, side nodes pushed out of place
  mesh.geometry_order = 2;
  mesh.nodes = {{0, 0}, {1, -9}, {2, 0}, {-9, 1}, {9, 9}, {0, 2},                           // rows of 3, 2, 1
                {4, 0}, {5, -9}, {6, 0}, {3, 1},  {5, 1}, {7, 1}, {4, 2}, {5, 9}, {6, 4}};  // rows of 3
  mesh.cell_shapes = {CellShape::triangle, CellShape::quadrilateral};
  for (Index i = 0; i < 15; ++i) mesh.cell_nodes.push_back(i);
  mesh.cell_node_begin = {0, 6, 15};
  const auto listed = [&](Index cell) {
    const auto vertices = vertices_of(mesh, cell);
    return List(vertices.begin(), vertices.end());
  };
  CHECK(listed(0) == List{0, 2, 5});
  CHECK(listed(1) == List{6, 8, 14, 12});
  const auto graph = make_graph(mesh);
  CHECK_THAT(graph.centroids, Catch::Approx(std::vector<double>{2. / 3, 2. / 3, 5, 1.5}));
}

TEST_CASE("a graph refuses what cannot be a mesh") {
  const auto message = [](Index cells, std::vector<GraphFace> faces) -> std::string {
    try {
      build_graph(cells, std::move(faces), {"wall"});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message(0, {}) == "the mesh has no cells: there is nothing to order");
  CHECK(message(2, {{0, 2}}) == "face 0 joins cells 0 and 2, but the mesh has cells 0 to 1");
  CHECK(message(2, {{0, 1}, {-1, 1}}) == "face 1 joins cells -1 and 1, but the mesh has cells 0 to 1");
  CHECK(message(2, {{0, -1, 1}}) == "face 0 is on boundary number 1, but the mesh has 1 boundaries, counted from 0");
  CHECK(message(2, {{0, -1}}) == "face 0 is on boundary number -1, but the mesh has 1 boundaries, counted from 0");
  CHECK(message(2, {{0, 1, 0}}) == "face 0 lies between cells 0 and 1 and cannot be on boundary number 0");
  CHECK(message(2, {{0, 1, -1, 0, 1}}) ==
        "the faces of cell 1 are not numbered 0 to 0, each once: face 0 has local number 1");
  CHECK(message(1, {{0, -1, 0, 0, -1}, {0, -1, 0, 0, -1}}) ==
        "the faces of cell 0 are not numbered 0 to 1, each once: face 1 has local number 0");
  CHECK(message(2, {{0, 1, -1, 0, 0}, {0, -1, 0}}) ==
        "the faces of cell 0 are not numbered 0 to 1, each once: face 1 has local number -1");
  CHECK_THROWS_AS(make_graph(Mesh2{}), InputError);
}
