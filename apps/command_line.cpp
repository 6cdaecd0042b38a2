#include "apps/command_line.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <charconv>
#include <sstream>

#include "apps/case/choices.hpp"
#include "apps/case/section_reader.hpp"
#include "apps/case/suggest.hpp"
#include "apps/console.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

namespace po = boost::program_options;

std::vector<std::string> long_names(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  return names;
}

[[noreturn]] void refuse(const CommandHelp& help, const std::string& what) {
  throw InputError("rkdg " + help.name + ": " + what + "; see 'rkdg " + help.name + " --help'");
}

}  // namespace

std::optional<po::variables_map> parse_command_line(const CommandHelp& help, const po::options_description& options,
                                                    const std::vector<std::string>& positional, bool many,
                                                    const Arguments& arguments) {
  if (const int threads = omp_get_max_threads(); threads > most_threads) {
    throw InputError("OMP_NUM_THREADS: " + std::to_string(threads) + " threads, but at most " +
                     std::to_string(most_threads) + " are supported");
  }
  po::options_description visible = options;
  visible.add_options()("help,h", "print this help");
  po::options_description all = visible;
  po::positional_options_description places;
  for (std::size_t i = 0; i < positional.size(); ++i) {
    const bool takes_rest = many && i + 1 == positional.size();
    all.add_options()(positional[i].c_str(), po::value<std::vector<std::string>>());
    places.add(positional[i].c_str(), takes_rest ? -1 : 1);
  }
  po::variables_map values;
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(all).positional(places).style(style).run(), values);
    if (values.count("help") != 0) {
      std::ostringstream listed;
      listed << visible;
      print_out("Usage: rkdg {} {}\n\n{}\n\n{}", help.name, help.synopsis, help.summary, listed.str());
      return std::nullopt;
    }
    po::notify(values);
  } catch (const po::unknown_option& error) {
    refuse(help, "unknown option " + in_quotes(error.get_option_name()) +
                     suggestion(error.get_option_name(), long_names(visible)));
  } catch (const po::error& error) {
    refuse(help, error.what());
  }
  for (std::size_t i = 0; i < positional.size(); ++i) {
    const bool optional = many && i + 1 == positional.size();
    if (!optional && values.count(positional[i]) == 0) refuse(help, "lacks " + positional[i]);
  }
  for (const auto& [name, value] : values) {
    const bool takes_value = all.find(name, false).semantic()->max_tokens() > 0;
    const auto* text = boost::any_cast<std::string>(&value.value());
    if (takes_value && !value.defaulted() && text != nullptr && text->empty()) {
      refuse(help, "--" + name + " has an empty value");
    }
  }
  return values;
}

void add_case_options(po::options_description& options) {
  options.add_options()("backend", po::value<std::string>()->default_value("auto"), "auto, cpu or cuda");
  options.add_options()("threads", po::value<std::string>()->default_value("0"),
                        ("CPU threads, at most " + std::to_string(most_threads) + "; 0: all").c_str());
  options.add_options()("set", po::value<std::vector<std::string>>()->composing(),
                        "section.key=value instead of what the case file says; may be repeated");
}

Case read_case(const po::variables_map& values) {
  const auto overrides = values.count("set") != 0 ? values["set"].as<std::vector<std::string>>() : Arguments{};
  return read_case(values["CASE.ini"].as<std::vector<std::string>>().front(), overrides);
}

Machine read_machine(const po::variables_map& values) {
  const std::string name = values["backend"].as<std::string>();
  Machine machine;
  machine.backend = choose(backend_choices, name, "--backend " + name);
  const std::vector<int> threads = integer_list("--threads", values["threads"].as<std::string>(), 0, most_threads);
  if (threads.size() > 1) throw InputError("--threads: expected one number");
  machine.threads = threads.front();
  return machine;
}

std::vector<int> integer_list(const std::string& option, const std::string& text, int least, int most) {
  std::vector<int> values;
  for (const std::string& item : split_list(text)) {
    int value = 0;
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), value);
    if (error != std::errc() || end != item.data() + item.size() || value < least || value > most) {
      throw InputError(option + " " + shown(text) + ": " + in_quotes(item) + " is not a whole number from " +
                       std::to_string(least) + " to " + std::to_string(most));
    }
    values.push_back(value);
  }
  if (values.empty()) throw InputError(option + ": expected whole numbers separated by commas");
  return values;
}

}  // namespace dg::app
