#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/spectrum_file.hpp"
#include "apps/run/state_of_checkpoint.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

int command_spectrum(const Arguments& arguments) {
  namespace po = boost::program_options;
  constexpr int most_points = 4096;
  po::options_description options("Options");
  options.add_options()("output,o", po::value<std::string>(), "file to write, a table of k and E(k) (.csv)");
  options.add_options()("case", po::value<std::string>(), "take this case in place of that in the checkpoint");
  options.add_options()("points", po::value<std::string>(),
                        "points of the grid along the longest side (default: about the degrees of freedom)");
  const auto values = parse_command_line({"spectrum", "CHECKPOINT.h5 -o FILE.csv [options]",
                                          "Writes the spectrum of the kinetic energy of a periodic box. E(k) times the "
                                          "distance of the wave numbers adds up to the mean of |u|^2 / 2."},
                                         options, {"CHECKPOINT.h5"}, false, arguments);
  if (!values) return 0;
  const std::string path = (*values)["CHECKPOINT.h5"].as<Arguments>().front();
  if (values->count("output") == 0) throw InputError("rkdg spectrum: needs '--output FILE.csv'");
  SpectrumSettings settings{(*values)["output"].as<std::string>()};
  require_distinct_files("spectrum", {path}, {{"--output", settings.path}});
  if (values->count("points") != 0) {
    const std::vector<int> points = integer_list("--points", (*values)["points"].as<std::string>(), 2, most_points);
    if (points.size() != 1) throw InputError("--points: expected one number");
    settings.points = points.front();
  }
  Case c = values->count("case") != 0 ? read_case((*values)["case"].as<std::string>(), {})
                                      : case_of_checkpoint(CheckpointFile(path).head(), path);
  print_out("{}", write_spectrum(std::move(c), path, settings));
  return 0;
}

}  // namespace dg::app
