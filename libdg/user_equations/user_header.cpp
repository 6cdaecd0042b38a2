#include "libdg/user_equations/user_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "libdg/backend/code_cache.hpp"
#include "libdg/backend/kernel_source.hpp"
#include "libdg/core/errors.hpp"

namespace dg {
namespace {

namespace fs = std::filesystem;

bool is_of_rkdg(const std::string& name) {
  return std::ranges::any_of(kernel_headers(), [&](const SourceFile& file) { return file.name == name; });
}

/// What stands between the quotes of a line that includes a file; empty in any other line.
std::string included_in(const std::string& line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line[hash] != '#') return "";
  const std::size_t word = line.find_first_not_of(" \t", hash + 1);
  constexpr std::string_view include = "include";
  if (word == std::string::npos || line.compare(word, include.size(), include) != 0) return "";
  const std::size_t quote = line.find_first_not_of(" \t", word + include.size());
  if (quote == std::string::npos || line[quote] != '"') return "";
  const std::size_t end = line.find('"', quote + 1);
  return end == std::string::npos ? "" : line.substr(quote + 1, end - quote - 1);
}

struct UserFile {
  fs::path path;
  std::string text;
  std::vector<std::pair<std::string, std::size_t>>
      includes;  ///< the line that includes a file, and its number in the list
};

/// The header and all that it includes, each once, the header first.
class UserFiles {
 public:
  explicit UserFiles(const std::string& path) { add(fs::path(path).lexically_normal()); }

  std::string add_to_headers() const {
    std::vector<std::string_view> texts;
    for (const UserFile& file : files_) texts.push_back(file.text);
    const std::string folder = "user/" + CodeCache::key(texts).substr(0, 16) + "/";
    for (std::size_t i = 0; i < files_.size(); ++i) add_hashed_header(name(folder, i), text(folder, i));
    return name(folder, 0);
  }

 private:
  std::size_t add(const fs::path& path) {
    const auto known = std::ranges::find(files_, path, &UserFile::path);
    if (known != files_.end()) return static_cast<std::size_t>(known - files_.begin());
    std::error_code error;
    std::ifstream stream(path);
    if (!fs::is_regular_file(path, error) || !stream)
      throw InputError(path.string() + ": cannot be read; the header of the equations must be there");
    const std::size_t number = files_.size();
    files_.push_back({path, {std::istreambuf_iterator<char>(stream), {}}, {}});
    std::istringstream lines(files_[number].text);
    std::string line;
    for (int count = 1; std::getline(lines, line); ++count) {
      const std::string included = included_in(line);
      const fs::path beside = (path.parent_path() / included).lexically_normal();
      if (included.empty() || (is_of_rkdg(included) && !fs::exists(beside, error))) continue;
      if (!fs::exists(beside, error))
        throw InputError(
            fmt::format("{}:{}: includes \"{}\", which is neither there nor a header that kernels of rkdg "
                        "may include",
                        path.string(), count, included));
      const std::size_t other = add(beside);
      files_[number].includes.emplace_back(line, other);
    }
    return number;
  }

  /// Files of one name in several folders are told apart by their numbers.
  std::string name(const std::string& folder, std::size_t i) const {
    const std::string file = files_[i].path.filename().string();
    return folder + (i == 0 ? file : fmt::format("{}_{}", i, file));
  }

  std::string text(const std::string& folder, std::size_t i) const {
    std::istringstream lines(files_[i].text);
    std::string text = fmt::format("#line 1 \"{}\"\n", files_[i].path.string()), line;
    while (std::getline(lines, line)) {
      const auto include = std::ranges::find(files_[i].includes, line, [](const auto& pair) { return pair.first; });
      text += include == files_[i].includes.end() ? line : "#include \"" + name(folder, include->second) + '"';
      text += '\n';
    }
    return text;
  }

  std::vector<UserFile> files_;
};

}  // namespace

std::string add_user_header(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error) && is_of_rkdg(path)) return path;
  return UserFiles(path).add_to_headers();
}

}  // namespace dg
