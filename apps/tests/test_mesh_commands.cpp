/// Commands that make, convert, curve and reorder meshes, from outside.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <variant>

#include "apps/tests/program.hpp"
#include "meshes/mesh_file.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;
using nlohmann::json;

TEST_CASE("meshes are made, described and reordered") {
  const TemporaryFolder folder;
  REQUIRE(rkdg(folder, "mesh couette --level 1 kind=triangles -o a.h5").status == 0);
  const Mesh2 mesh = read_mesh(folder.file("a.h5"));
  CHECK(mesh.cell_count() == 64);
  const Outcome info = rkdg(folder, "info a.h5");
  CHECK_THAT(info.out, Contains("64 triangles, 0 quadrilaterals") && Contains("x 0 .. 4, y 0 .. 2") &&
                           Contains("boundary left: 4 faces"));

  const Outcome outcome = rkdg(folder, "reorder a.h5 -o b.h5 --method layers --start left --report r.json");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("layers from left"));
  const json report = json::parse(folder.read("r.json"));
  CHECK(report["method"] == "layers");
  CHECK(report["start"] == "left");
  CHECK(report["cells"] == 64);
  CHECK(report["before"]["bandwidth"] > 0);
  CHECK(report["after"]["layers"] > 1);
  // Layers from the left: the first cells are those at the left.
  const Mesh2 ordered = read_mesh(folder.file("b.h5"));
  REQUIRE(ordered.cell_count() == 64);
  double first_x = 10.0;
  for (Index n = ordered.cell_node_begin[0]; n < ordered.cell_node_begin[1]; ++n) {
    first_x = std::min(first_x, ordered.nodes[ordered.cell_nodes[n]][0]);
  }
  CHECK(first_x == 0.0);
  CHECK(rkdg(folder, "reorder a.h5 -o c.h5 --start nowhere").status == 2);
}

TEST_CASE("meshes of other programs are converted") {
  const TemporaryFolder folder;
  folder.write("m.su2",
               "NDIME= 2\nNELEM= 2\n5 0 1 2\n5 0 2 3\nNPOIN= 4\n0 0\n1 0\n1 1\n0 1\nNMARK= 1\nMARKER_TAG= wall\n"
               "MARKER_ELEMS= 3\n3 0 1\n3 1 2\n3 2 3\n");
  const Outcome outcome = rkdg(folder, "convert m.su2 m.h5");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, StartsWith("m.h5: 2 cells, 5 faces, order 1, boundaries: wall, default\n"));
  CHECK_THAT(rkdg(folder, "info m.h5").out,
             Contains("boundary wall: 3 faces") && Contains("boundary default: 1 faces"));
  // From one format to the other nothing changes that info tells.
  REQUIRE(rkdg(folder, "mesh box kind=tetrahedra n=2 order=3 -o a.h5").status == 0);
  if (const Outcome there = rkdg(folder, "convert a.h5 b.msh"); there.status == 0) {
    CHECK(rkdg(folder, "convert b.msh c.h5").status == 0);
    const auto said = [&](const std::string& name) { return rkdg(folder, "info " + name).out.substr(name.size()); };
    CHECK(said("c.h5") == said("a.h5"));
  } else {
    CHECK_THAT(there.err, Contains("this build has none"));
  }
  CHECK_THAT(rkdg(folder, "convert a.h5 d.h5 --order 2").out, Contains("order 2, boundaries: left"));
  CHECK(rkdg(folder, "convert m.su2").status == 2);
  CHECK_THAT(rkdg(folder, "convert m.su2 m.vtk").err, Contains("unknown ending '.vtk' of a mesh file"));
}

TEST_CASE("walls of straight meshes become curved, and check warns of those that are not") {
  const TemporaryFolder folder;
  REQUIRE(rkdg(folder, "mesh cylinder order=1 radius=10 around=32 layers=3 -o m.h5").status == 0);
  const Outcome smooth = rkdg(folder, "convert m.h5 s.h5 --curve wall");
  CHECK(smooth.status == 0);
  CHECK_THAT(smooth.out, StartsWith("quality    least scaled Jacobian 0."));
  CHECK_THAT(smooth.out, Contains("order 3, boundaries: wall, farfield\n"));
  CHECK(rkdg(folder, "convert m.h5 f.h5 --curve \"wall=x^2 + y^2 - 0.25\" --order 2").status == 0);
  folder.write("c.ini",
               "[mesh]\nfile = m.h5\n[space]\ndegree = 2\n[gas]\nmodel = euler\n[reference]\nmach = 0.2\n"
               "[boundary.wall]\ntype = wall-slip\n[boundary.farfield]\ntype = farfield\n[time]\nsteps = 1\n");
  CHECK_THAT(rkdg(folder, "check c.ini").err,
             Contains("boundary 'wall' is made of straight faces that turn by up to 11 degrees"));
  CHECK(rkdg(folder, "check c.ini --set space.degree=1").err.empty());
  CHECK(rkdg(folder, "check c.ini --set mesh.file=s.h5").err.empty());
  const auto refused = [&](const std::string& options) { return rkdg(folder, "convert m.h5 r.h5 " + options).err; };
  CHECK_THAT(refused("--curve wal"), Contains("m.h5: boundary 'wal' is not in the mesh (it has: wall, farfield)"));
  CHECK_THAT(refused("--order 2"), Contains("--order 2: the cells of m.h5 are of order 1; --order lowers it"));
  CHECK_THAT(refused("--order 5"), Contains("--order: expected 1 to 4"));
  CHECK_THAT(refused("--curve wall=none.step"), Contains("none.step: ") || Contains("this build has none"));
  CHECK_THAT(refused("--curve wall --unit furlong"), Contains("--unit: expected m, cm, mm, km, inch or ft"));
  CHECK_THAT(refused("--unit m"), Contains("--unit: only walls of --curve have one"));
  CHECK_THAT(refused("--angle 20"), Contains("--angle: only walls of --curve have one"));
  CHECK_THAT(refused("--curve wall --order 5"), Contains("--order: expected 2 to 4"));
  CHECK_THAT(refused("--curve wall=x+"), Contains("--curve wall"));
  CHECK_THAT(refused("--curve wall=x+z"), Contains("--curve wall: the formula of a wall must be one in x and y"));
  CHECK_THAT(refused("--curve wall=1"), Contains("--curve wall: no zero of the formula is found from ("));
  CHECK_THAT(refused("--curve wall=w.stl"), Contains("STL files are walls of 3-D meshes"));
}

TEST_CASE("meshes in 3-D are made, described and reordered") {
  const TemporaryFolder folder;
  REQUIRE(rkdg(folder, "mesh box kind=layers n=6 prisms=3 tetrahedra=2 numbering=random -o a.h5").status == 0);
  const Outcome info = rkdg(folder, "info a.h5");
  CHECK(info.status == 0);
  CHECK_THAT(info.out, Contains("648 cells: 432 tetrahedra, 216 prisms, order 1, 294 nodes, 1560 faces") &&
                           Contains("x 0 .. 1, y 0 .. 1, z 0 .. 1") && Contains("boundary left: 42 faces"));
  for (const std::string method : {"layers", "tiled-layers", "rcm", "hilbert", "random", "none"}) {
    const Outcome outcome = rkdg(folder, "reorder a.h5 -o b.h5 --start bottom --report r.json --method " + method);
    CHECK(outcome.status == 0);
    const auto mesh = read_any_mesh(folder.file("b.h5"));
    CHECK(std::get<Mesh3>(mesh).cell_count() == 648);
    const json report = json::parse(folder.read("r.json"));
    CHECK(report["faces"] == 1560);
    CHECK(report["after"]["layers"] == report["before"]["layers"]);
    if (method != "random" && method != "none")
      CHECK(report["after"]["mean_distance"] < report["before"]["mean_distance"]);
  }
  const auto refused = [&](const std::string& options) {
    const Outcome outcome = rkdg(folder, "reorder a.h5 -o c.h5 " + options);
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK_THAT(refused("--turn"), Contains("--turn is for 2-D meshes, and a.h5 is a 3-D one"));
  CHECK_THAT(refused("--plot p"), Contains("--plot is for 2-D meshes"));
  CHECK_THAT(refused("--start wall"), Contains("'wall' is not in the mesh"));
  CHECK_THAT(rkdg(folder, "mesh box -o a.vtk").err, Contains("a.vtk: unknown ending '.vtk' of a mesh file"));
  folder.write("c.ini", small_case);
  const Outcome run = rkdg(folder, "check c.ini --set mesh.generate=box");
  CHECK(run.status == 2);
}

TEST_CASE("an ordering is reported and drawn without writing a mesh") {
  const TemporaryFolder folder;
  REQUIRE(rkdg(folder, "mesh couette kind=triangles nx=8 ny=4 -o a.h5").status == 0);
  const auto file_count = [&] { return std::distance(std::filesystem::directory_iterator(folder.path()), {}); };
  SECTION("report") {
    REQUIRE(rkdg(folder, "reorder a.h5 --method random --seed 7 --report r.json").status == 0);
    CHECK(json::parse(folder.read("r.json"))["method"] == "random");
    CHECK(file_count() == 2);
  }
  SECTION("plot") {
    const std::string name = GENERATE("p", "p.svg");
    REQUIRE(rkdg(folder, "reorder a.h5 --start top --plot " + name).status == 0);
    CHECK(file_count() == 3);
    const std::string matrix = folder.read("p-matrix.svg"), mesh = folder.read("p-mesh.svg");
    for (const std::string& svg : {matrix, mesh}) {
      CHECK_THAT(svg,
                 StartsWith("<svg") && EndsWith("</svg>\n") && Contains(">before<") && Contains(">layers from top<"));
    }
    // 64 triangles: 84 faces between two cells, each a dot for either cell; in the mesh a polygon for each cell.
    const auto count = [](const std::string& text, const std::string& what, std::size_t from, std::size_t to) {
      int n = 0;
      for (auto at = text.find(what, from); at < to; at = text.find(what, at + 1)) ++n;
      return n;
    };
    for (const char* panel : {">before<", ">layers from top<"}) {
      const auto dots = matrix.find("<path d=\"M", matrix.find(panel));
      CHECK(count(matrix, "z", dots, matrix.find('\n', dots)) == 2 * 84);
      const auto cells = mesh.find("<g clip-path", mesh.find(panel));
      CHECK(count(mesh, "z", cells, mesh.find("</g>", cells)) >= 64);
    }
  }
  SECTION("part of the mesh") {
    REQUIRE(rkdg(folder, "reorder a.h5 --plot p --window 1,3,0.5,1.5").status == 0);
    // 330 units wide, so 165 high.
    CHECK_THAT(folder.read("p-mesh.svg"), Contains("width=\"330.00\" height=\"165.00\""));
  }
}

TEST_CASE("an ordering in the case file is used and reported") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  REQUIRE(rkdg(folder, "run c.ini -q --set mesh.ordering=layers --set mesh.start=top").status == 0);
  const json s = json::parse(folder.read("out/summary.json"));
  CHECK(s["ordering"] == "layers");
  CHECK(s["ordering_metrics"]["start"] == "top");
  CHECK(s["ordering_metrics"]["after"]["bandwidth"].is_number());
}
