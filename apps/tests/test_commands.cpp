#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>
#include <variant>

#include "apps/tests/program.hpp"
#include "meshes/mesh_file.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;
using nlohmann::json;

TEST_CASE("help and version") {
  const TemporaryFolder folder;
  CHECK_THAT(rkdg(folder, "--version").out, Contains("rkdg "));
  const Outcome help = rkdg(folder, "--help");
  CHECK(help.status == 0);
  for (const std::string command :
       {"run", "check", "converge", "bench", "mesh", "convert", "reorder", "partition", "export", "info"}) {
    CHECK_THAT(help.out, Contains("  " + command));
    const Outcome own = rkdg(folder, command + " --help");
    CHECK(own.status == 0);
    CHECK_THAT(own.out, Contains("Usage: rkdg " + command));
  }
  CHECK(rkdg(folder, "").status == 2);
}

TEST_CASE("check runs nothing and writes nothing") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const Outcome outcome = rkdg(folder, "check c.ini");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("8 cells (0 triangles, 8 quadrilaterals)") && Contains("area 8") &&
                              Contains("boundary   bottom: 4 faces") && Contains("the case is in order"));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  CHECK(rkdg(folder, "check c.ini --set space.degree=77").status == 2);
}

TEST_CASE("check says where distorted cells cost order, and what has it") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const auto said = [&](const std::string& mesh, const std::string& space) {
    const std::string square = "--set mesh.generate=square --set mesh.parameters=n=3,xmin=0,xmax=1," + mesh;
    const Outcome outcome = rkdg(folder, "check c.ini " + square + " " + space);
    REQUIRE(outcome.status == 0);
    return outcome.out;
  };
  CHECK_THAT(said("kind=quads,distortion=0.2", ""),
             Contains("order      9 of 9 quadrilaterals are not parallelograms: if refinement leaves them so, P2 can "
                      "fall to order 2 there; quads = Q has order 3\n"));
  CHECK_THAT(said("kind=quads,distortion=0.2", "--set space.quads=Q"), !Contains("order      "));
  CHECK_THAT(said("kind=quads", ""), !Contains("order      "));
  CHECK_THAT(said("kind=triangles,distortion=0.2", ""), !Contains("order      "));
}

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

TEST_CASE("info tells files apart") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  REQUIRE(rkdg(folder, "run c.ini -q").status == 0);
  CHECK_THAT(rkdg(folder, "info out/checkpoint.h5").out, Contains("checkpoint at step 40") && Contains("[mesh]"));
  CHECK_THAT(rkdg(folder, "info out/fields_000000020.vtu").out,
             Contains("NumberOfCells=\"8\"") && Contains("vorticity"));
  CHECK_THAT(rkdg(folder, "info out/summary.json").out, Contains("dof_per_second"));
  CHECK_THAT(rkdg(folder, "info out/fields.pvd").out, Contains("fields_000000020.vtu"));
  CHECK(rkdg(folder, "info c.ini").status == 2);

  REQUIRE(rkdg(folder, "run c.ini -q --output hdf --set output.format=vtkhdf").status == 0);
  CHECK_THAT(rkdg(folder, "info hdf/fields.vtkhdf").out,
             Contains("VTKHDF") && Contains("8 cells") && Contains("vorticity") && Contains("times, 0 to "));
  const std::string series = folder.read("hdf/fields.vtkhdf");
  for (const std::size_t size : {series.size() / 2, series.size() / 8, std::size_t{200}}) {
    folder.write("cut.vtkhdf", series.substr(0, size));
    const Outcome cut = rkdg(folder, "info cut.vtkhdf");
    CHECK(cut.status == 2);
    CHECK(is_one_error_line(cut.err));
  }
}

TEST_CASE("info knows lattice Boltzmann runs") {
  const TemporaryFolder folder;
  std::string text = "[lattice]\ncells = 4, 3, 2\n[fluid]\nreynolds = 4\n";
  for (const std::string side : {"left", "right", "bottom", "top", "back", "front"})
    text += "[boundary." + side + "]\ntype = wall\n";
  folder.write("l.ini", text + "[time]\nsteps = 3\n[output]\ncheckpoint = 3\n");
  REQUIRE(rkdg(folder, "lbm l.ini --backend cpu --threads 1 -q").status == 0);
  CHECK_THAT(rkdg(folder, "info out/checkpoint.lbm").out, Contains("checkpoint of a lattice at step 3") &&
                                                              Contains("4 x 3 x 2 cells, double precision") &&
                                                              Contains("[lattice]"));
  CHECK_THAT(rkdg(folder, "info out/fields_00000003.vti").out, Contains("velocity") && Contains("pressure"));
  CHECK_THAT(rkdg(folder, "info out/summary.json").out, Contains("lattice-boltzmann"));
  folder.write("cut.lbm", folder.read("out/checkpoint.lbm").substr(0, 400));
  const Outcome cut = rkdg(folder, "info cut.lbm");
  CHECK(cut.status == 2);
  CHECK(is_one_error_line(cut.err));
}

TEST_CASE("converge and bench write their tables") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case + "[exact]\nrho = 1\nu = 0\nv = 0\np = p_inf\n");
  REQUIRE(rkdg(folder, "converge c.ini --degrees 1,2 --levels 2 --json c.json").status == 0);
  const json converge = json::parse(folder.read("c.json"));
  REQUIRE(converge["rows"].size() == 4);
  CHECK(converge["rows"][1]["h"] == Approx(0.5));
  CHECK(converge["rows"][0]["order"].is_null());
  const Outcome refused = rkdg(folder, "bench c.ini --set space.precision=single");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("--set space.precision=single: bench takes a list instead, --precisions"));
  REQUIRE(rkdg(folder, "bench c.ini --degrees 1 --orderings none,rcm --steps 2 --json b.json --csv b.csv").status == 0);
  const json bench = json::parse(folder.read("b.json"));
  REQUIRE(bench["rows"].size() == 2);
  for (const char* key :
       {"degree", "ordering", "start", "assembly", "layout", "backend", "threads", "precision", "cells", "dof",
        "seconds_per_step", "spread", "dof_per_second", "gb_per_second", "copy_fraction"}) {
    CHECK(bench["rows"][0].contains(key));
  }
  CHECK(bench["baseline"] == "none");
  CHECK(bench["hardware"]["cores"] >= 1);
  CHECK_THAT(bench["hardware"]["compiler"].get<std::string>(), Contains("-O"));
  CHECK(bench["rows"][0]["over_baseline"] == 1.0);
  CHECK(bench["rows"][1]["over_baseline"].get<double>() == Approx(bench["rows"][0]["seconds_per_step"].get<double>() /
                                                                  bench["rows"][1]["seconds_per_step"].get<double>()));
  const std::string csv = folder.read("b.csv");
  CHECK_THAT(csv, StartsWith("degree,ordering,start") && Contains("segments_per_warp"));
  const auto commas = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
  std::istringstream lines(csv);
  std::string head, line;
  std::getline(lines, head);
  int rows = 0;
  for (; std::getline(lines, line); ++rows) CHECK(commas(line) == commas(head));
  CHECK(rows == 2);
}

TEST_CASE("converge takes a list of mesh files, as it takes levels") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case + "[exact]\nrho = 1\nu = 0\nv = 0\np = p_inf\n");
  for (const std::string level : {"0", "1", "2"}) {
    REQUIRE(rkdg(folder, "mesh couette kind=quads --level " + level + " -o m" + level + ".h5").status == 0);
  }
  REQUIRE(rkdg(folder, "converge c.ini --degrees 1,2 --levels 3 --json levels.json").status == 0);
  REQUIRE(rkdg(folder, "converge c.ini --degrees 1,2 --meshes m0.h5,m1.h5,m2.h5 --json files.json").status == 0);
  json levels = json::parse(folder.read("levels.json")), files = json::parse(folder.read("files.json"));
  for (json* table : {&levels, &files}) {
    for (json& row : (*table)["rows"]) row.erase("seconds");
  }
  CHECK(files["rows"].size() == 6);
  CHECK(files == levels);
  const auto refusal = [&](const std::string& options) {
    const Outcome outcome = rkdg(folder, "converge c.ini --degrees 1 " + options);
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK_THAT(refusal("--meshes m1.h5,m0.h5"), Contains("m0.h5 has no more cells than the mesh before it"));
  CHECK_THAT(refusal("--meshes m1.h5 --levels 2"), Contains("--levels and --meshes exclude each other"));
  CHECK_THAT(refusal("--meshes m1.h5,none.h5"), Contains("none.h5"));
}

TEST_CASE("periodic boundaries are joined, from one side or both") {
  const TemporaryFolder folder;
  std::string text = small_case;
  const std::string left = "[boundary.left]\ntype = farfield\n", right = "[boundary.right]\ntype = farfield\n";
  text.replace(text.find(left), left.size(), "[boundary.left]\ntype = periodic\npartner = right\n");
  SECTION("one") { text.erase(text.find(right), right.size()); }
  SECTION("both") {
    text.replace(text.find(right), right.size(), "[boundary.right]\ntype = periodic\npartner = left\n");
  }
  SECTION("contradiction") {
    folder.write("c.ini", text);
    const Outcome outcome = rkdg(folder, "check c.ini");
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Contains("partner 'right' has a condition of its own at c.ini:"));
    return;
  }
  SECTION("no such partner") {
    folder.write("c.ini", text);
    CHECK_THAT(rkdg(folder, "check c.ini --set boundary.left.partner=rigth").err,
               Contains("boundary 'rigth' is not in"));
    return;
  }
  folder.write("c.ini", text);
  const Outcome outcome = rkdg(folder, "check c.ini");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("20 faces") && Contains("boundary   left: 0 faces (joined)"));
}
