#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "meshes/generate.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/su2_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/replaced.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;
using samples::replaced;

namespace {

/// The files of SU2 number elements as VTK does.
int vtk_type(CellShape shape) {
  return std::map<CellShape, int>{{CellShape::triangle, 5}, {CellShape::quadrilateral, 9}, {CellShape::tetrahedron, 10},
                                  {CellShape::prism, 13},   {CellShape::hexahedron, 12},   {CellShape::pyramid, 14}}
      .at(shape);
}

int vtk_type(int face_vertices) { return std::map<int, int>{{2, 3}, {3, 5}, {4, 9}}.at(face_vertices); }

/// The parts of a file of SU2 that has this mesh. Linear elements list their corners, curved ones all nodes by rows.
template <int Dim>
struct Su2Text {
  explicit Su2Text(const Mesh<Dim>& mesh)
      : dimension(fmt::format("NDIME= {}\n", Dim)), higher(100 * (mesh.geometry_order - 1)) {
    elements = fmt::format("NELEM= {}\n", mesh.cell_count());
    for (Index c = 0; c < mesh.cell_count(); ++c) {
      elements += fmt::format("{}", vtk_type(mesh.cell_shapes[c]) + higher);
      if (higher == 0)
        for (int v = 0; v < vertex_count(mesh.cell_shapes[c]); ++v)
          elements += fmt::format(" {}", vertex_node(mesh, c, v));
      else
        for (Index n = mesh.cell_node_begin[c]; n < mesh.cell_node_begin[c + 1]; ++n)
          elements += fmt::format(" {}", mesh.cell_nodes[n]);
      elements += fmt::format(" {}\n", c);
    }
    points = fmt::format("NPOIN= {} {}\n", mesh.node_count(), mesh.node_count());
    for (Index n = 0; n < mesh.node_count(); ++n) {
      for (const double x : mesh.nodes[n]) points += fmt::format("{}\t", x);
      points += fmt::format("{}\n", n);
    }
    markers = fmt::format("NMARK= {}\n", mesh.boundary_names.size());
    for (std::size_t b = 0; b < mesh.boundary_names.size(); ++b) add_marker(mesh, static_cast<int>(b));
  }

  void add_marker(const Mesh<Dim>& mesh, int boundary) {
    std::string lines;
    int count = 0;
    for (const Face& face : mesh.faces) {
      if (face.boundary != boundary) continue;
      const auto vertices = face_vertex_nodes(mesh, face.minus, face.minus_face);
      lines += fmt::format("{}", vtk_type(vertices.count) + higher);
      if (higher == 0)
        for (const Index v : vertices) lines += fmt::format(" {}", v);
      else
        for_each_face_point(vertices.count, mesh.geometry_order, [&](int i, int j) {
          lines += fmt::format(" {}", face_node(mesh, face.minus, face.minus_face, i, j));
        });
      lines += "\n";
      ++count;
    }
    markers += fmt::format("MARKER_TAG= {}\nMARKER_ELEMS= {}\n", mesh.boundary_names[boundary], count) + lines;
  }

  std::string all() const { return dimension + elements + points + markers; }

  std::string dimension, elements, points, markers;
  int higher;  ///< what a type number has for the order
};

AnyMesh read_su2_text(const std::string& text, std::vector<std::string>* notes = nullptr) {
  const samples::TemporaryFolder folder;
  samples::write_text(folder / "m.su2", text);
  return read_any_mesh(folder / "m.su2", notes);
}

template <int Dim>
Mesh<Dim> read_as(const std::string& text) {
  return std::get<Mesh<Dim>>(read_su2_text(text));
}

const std::string square =
    "% a square of two triangles\n\nNDIME= 2\nNELEM= 2  % cells\n5 0 1 2 0\n5 0 2 3 1\nNPOIN= 4\n0 0 0\n1 0 1\n1 1 2\n"
    "0 1 3\nNMARK= 2\nMARKER_TAG= wall\nMARKER_ELEMS= 2\n3 0 1\n3 1 2\nMARKER_TAG= far field\nMARKER_ELEMS= 2\n3 2 3\n"
    "3 3 0\n";

void refuse(const std::string& text, const std::vector<std::string>& pieces) {
  check_refused([&] { read_su2_text(text); }, pieces);
}

}  // namespace

TEST_CASE("a file of SU2 holds the mesh that was written, cell by cell and face by face") {
  const Mesh2 mesh_2d = samples::box(1, 3, 2);
  CHECK(samples::same(read_as<2>(Su2Text(mesh_2d).all()), mesh_2d));
  const Mesh2 airfoil = generate_mesh("couette", 1, {{"kind", "triangles"}});
  CHECK(samples::same(read_as<2>(Su2Text(airfoil).all()), airfoil));
  for (const std::string kind : {"tetrahedra", "prisms", "hexahedra", "pyramids", "hybrid"}) {
    INFO(kind);
    const auto mesh_3d = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", kind}, {"n", "2"}}));
    CHECK(samples::same(read_as<3>(Su2Text(mesh_3d).all()), mesh_3d));
  }
}

TEST_CASE("curved cells of SU2 have their nodes row by row") {
  for (const std::string order : {"2", "3", "4"}) {
    INFO(order);
    const Mesh2 mesh_2d = samples::box(order[0] - '0', 3, 2);
    CHECK(samples::same(read_as<2>(Su2Text(mesh_2d).all()), mesh_2d));
    for (const std::string kind : {"tetrahedra", "prisms", "hexahedra", "pyramids", "hybrid"}) {
      INFO(kind);
      const auto mesh_3d = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", kind}, {"n", "2"}, {"order", order}}));
      CHECK(samples::same(read_as<3>(Su2Text(mesh_3d).all()), mesh_3d));
    }
  }
  // The order of the solution may stand before that of the geometry.
  const Mesh2 mesh_2d = samples::box(2, 1, 1);
  CHECK(samples::same(read_as<2>(replaced(Su2Text(mesh_2d).all(), "109 ", "40109 ")), mesh_2d));
}

TEST_CASE("the sections of a file of SU2 may stand in any order, with comments and blank lines") {
  const auto mesh_3d = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", "hybrid"}, {"n", "2"}}));
  const Su2Text text(mesh_3d);
  for (const std::string& shuffled :
       {text.markers + text.points + text.elements + text.dimension,
        text.points + text.dimension + text.markers + text.elements,
        "\n% first\n" + text.elements + "  % between\n\r\n" + text.dimension + text.markers + "\n" + text.points,
        "NZONE= 1\nIZONE= 1\n" + text.all()})
    CHECK(samples::same(read_as<3>(shuffled), mesh_3d));
  std::string windows;
  for (const char c : text.all()) windows += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(samples::same(read_as<3>(windows), mesh_3d));
}

TEST_CASE("the keys of a file of SU2 may stand close to their values, and names have blanks") {
  const Mesh2 mesh = read_as<2>(square);
  CHECK(mesh.boundary_names == std::vector<std::string>{"wall", "far field"});
  CHECK(samples::faces_in(mesh, "wall") == 2);
  CHECK(samples::total_area(mesh) == Approx(1));
  CHECK(
      samples::same(read_as<2>(replaced(replaced(square, "NDIME= 2", "  NDIME =2"), "NPOIN= 4", "NPOIN=\t4 4")), mesh));
}

TEST_CASE("prisms of SU2 may be left-handed, as VTK has them") {
  const auto mesh_3d = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", "prisms"}, {"n", "1"}}));
  Su2Text text(mesh_3d);
  text.elements = fmt::format("NELEM= {}\n", mesh_3d.cell_count());
  for (Index c = 0; c < mesh_3d.cell_count(); ++c) {
    text.elements += "13";
    for (const int v : {0, 2, 1, 3, 5, 4}) text.elements += fmt::format(" {}", vertex_node(mesh_3d, c, v));
    text.elements += "\n";
  }
  CHECK(samples::total_volume(read_as<3>(text.all())) == Approx(samples::total_volume(mesh_3d)).epsilon(1e-14));
}

TEST_CASE("what SU2 keeps for its ranks and its design variables is left out") {
  std::vector<std::string> notes;
  const std::string halo = replaced(
      square, "NMARK= 2\n", "NMARK= 3\nMARKER_TAG= SEND_RECEIVE\nMARKER_ELEMS= 2\nSEND_RECV= 1\n1 0 0\n1 1 0\n");
  const auto mesh =
      std::get<Mesh2>(read_su2_text(halo + "NPERIODIC= 1\nPERIODIC_INDEX= 0\nFFD_NBOX= 1\nFFD_CORNER_POINTS= "
                                           "2\n0.0 0.5\n1.0 0.5\n",
                                    &notes));
  CHECK(samples::same(mesh, read_as<2>(square)));
  CHECK(samples::same(read_as<2>(replaced(halo, "SEND_RECV", "SEND_TO")), mesh));
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], Catch::Contains("m.su2: markers SEND_RECEIVE") && Catch::Contains("ignored"));
}

TEST_CASE("faces without a marker are those of the boundary default") {
  const std::string open =
      replaced(replaced(square, "MARKER_ELEMS= 2", "MARKER_ELEMS= 1"), "3 0 1\n3 1 2\n", "3 0 1\n");
  CHECK(read_as<2>(open).boundary_names == std::vector<std::string>{"wall", "far field", "default"});
}

TEST_CASE("files of SU2 that are wrong are refused with the line") {
  refuse(replaced(square, "NDIME= 2", "NDIME= 4"), {"m.su2:3: NDIME= must be 2 or 3"});
  refuse(replaced(square, "NDIME= 2\n", ""), {"m.su2: has no line NDIME="});
  refuse("NZONE= 2\n" + square, {"m.su2:1: the file has 2 zones", "file of its own"});
  refuse(replaced(square, "5 0 2 3 1", "205 0 2 3 1 2 3"), {"m.su2:6: the element must have 10 points"});
  refuse(replaced(square, "5 0 2 3 1", "405 0 2 3 1"), {"m.su2:6: elements of type 405 have order 5", "orders 1 to 4"});
  refuse(replaced(square, "5 0 2 3 1", "10 0 2 3 1"), {"m.su2:6: elements of type 10 are no cells of a 2-D mesh"});
  refuse(replaced(square, "3 3 0", "5 3 0 1"), {"elements of type 5 are no faces of a 2-D mesh"});
  refuse(replaced(square, "3 3 0", "7 3 0 1"), {"elements of type 7 are no faces of a 2-D mesh"});
  refuse(replaced(square, "5 0 2 3 1", "5 0 2"), {"m.su2:6: the element must have 3 points"});
  refuse(replaced(square, "5 0 2 3 1", "5 0 2 9"),
         {"an element of NELEM= has point 9, but points are numbered 0 to 3"});
  refuse(replaced(square, "3 3 0", "3 3 -1"), {"marker 'far field' has point -1"});
  refuse(replaced(square, "1 1 2\n", "1\n"), {"m.su2:10: a point must have 2 coordinates"});
  refuse(replaced(square, "1 1 2\n", "1 y 2\n"), {"m.su2:10: a point must have 2 coordinates"});
  refuse(replaced(square, "NPOIN= 4", "NPOIN= 3"), {"m.su2:11: more lines than announced"});
  refuse(replaced(square, "NPOIN= 4", "NPOIN= 5"), {"a point must have 2 coordinates"});
  refuse(replaced(square, "NPOIN= 4", "NPOIN= 99999999999"), {"m.su2:7: 99999999999 points do not fit"});
  refuse(replaced(square, "NPOIN= 4", "NPOIN= 4 3"), {"m.su2:7: the last 1 points are a halo", "without it"});
  refuse(replaced(square, "NPOIN= 4", "NPOIN= many"), {"m.su2:7: a number must follow NPOIN="});
  refuse(replaced(square, "NMARK= 2", "NMARK= 3"), {"NMARK= 3 announces markers, but 2 are given"});
  refuse(replaced(square, "NMARK= 2\n", ""), {"has no line NMARK="});
  refuse(replaced(square, "MARKER_ELEMS= 2\n", ""), {"MARKER_ELEMS= must follow MARKER_TAG="});
  refuse(replaced(square, "MARKER_TAG= wall", "MARKER_TAG="), {"a name must follow MARKER_TAG="});
  refuse(square + "NELEM= 0\n", {"NELEM= is given twice"});
  refuse(square.substr(0, square.size() - 10), {"m.su2:18: 2 elements do not fit into the rest of the file"});
  refuse("NDIME= 2\nNELEM= 0\nNPOIN= 0\nNMARK= 0\n", {"m.su2: has no triangles or quadrilaterals"});
}

TEST_CASE("damaged files of SU2 become meshes or are refused in one line") {
  const auto mesh_3d = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", "hybrid"}, {"n", "2"}}));
  const std::string text = Su2Text(mesh_3d).all();
  std::mt19937 random(7);
  const auto read = [](const std::string& damaged) {
    std::vector<std::string> notes;
    try {
      mesh_of(parse_su2_file(damaged, "m.su2", notes), "m.su2", notes);
    } catch (const InputError& error) {
      const std::string message = error.what();
      CHECK(message.starts_with("m.su2:"));
      CHECK(std::count(message.begin(), message.end(), '\n') == 0);
      return false;
    }
    return true;
  };
  REQUIRE(read(text));
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string damaged = text;
    for (unsigned changes = random() % 3; changes < 3; ++changes)
      damaged[random() % damaged.size()] =
          static_cast<char>(random() % 4 == 0 ? random() : "0123456789-= \n%"[random() % 15]);
    if (i % 3 == 0) damaged.resize(random() % damaged.size());
    refused += !read(damaged);
  }
  CHECK(refused > 200);
}
