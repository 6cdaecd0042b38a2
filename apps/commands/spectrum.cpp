#include <fmt/format.h>

#include <initializer_list>

#include "apps/case/finite_number.hpp"
#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/history_spectrum.hpp"
#include "apps/run/spectrum_file.hpp"
#include "apps/run/state_of_checkpoint.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

using Values = boost::program_options::variables_map;

void refuse(const Values& values, std::initializer_list<const char*> options, const std::string& needed) {
  for (const char* name : options)
    if (values.count(name) != 0) throw InputError(fmt::format("--{}: is for {}", name, needed));
}

int one_number(const Values& values, const char* name, int least, int most) {
  const std::string option = std::string("--") + name;
  const std::vector<int> numbers = integer_list(option, values[name].as<std::string>(), least, most);
  if (numbers.size() != 1) throw InputError(option + ": expected one number");
  return numbers.front();
}

double time_of(const std::string& text) {
  const auto time = finite_number(text);
  if (!time) throw InputError(fmt::format("--from: '{}' is not a finite number", text));
  return *time;
}

void of_history(const std::string& table, const std::string& path, const Values& values) {
  constexpr int most_segments = 10000;
  refuse(values, {"case", "points"}, "a checkpoint, not a table");
  HistorySpectrumSettings settings{.path = path};
  if (values.count("columns") != 0) settings.columns = split_list(values["columns"].as<std::string>());
  if (values.count("from") != 0) settings.from = time_of(values["from"].as<std::string>());
  if (values.count("segments") != 0) settings.segments = one_number(values, "segments", 1, most_segments);
  print_out("{}", write_history_spectra(table, settings));
}

}  // namespace

int command_spectrum(const Arguments& arguments) {
  namespace po = boost::program_options;
  constexpr int most_points = 4096;
  po::options_description options("Options");
  options.add_options()("output,o", po::value<std::string>(),
                        "file to write, a table of k and E(k), or of f and S(f) (.csv)");
  options.add_options()("case", po::value<std::string>(), "use this case in place of that in the checkpoint");
  options.add_options()("points", po::value<std::string>(),
                        "points of the grid along the longest side (default: about the degrees of freedom)");
  options.add_options()("columns", po::value<std::string>(), "columns of the table, such as u,v (default: all)");
  options.add_options()("from", po::value<std::string>(), "leave out rows before this time (default: 0)");
  options.add_options()("segments", po::value<std::string>(), "segments whose spectra are averaged (default: 8)");
  const auto values = parse_command_line(
      {"spectrum", "FILE -o FILE.csv [options]",
       "Computes the spectrum of the kinetic energy in a periodic box, from a checkpoint (.h5). E(k) times the "
       "distance of the wave numbers adds up to the mean of |u|^2 / 2. Of a table over time, such as "
       "probes.csv or forces.csv: power spectra, whose sum times the distance of the frequencies is "
       "about the variance."},
      options, {"FILE"}, false, arguments);
  if (!values) return 0;
  const std::string path = (*values)["FILE"].as<Arguments>().front();
  if (values->count("output") == 0) throw InputError("rkdg spectrum: needs '--output FILE.csv'");
  SpectrumSettings settings{(*values)["output"].as<std::string>()};
  require_distinct_files("spectrum", {path}, {{"--output", settings.path}});
  if (path.ends_with(".csv")) {
    of_history(path, settings.path, *values);
    return 0;
  }
  refuse(*values, {"columns", "from", "segments"}, "a table (.csv), not a checkpoint");
  if (values->count("points") != 0) settings.points = one_number(*values, "points", 2, most_points);
  Case c = values->count("case") != 0 ? read_case((*values)["case"].as<std::string>(), {})
                                      : case_of_checkpoint(CheckpointFile(path).head(), path);
  print_out("{}", write_spectrum(std::move(c), path, settings));
  return 0;
}

}  // namespace dg::app
