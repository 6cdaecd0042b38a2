// Scripts of ParaView Catalyst on several ranks: they see what they see on one, and end as they do on one.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "apps/tests/catalyst_script.hpp"
#include "apps/tests/csv_table.hpp"
#include "apps/tests/picture.hpp"
#include "apps/tests/ranks_case.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

constexpr std::size_t cells = 54, linear_cells = 4;  ///< of the case; of one cell

/// A folder with the case and a script.
class ScriptFolder : public Folder {
 public:
  explicit ScriptFolder(const std::string& script) {
    write("c.ini", ranks_case + "[catalyst]\nscript = script.py\nevery = 20\n");
    write("script.py", script_opening + script);
  }
};

/// Runs the case on so many ranks, with results in a folder of that name.
Outcome run(const TemporaryFolder& folder, int ranks, const std::string& before = "unset DISPLAY; ") {
  const std::string start = ranks == 1 ? "" : on(ranks);
  return rkdg(folder, "run c.ini -q --backend cpu --set output.format=none --output " + std::to_string(ranks),
              before + start);
}

CsvTable table_of(const TemporaryFolder& folder, int ranks, const std::string& name) {
  CsvTable rows = csv_table(folder.read(std::to_string(ranks) + "/extracts/" + name));
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Sum of the numbers that stand behind these words in the pieces of a data set.
std::size_t sum_in_pieces(const TemporaryFolder& folder, const std::filesystem::path& pieces,
                          const std::string& words) {
  std::size_t sum = 0;
  for (const auto& entry : std::filesystem::directory_iterator(pieces)) {
    const std::string text = folder.read(entry.path().string());
    sum += static_cast<std::size_t>(std::atol(text.c_str() + text.find(words) + words.size()));
  }
  return sum;
}

/// Pixels of which some colour differs by more than the rounding of two sums.
int differing(const Picture& a, const Picture& b) {
  REQUIRE(a.pixels.size() == b.pixels.size());
  int count = 0;
  for (std::size_t pixel = 0; pixel < a.pixels.size(); pixel += 3) {
    int most = 0;
    for (std::size_t i = pixel; i < pixel + 3; ++i) most = std::max(most, std::abs(a.pixels[i] - b.pixels[i]));
    count += most > 2;
  }
  return count;
}

std::size_t colours(const Picture& picture) {
  std::set<std::vector<std::uint8_t>> all;
  for (auto pixel = picture.pixels.begin(); pixel != picture.pixels.end(); pixel += 3) all.emplace(pixel, pixel + 3);
  return all.size();
}

/// A script that fails where and when it says.
std::string failing(const std::string& load, const std::string& call) {
  return R"(from paraview.servermanager import vtkProcessModule
rank = vtkProcessModule.GetProcessModule().GetPartitionId()
if )" + load +
         R"(: raise ValueError("cannot begin")
table = CreateExtractor("CSV", flow)
def catalyst_execute(info):
    if info.timestep == 20 and )" +
         call + R"(: raise ValueError("cannot go on")
options = catalyst.Options()
)";
}

}  // namespace

TEST_CASE("a script on several ranks sees the cells and fields of one rank") {
  const ScriptFolder folder(points_and_sums + R"(
cells = CreateExtractor("CSV", flow)
cells.Writer.FileName = "cells_{timestep}.csv"
cells.Writer.FieldAssociation = "Cell Data"
whole = CreateExtractor("VTU", flow)
whole.Writer.FileName = "flow_{timestep}.pvtu"
def catalyst_execute(info):
    known = flow.GetDataInformation()
    print(info.timestep, info.time, known.GetNumberOfCells(), known.GetBounds(), flow.PointData["rho"].GetRange(),
          list(Slice(Input=flow).SliceType.Origin))
)");
  const Outcome one = run(folder, 1);
  REQUIRE(one.status == 0);
  CHECK(one.err.empty());
  CHECK_THAT(one.out, Contains("40 ") && Contains(" 216 (-10.0, 10.0, -10.0, 10.0, 0.0, 0.0) ("));
  for (const int ranks : {2, 3}) {
    INFO(ranks << " ranks");
    const Outcome some = run(folder, ranks);
    REQUIRE(some.status == 0);
    CHECK(some.err.empty());
    CHECK(some.out == one.out);  // and not once for each rank
    CHECK(summary(folder, std::to_string(ranks))["catalyst"]["calls"] == 3);
    for (const std::string step : {"0", "20", "40"}) {
      const CsvTable points = table_of(folder, ranks, "points_" + step + ".csv");
      REQUIRE(points.size() > cells * 6);
      CHECK((points == table_of(folder, 1, "points_" + step + ".csv")));
      std::vector<std::size_t> parts(cells);
      for (const auto& cell : table_of(folder, ranks, "cells_" + step + ".csv"))
        ++parts.at(static_cast<std::size_t>(cell.at("cell")));
      CHECK(parts == std::vector<std::size_t>(cells, linear_cells));
      const CsvTable sums = table_of(folder, ranks, "sums_" + step + ".csv");
      REQUIRE(sums.size() == 1);
      CHECK(sums[0].at("Area") == Approx(400).epsilon(1e-12));
    }
    const std::filesystem::path pieces = folder.path() / std::to_string(ranks) / "extracts" / "flow_40";
    const auto files = std::filesystem::directory_iterator(pieces);
    CHECK(std::distance(begin(files), end(files)) == ranks);
    CHECK(sum_in_pieces(folder, pieces, "NumberOfCells=\"") == cells * linear_cells);
    CHECK(sum_in_pieces(folder, pieces, "NumberOfPoints=\"") == table_of(folder, 1, "points_40.csv").size());
  }
}

TEST_CASE("a picture of several ranks is that of one rank") {
  // The colours of the first have a fixed range. Those of the second follow the range of the field.
  const ScriptFolder folder(R"(
def draw(name, field):
    view = CreateView("RenderView", ViewSize=[300, 300])
    view.CameraParallelProjection = 1
    view.CameraPosition = [0, 0, 50]
    view.CameraParallelScale = 11
    shown = Show(flow, view)
    ColorBy(shown, ("POINTS", field))
    picture = CreateExtractor("PNG", view)
    picture.Writer.FileName = name + "_{timestep}.png"
    picture.Writer.ImageResolution = [300, 300]
    return shown, view
draw("fixed", "rho")
colours = GetColorTransferFunction("rho")
colours.AutomaticRescaleRangeMode = "Never"
colours.RescaleTransferFunction(0.95, 1.1)
shown, view = draw("automatic", "Mach")
shown.SetScalarBarVisibility(view, True)
options = catalyst.Options()
options.ExtractsOutputDirectory = "extracts"
)");
  const auto picture = [&](int ranks, const std::string& name) {
    return read_png(folder.read(std::to_string(ranks) + "/extracts/" + name));
  };
  REQUIRE(run(folder, 1, with_screen()).status == 0);
  for (const int ranks : {2, 3}) {
    INFO(ranks << " ranks");
    const Outcome outcome = run(folder, ranks, with_screen());
    CAPTURE(outcome.err);
    REQUIRE(outcome.status == 0);
    for (const std::string name : {"fixed_0.png", "fixed_40.png", "automatic_0.png", "automatic_40.png"}) {
      INFO(name);
      const Picture one = picture(1, name), some = picture(ranks, name);
      CHECK(colours(one) > 100);
      CHECK(differing(one, some) <= 30);
    }
  }
}

TEST_CASE("a script that fails on one rank ends all, with one message") {
  for (const std::string who : {"rank == 1", "True"}) {
    INFO(who);
    const ScriptFolder folder(failing("False", who));
    const Outcome outcome = run(folder, 3);
    CHECK(outcome.status == 1);
    CAPTURE(outcome.err);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).front(), Contains("script.py:9: ValueError: cannot go on"));
  }
}

TEST_CASE("a script that cannot begin on one rank is wrong input, and nothing is written") {
  for (const std::string who : {"rank == 2", "True"}) {
    INFO(who);
    const ScriptFolder folder(failing(who, "False"));
    const Outcome outcome = run(folder, 3);
    CHECK(outcome.status == 2);
    CAPTURE(outcome.err);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).front(), Contains("script.py:6: ValueError: cannot begin"));
    CHECK_FALSE(std::filesystem::exists(folder.file("3")));
  }
}

TEST_CASE("pictures need an X display on every rank") {
  if (with_screen().empty()) return;
  const ScriptFolder folder("view = CreateView('RenderView')\n");
  const std::string on_two =
      on(2) + " sh -c '[ ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} != 1 ] || unset DISPLAY; exec \"$0\" \"$@\"'";
  for (const auto& [start, what] :
       {std::pair{"unset DISPLAY; " + on(2), "DISPLAY is not set"}, {with_screen() + on_two, "rank 1 has none"}}) {
    const Outcome outcome = rkdg(folder, "run c.ini -q", start);
    CHECK(outcome.status == 2);
    CAPTURE(outcome.err);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).front(),
               Contains("script.py:4: RuntimeError: pictures need an X display, but " + std::string(what)));
  }
}

TEST_CASE("a signal ends a run with a script in order") {
  const ScriptFolder folder(failing("False", "False"));
  for (const std::string& start : {std::string(), on(2)}) {
    INFO(start);
    std::filesystem::remove_all(folder.file("out"));
    const Outcome outcome =
        rkdg(folder, "run c.ini -q --set time.steps=100000000 --set output.every=0",
             "rm -f pid.*; ( until [ -s out/checkpoint.h5 ]; do sleep 0.05; done; kill -TERM $(cat pid.*) ) & " +
                 start + " sh -c 'echo $$ > pid.${OMPI_COMM_WORLD_RANK:-0}; exec \"$0\" \"$@\"'");
    CHECK(outcome.status == 1);
    CAPTURE(outcome.err);
    REQUIRE(error_lines(outcome).size() == 1);
    CHECK_THAT(error_lines(outcome).front(), Contains("stopped by a signal, SIGTERM"));
    CHECK(summary(folder)["status"] == "interrupted");
  }
}
