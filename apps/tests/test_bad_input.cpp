#include <catch2/catch.hpp>
#include <map>

#include "apps/tests/program.hpp"
#include "libdg/backend/cuda_backend.hpp"
#include "meshes/build.hpp"
#include "meshes/gmsh_io.hpp"
#include "meshes/mesh_file.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> contents(const TemporaryFolder& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    const std::string name = fs::relative(entry.path(), folder.path()).string();
    if (entry.is_regular_file()) files[name] = folder.read(name);
  }
  return files;
}

/// Runs a case that is wrong in a folder with results of an earlier run: exit status 2, one line, nothing changed.
std::string refused(const TemporaryFolder& folder, const std::string& arguments, const std::string& prefix = "") {
  const auto before = contents(folder);
  const Outcome outcome = rkdg(folder, "run " + arguments, prefix);
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK(is_one_error_line(outcome.err));
  CHECK(contents(folder) == before);
  return outcome.err;
}

/// Like refused(), for the small case with one setting changed.
std::string refused_with(const TemporaryFolder& folder, const std::string& setting) {
  return refused(folder, "c.ini --set '" + setting + "'");
}

void add_earlier_run(const TemporaryFolder& folder) {
  static const TemporaryFolder original;
  if (!fs::exists(original.file("c.ini"))) {
    original.write("c.ini", small_case);
    REQUIRE(rkdg(original, "run c.ini -q").status == 0);
  }
  fs::copy(original.path(), folder.path(), fs::copy_options::recursive);
}

Mesh2 unit_square(const std::vector<std::string>& boundary_names = {"wall", "farfield"}) {
  Mesh2 mesh;
  mesh.boundary_names = boundary_names;
  mesh.nodes = {{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}};
  mesh.cell_shapes = {CellShape::quadrilateral};
  mesh.cell_nodes = {0, 1, 2, 3};
  mesh.cell_node_begin = {0, 4};
  build_faces(mesh, std::vector<BoundaryEdge>{{{0, 1}, 0}, {{1, 3}, 1}, {{3, 2}, 1}, {{2, 0}, 1}}, "square");
  return mesh;
}

}  // namespace

TEST_CASE("bad input ends in one clear line and status 2, with nothing overwritten") {
  const TemporaryFolder folder;
  add_earlier_run(folder);
  SECTION("missing case file") {
    CHECK_THAT(refused(folder, "none.ini"), Contains("none.ini: cannot read this case file"));
  }
  SECTION("missing mesh") {
    folder.write("d.ini", "[mesh]\nfile = none.msh\n[gas]\nmodel = euler\n[time]\nend = 1\n");
    CHECK_THAT(refused(folder, "d.ini"), Contains("none.msh"));
  }
  SECTION("truncated mesh") {
    write_mesh_hdf5(unit_square(), folder.file("a.h5"));
    const std::string whole = folder.read("a.h5");
    folder.write("a.h5", whole.substr(0, whole.size() / 2));
    folder.write("d.ini", "[mesh]\nfile = a.h5\n[gas]\nmodel = euler\n[time]\nend = 1\n");
    CHECK_THAT(refused(folder, "d.ini"), Contains("a.h5"));
  }
  SECTION("unknown key") {
    CHECK_THAT(refused_with(folder, "space.degre=2"),
               Contains("unknown key 'degre' in [space]; did you mean 'degree'?"));
  }
  SECTION("misspelt boundary") {
    std::string text = small_case;
    text.replace(text.find("[boundary.bottom]"), 17, "[boundary.botom]");
    folder.write("d.ini", text);
    CHECK_THAT(refused(folder, "d.ini"),
               Contains("error: d.ini:12: boundary 'botom' is not in the mesh (it has: left, right, bottom, top)"));
  }
  SECTION("boundary without a condition") {
    std::string text = small_case;
    text.erase(text.find("[boundary.bottom]"), std::string("[boundary.bottom]\ntype = wall-adiabatic\n").size());
    folder.write("d.ini", text);
    CHECK_THAT(refused(folder, "d.ini"), Contains("boundary 'bottom' of the mesh has no condition"));
  }
  SECTION("negative pressure") {
    CHECK_THAT(refused_with(folder, "initial.p=p_inf - x"),
               Contains("error: --set initial.p=p_inf - x: the initial state is not a physical state at x = 1"));
  }
  SECTION("a profile without pressure") {
    CHECK_THAT(refused_with(folder, "boundary.left.pressure=y - 0.25"),
               Contains("'pressure' of boundary 'left' is -0.25 at x = ") && Contains("t = 0; it must be positive"));
  }
  SECTION("NaN") { CHECK_THAT(refused_with(folder, "initial.u=sqrt(1 - x)"), Contains("is not a physical state")); }
  SECTION("impossible degree") {
    CHECK_THAT(refused_with(folder, "space.degree=77"), Contains("degree 77 is not in this build"));
  }
  if (cuda_device_name().empty()) {
    SECTION("no GPU") {
      const std::string why = has_cuda() ? "no CUDA device was found" : "this build has no CUDA backend";
      CHECK_THAT(refused(folder, "c.ini --backend cuda"), Contains("--backend cuda: " + why));
    }
  }
  SECTION("unwritable folder") {
    CHECK_THAT(refused(folder, "c.ini --output /proc/rkdg"), Contains("/proc/rkdg: cannot make the output folder"));
    CHECK_THAT(refused(folder, "c.ini --output c.ini"), Contains("c.ini: cannot make the output folder"));
  }
  SECTION("disk full from the start") {
    CHECK_THAT(refused(folder, "c.ini --output new", "mkdir -p new; ulimit -f 0;"),
               Contains("cannot write into the output folder"));
  }
  SECTION("a folder of somebody else's") {
    fs::create_directory(folder.path() / "mine");
    folder.write("mine/history.csv", "precious");
    CHECK_THAT(refused(folder, "c.ini --output mine"), Contains("holds 'history.csv', which is not a result of rkdg"));
  }
  SECTION("force boundary that is not there") {
    CHECK_THAT(refused_with(folder, "output.forces=wing"), Contains("boundary 'wing' is not in the mesh"));
  }
  SECTION("forces without a free stream") {
    CHECK_THAT(refused(folder, "c.ini --set reference.mach=0 --set gas.model=euler"), Contains("'mach' above 0"));
  }
  SECTION("surface that is not there, or without a free stream") {
    CHECK_THAT(refused_with(folder, "output.surface=wing"), Contains("boundary 'wing' is not in the mesh"));
    std::string text = small_case;
    text.erase(text.find("forces = bottom"), 15);
    folder.write("d.ini", text);
    CHECK_THAT(refused(folder, "d.ini --set output.surface=top --set reference.mach=0 --set gas.model=euler"),
               Contains("'surface' needs a 'mach' above 0"));
    for (const std::string scale : {"mach=1e-200", "length=1e-320", "length=1e300", "length=1e-160"})
      CHECK_THAT(refused(folder, "d.ini --set output.surface=top --set gas.model=euler --set reference." + scale),
                 Contains("coefficients of 'surface' would overflow"));
  }
  SECTION("pseudo-time stepping of data that vary in time") {
    folder.write("d.ini", small_case + "\n[exact]\nrho = 1 + 0.1 * t\nu = 0\nv = 0\np = p_inf\n");
    CHECK_THAT(refused(folder, "d.ini --set time.mode=steady"), Contains("the exact solution varies in time"));
  }
  SECTION("unknown generator") { CHECK_THAT(refused_with(folder, "mesh.generate=couete"), Contains("couete")); }
  SECTION("unknown start boundary") {
    CHECK_THAT(refused(folder, "c.ini --set mesh.ordering=layers --set mesh.start=wing"), Contains("boundary 'wing'"));
  }
  SECTION("formula") {
    CHECK_THAT(refused_with(folder, "initial.p=p_inff"), Contains("unknown name 'p_inff'; did you mean 'p_inf'?"));
  }
  SECTION("probe outside") {
    folder.write("points.txt", "0.5 0.5\n100 0\n");
    CHECK_THAT(refused_with(folder, "output.probes=points.txt"), Contains("probe (100, 0) lies outside the mesh"));
  }
  SECTION("restart from a file that cannot be read") {
    CHECK_THAT(refused(folder, "c.ini --restart none.h5"), Contains("none.h5: no such file"));
    CHECK_THAT(refused(folder, "c.ini --restart out"), Contains("out: is a directory"));
    CHECK_THAT(refused(folder, "c.ini --restart " + std::string(5000, 'a')), Contains("cannot be read: File name too"));
  }
  SECTION("boundary with blanks and commas that is not there") {
    write_mesh_hdf5(unit_square({"upper wall, left", "farfield"}), folder.file("a.h5"));
    folder.write("d.ini",
                 "[mesh]\nfile = a.h5\n[gas]\nmodel = euler\n[time]\nend = 1\n[output]\nforces = upper wall\n");
    CHECK_THAT(refused(folder, "d.ini"),
               Contains("boundary 'upper' is not in the mesh (it has: \"upper wall, left\", farfield)"));
  }
  SECTION("restart from a foreign file") {
    CHECK_THAT(refused(folder, "c.ini --restart c.ini"), Contains("c.ini"));
    CHECK_THAT(refused(folder, "c.ini --set space.degree=1 --restart out/checkpoint.h5"), Contains("degree 2"));
    CHECK_THAT(refused(folder, "c.ini --set mesh.level=1 --restart out/checkpoint.h5"), Contains("another mesh"));
  }
}

TEST_CASE("a mistake on the command line is one line") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  const auto message = [&](const std::string& arguments) {
    const Outcome outcome = rkdg(folder, arguments);
    CHECK(outcome.status == 2);
    CHECK(is_one_error_line(outcome.err));
    return outcome.err;
  };
  CHECK_THAT(message("rum c.ini"), Contains("unknown command 'rum'; did you mean 'run'?"));
  CHECK_THAT(message("run c.ini --ouput x"), Contains("unknown option '--ouput'; did you mean '--output'?"));
  CHECK_THAT(message("run"), Contains("rkdg run: lacks CASE.ini"));
  CHECK_THAT(message("run c.ini d.ini"), Contains("rkdg run:"));
  CHECK_THAT(message("run c.ini --backend gpu"), Contains("--backend gpu: there is no 'gpu'"));
  CHECK_THAT(message("run c.ini --threads -1"), Contains("--threads"));
  CHECK_THAT(message("run c.ini --set degree=1"), Contains("expected section.key=value"));
  CHECK_THAT(message("converge c.ini"), Contains("needs a section [exact]"));
  CHECK_THAT(message("converge c.ini --degrees one"), Contains("'one' is not a whole number"));
  CHECK_THAT(message("bench c.ini --orderings layer"), Contains("did you mean 'layers'?"));
  CHECK_THAT(message("bench c.ini --json /no/such/x.json"), Contains("/no/such/x.json"));
  CHECK_THAT(message("mesh couette"), Contains("lacks -o FILE"));
  CHECK_THAT(message("mesh couette nx -o a.h5"), Contains("expected key=value, got 'nx'"));
  CHECK_THAT(message("mesh couette -o a.png"), Contains("a.png"));
  CHECK_THAT(message("reorder none.h5 -o a.h5"), Contains("none.h5"));
  CHECK_THAT(message("reorder a.h5"), Contains("nothing to write; give -o FILE"));
  CHECK_THAT(message("reorder a.h5 --plot p --window 1,2,3"),
             Contains("--window 1,2,3: expected XLOW,XHIGH,YLOW,YHIGH"));
  CHECK_THAT(message("reorder a.h5 --plot p --window 1,2,3,x"), Contains("expected XLOW,XHIGH,YLOW,YHIGH"));
  CHECK_THAT(message("reorder a.h5 --plot p --window 1,2,4,3"), Contains("YLOW < YHIGH"));
  CHECK_THAT(message("reorder a.h5 --report r --window 1,2,3,4"), Contains("--window needs --plot"));
  CHECK_THAT(message("reorder a.h5 -o b.h5 --method zigzag"), Contains("ordering 'zigzag' is not known (there are: "));
  CHECK_THAT(message("bench c.ini --starts wing"),
             Contains("--starts: boundary 'wing' is not in the mesh (it has: left, right, bottom, top)"));
  CHECK_THAT(message("bench c.ini --seconds -1"), Contains("--seconds must not be negative"));
  CHECK_THAT(message("bench c.ini --seconds inf"), Contains("--seconds must not be negative, and finite"));
  CHECK_THAT(message("reorder a.h5 -o b.h5 --seed -1"), Contains("--seed: '-1' is not a whole number from 0"));
  CHECK_THAT(message("reorder a.h5 --plot p --window 0,inf,0,1"), Contains("--window 0,inf,0,1: expected"));
  CHECK_THAT(message("converge c.ini --levels 2147483647"),
             Contains("--levels 2147483647: from level 0 on there are 13"));
  CHECK_THAT(message("info none"), Contains("none: no such file"));
  CHECK_THAT(message("check " + std::string(5000, 'a')), Contains("cannot read this case file: File name too long"));
  CHECK_THAT(message("check c.ini/c.ini"), Contains("cannot read this case file: Not a directory"));
  CHECK_THAT(message("run c.ini --threads 100000"),
             Contains("--threads 100000: '100000' is not a whole number from 0 to 1024"));
  CHECK_THAT(message("run c.ini --threads 4294967297"), Contains("from 0 to 1024"));
  CHECK_THAT(message("bench c.ini --threads 1,100000"), Contains("from 0 to 1024"));
  CHECK_THAT(message("check c.ini --set expressions._pi=1"), Contains("'_pi' already means something in formulas"));
}

TEST_CASE("a mesh that cannot be put in order is refused, and nothing is written") {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& arguments) {
    const Outcome outcome = rkdg(folder, arguments);
    CHECK(outcome.status == 2);
    CHECK(is_one_error_line(outcome.err));
    return outcome.err;
  };
  SECTION("start boundary that is not there") {
    REQUIRE(rkdg(folder, "mesh couette -o a.h5").status == 0);
    const auto before = contents(folder);
    CHECK_THAT(message("reorder a.h5 -o b.h5 --start wing --report r.json --plot p"),
               Contains("a.h5: --start: boundary 'wing' is not in the mesh (it has: left, right, bottom, top)"));
    CHECK(contents(folder) == before);
  }
  SECTION("no cells") {
    folder.write("empty.msh",
                 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n0\n$EndNodes\n$Elements\n0\n$EndElements\n");
    const auto before = contents(folder);
    CHECK_THAT(message("reorder empty.msh -o b.h5"), Contains("empty.msh: "));
    CHECK(contents(folder) == before);
  }
}

TEST_CASE(
    "a disk that fills up while fields are written ends the run with status 1, and the last good checkpoint stays") {
  const TemporaryFolder folder;
  add_earlier_run(folder);
  const std::string checkpoint = folder.read("out/checkpoint.h5");
  const Outcome outcome = rkdg(folder, "run c.ini -q --set mesh.level=2", "ulimit -f 8;");
  CHECK(outcome.status == 1);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("File too large"));
  CHECK(folder.read("out/checkpoint.h5") == checkpoint);
}

TEST_CASE("a check writes nothing, not even in the user's home through the libraries it uses") {
  const TemporaryFolder folder;
  folder.write("c.ini", small_case);
  fs::create_directory(folder.path() / "home");
  const auto before = contents(folder);
  const std::string unstructured =
      " --set mesh.generate=square --set 'mesh.parameters=kind=unstructured' --set initial.rho=1";
  const Outcome outcome = rkdg(folder, "check c.ini" + unstructured, "HOME='" + folder.file("home") + "'");
  if (has_gmsh()) CHECK(outcome.status == 0);
  CHECK(contents(folder) == before);
  CHECK(fs::is_empty(folder.path() / "home"));
}
