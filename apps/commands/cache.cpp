#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "libdg/backend/code_cache.hpp"

namespace dg::app {

int command_cache(const Arguments& arguments) {
  boost::program_options::options_description options("Options");
  const auto values = parse_command_line({"cache", "list|clear",
                                          "Shows how many compiled kernels are kept, or removes them. They are "
                                          "in $RKDG_CACHE, $XDG_CACHE_HOME/rkdg or ~/.cache/rkdg."},
                                         options, {"list|clear"}, false, arguments);
  if (!values) return 0;
  const auto action = (*values)["list|clear"].as<std::vector<std::string>>().front();
  if (action != "list" && action != "clear")
    throw InputError("'rkdg cache " + action + "': expected 'list' or 'clear'");
  const CodeCache& cache = user_cache();
  if (cache.folder().empty()) {
    print_out("no folder for compiled kernels: set RKDG_CACHE to one that can be written\n");
    return 0;
  }
  const CodeCache::Contents found = action == "clear" ? cache.clear() : cache.contents();
  print_out("{}: {}{} kernels, {:.1f} MB\n", cache.folder().string(), action == "clear" ? "removed " : "",
            found.entries, static_cast<double>(found.bytes) / 1e6);
  return 0;
}

}  // namespace dg::app
