#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "apps/tests/running_program.hpp"

namespace dg::app {
namespace {

using Catch::Contains;

Outcome run(const TemporaryFolder& folder, std::vector<std::string> arguments, std::size_t* peak = nullptr) {
  RunningProgram program(folder, arguments);
  const Outcome outcome = program.finish();
  if (peak) *peak = program.peak_memory();
  return outcome;
}

/// Megabytes that `rkdg check` tells.
double told(const std::string& text) {
  const std::string word = "memory     ";
  const auto at = text.find(word);
  REQUIRE(at != std::string::npos);
  return std::atof(text.c_str() + at + word.size());
}

TEST_CASE("The memory that check tells is the most that the system has seen a run take") {
  const TemporaryFolder folder;
  folder.write("case.ini", square_case);
  for (const std::string sets :
       {"mesh.parameters=n=300,kind=triangles space.degree=1",
        "mesh.parameters=n=150,kind=hybrid,order=3,curved=0.01 space.degree=2",
        "mesh.parameters=n=220,kind=quads space.degree=3 space.precision=single",
        "mesh.parameters=n=40,kind=hybrid space.degree=2 time.mode=steady time.solver=newton"}) {
    std::vector<std::string> options{"case.ini", "--backend", "cpu", "--set", "time.steps=2"};
    for (std::size_t at = 0; at < sets.size();) {
      const std::size_t end = std::min(sets.find(' ', at), sets.size());
      options.insert(options.end(), {"--set", sets.substr(at, end - at)});
      at = end + 1;
    }
    auto arguments = options;
    arguments.insert(arguments.begin(), "check");
    const Outcome checked = run(folder, arguments);
    if (checked.err.find("is not in this build") != std::string::npos) continue;
    REQUIRE(checked.err == "");
    arguments.front() = "run";
    std::size_t peak = 0;
    const Outcome ran = run(folder, arguments, &peak);
    REQUIRE(ran.status == (sets.find("steady") == std::string::npos ? 0 : 3));  // two steps do not converge
    INFO(sets << ": told " << told(checked.out) << " MB, taken " << 1e-6 * static_cast<double>(peak));
    CHECK(told(checked.out) > 0.9e-6 * static_cast<double>(peak));
    CHECK(told(checked.out) < 1.25e-6 * static_cast<double>(peak));
  }
}

TEST_CASE("A run that needs more memory than there is says so before it takes it") {
  const TemporaryFolder folder;
  folder.write("case.ini", square_case);
  // Kernels for several devices make a program of 200 MB, all of which counts.
  const auto kilobytes = 480000 + std::filesystem::file_size(RKDG_PROGRAM) / 1024;
  const Outcome outcome = rkdg(folder, "run case.ini --backend cpu --set mesh.parameters=n=500 --set space.degree=1",
                               "ulimit -v " + std::to_string(kilobytes) + ";");
  CHECK(outcome.status == 2);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("case.ini") && Contains("MB of memory") && Contains("MB are left"));
}

}  // namespace
}  // namespace dg::app
