#include "apps/run/distinct_files.hpp"

#include <filesystem>

#include "meshes/errors.hpp"

namespace dg::app {
namespace {

namespace fs = std::filesystem;

/// The path without links, those included that lead to nothing yet.
fs::path resolved(fs::path path) {
  constexpr int most_links = 40;  // as the system allows
  std::error_code error;
  for (int i = 0; i < most_links && fs::is_symlink(path, error); ++i)
    path = path.parent_path() / fs::read_symlink(path, error);
  const fs::path absolute = fs::absolute(path, error);
  const fs::path canonical = fs::weakly_canonical(absolute, error);
  return error ? absolute.lexically_normal() : canonical;
}

}  // namespace

bool is_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code error;
  return fs::equivalent(a, b, error) || resolved(a) == resolved(b);
}

void require_distinct_files(const std::string& command, const std::vector<std::string>& inputs,
                            const std::vector<NamedFile>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, path] = outputs[i];
    for (const std::string& input : inputs) {
      if (!is_same_file(path, input)) continue;
      throw InputError("rkdg " + command + ": " + option + " " + path + " would replace the input " + input +
                       "; name another file");
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (!is_same_file(path, outputs[k].path)) continue;
      throw InputError("rkdg " + command + ": " + option + " " + path + " and " + outputs[k].option + " " +
                       outputs[k].path + " are the same file; name another one");
    }
  }
}

}  // namespace dg::app
