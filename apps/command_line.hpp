/// What all subcommands share: parsing of options by Boost.Program_options with one-line errors and help.
#pragma once

#include <boost/program_options.hpp>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "apps/case/choices.hpp"
#include "apps/case/section_reader.hpp"
#include "apps/run/problem.hpp"
#include "apps/threads.hpp"

namespace dg::app {

using Arguments = std::vector<std::string>;

/// A subcommand as the user sees it.
struct CommandHelp {
  std::string name;      ///< "run"
  std::string synopsis;  ///< "CASE.ini [options]"
  std::string summary;   ///< one or more sentences
};

/// Parses the arguments of a subcommand. `positional` names the options that stand without a dash, the last one taking
/// all that is left if `many`. Prints help and returns nothing if --help is among them. Throws InputError for what is
/// not understood.
std::optional<boost::program_options::variables_map> parse_command_line(
    const CommandHelp& help, const boost::program_options::options_description& options,
    const std::vector<std::string>& positional, bool many, const Arguments& arguments);

/// Adds --backend, --threads and --set.
void add_case_options(boost::program_options::options_description& options);

/// The case with its overrides, and the machine, that these options state.
Case read_case(const boost::program_options::variables_map& values);
Machine read_machine(const boost::program_options::variables_map& values);

/// Items of an option such as `--degrees 1,2,3`; throws InputError if it is empty or if an item is no whole number from
/// `least` to `most`.
std::vector<int> integer_list(const std::string& option, const std::string& text, int least = 0,
                              int most = std::numeric_limits<int>::max());

/// Likewise for an option whose items are words, such as `--backends cpu,cuda`.
template <class T>
std::vector<T> choice_list(const boost::program_options::variables_map& values, const std::string& option,
                           const Choices<T>& choices) {
  std::vector<T> list;
  for (const std::string& word : split_list(values[option].as<std::string>())) {
    list.push_back(choose(choices, word, "--" + option));
  }
  if (list.empty()) throw InputError("--" + option + ": expected one or more of " + join(words_of(choices)));
  return list;
}

}  // namespace dg::app
