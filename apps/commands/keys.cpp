#include "apps/case/case_page.hpp"
#include "apps/case/suggest.hpp"
#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {

int command_keys(const Arguments& arguments) {
  boost::program_options::options_description options("Options");
  options.add_options()("names", "only the names, one on each line");
  const auto values = parse_command_line(
      {"keys", "[SECTION] [options]",
       "Lists the keys of a case file with their types and defaults. 'rkdg help SECTION.KEY' says more of one."},
      options, {"SECTION"}, true, arguments);
  if (!values) return 0;
  const auto sections = values->count("SECTION") != 0 ? (*values)["SECTION"].as<Arguments>() : Arguments{};
  if (sections.size() > 1) throw InputError("rkdg keys: expected one section, not " + in_quotes(sections[1]) + " too");
  if (!sections.empty() && keys_of_section(sections.front()).empty())
    throw InputError("rkdg keys: there is no section " + in_quotes(sections.front()) +
                     suggestion(sections.front(), case_sections()));
  for (const KeyEntry& entry : sections.empty() ? case_keys() : keys_of_section(sections.front())) {
    const std::string name = entry.section + "." + entry.key;
    if (values->count("names") != 0)
      print_out("{}\n", name);
    else
      print_out("{:<28} {:<36} {}\n", name, entry.type, entry.default_value);
  }
  return 0;
}

}  // namespace dg::app
