#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "apps/case/suggest.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/installed_files.hpp"
#include "apps/console.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

std::vector<std::string> names_in(const fs::path& gallery) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(gallery))
    if (fs::exists(entry.path() / "README.md")) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// The title of a case, and the commands that its README.md shows.
struct Readme {
  explicit Readme(const fs::path& path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("# ") && title.empty()) title = line.substr(2);
      if (line.starts_with("    ")) commands.push_back(line.substr(4));
    }
  }
  std::string title;
  std::vector<std::string> commands;
};

void print_list(const fs::path& gallery) {
  for (const std::string& name : names_in(gallery))
    print_out("  {:<20}{}\n", name, Readme(gallery / name / "README.md").title);
}

/// A folder that is there already may hold work of the user.
void copy_case(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(to)))
    throw InputError("rkdg new: " + in_quotes(to.string()) + " exists already; name another folder with -o FOLDER");
  if (!fs::create_directories(to, error))
    throw InputError("rkdg new: " + in_quotes(to.string()) + " cannot be made: " + error.message());
  for (const auto& entry : fs::directory_iterator(from)) {
    if (!entry.is_regular_file()) continue;  // pip leaves folders of compiled scripts
    const fs::path file = to / entry.path().filename();
    fs::copy_file(entry.path(), file, error);
    if (error) throw RunError("rkdg new: " + in_quotes(file.string()) + " cannot be written: " + error.message());
    // Files of a system may be read only.
    fs::permissions(file, fs::perms::owner_write, fs::perm_options::add, error);
  }
}

}  // namespace

int command_new(const Arguments& arguments) {
  po::options_description options("Options");
  options.add_options()("list,l", po::bool_switch(), "list the cases");
  options.add_options()("output,o", po::value<std::string>()->default_value(""), "folder to make; NAME by default");
  const auto values = parse_command_line({"new", "NAME [-o FOLDER] | --list",
                                          "Copies a case of the gallery into a new folder, as a starting point. Its "
                                          "README.md has the commands that run it, and the results to expect."},
                                         options, {"NAME"}, true, arguments);
  if (!values) return 0;
  const fs::path gallery = installed_file("rkdg new", {"gallery", "../share/rkdg/gallery"});
  const auto given = values->count("NAME") != 0 ? (*values)["NAME"].as<Arguments>() : Arguments{};
  if ((*values)["list"].as<bool>() && given.empty()) {
    print_list(gallery);
    return 0;
  }
  if (given.size() != 1 || (*values)["list"].as<bool>())
    throw InputError("rkdg new: expected the name of one case; 'rkdg new --list' shows them");
  const std::string name = given.front();
  const std::vector<std::string> names = names_in(gallery);
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw InputError("rkdg new: there is no case " + in_quotes(name) + suggestion(name, names));
  const std::string named = (*values)["output"].as<std::string>();
  const fs::path folder = named.empty() ? name : named;
  copy_case(gallery / name, folder);
  print_out("{} is in {}. Next:\n\n    cd {}\n", Readme(folder / "README.md").title, folder.string(), folder.string());
  for (const std::string& command : Readme(folder / "README.md").commands) print_out("    {}\n", command);
  return 0;
}

}  // namespace dg::app
