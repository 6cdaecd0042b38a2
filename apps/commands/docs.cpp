#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "apps/commands/commands.hpp"
#include "apps/commands/installed_files.hpp"
#include "apps/console.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

bool has_screen() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return true;
  return false;
}

std::filesystem::path page() {
  try {
    return installed_file("rkdg docs", {"../../docs/site/index.html", "../share/doc/rkdg/site/index.html"});
  } catch (const RunError&) {
    throw InputError(
        "rkdg docs: this installation has no manual; build it by './dev docs' before you install, or read docs/*.md");
  }
}

}  // namespace

int command_docs(const Arguments& arguments) {
  boost::program_options::options_description options("Options");
  options.add_options()("path", boost::program_options::bool_switch(), "print where it is, and open nothing");
  const auto values = parse_command_line({"docs", "[--path]", "Opens the manual in a browser, or prints where it is."},
                                         options, {}, false, arguments);
  if (!values) return 0;
  const std::string path = page().string();
  print_out("{}\n", path);
  if ((*values)["path"].as<bool>() || !has_screen()) return 0;
  const char* named = std::getenv("BROWSER");
  const std::string browser = named != nullptr && *named != '\0' ? named : "xdg-open";
  execlp(browser.c_str(), browser.c_str(), path.c_str(), nullptr);
  throw RunError("rkdg docs: " + browser + " cannot be started: " + std::strerror(errno) +
                 "; open the file above, or name a browser in $BROWSER");
}

}  // namespace dg::app
