#include "libdg/backend/kernel_source.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <list>
#include <utility>

#include "libdg/backend/code_cache.hpp"

namespace dg {
namespace {

std::vector<SourceFile>& headers() {
  static std::vector<SourceFile> all = [] {
    std::vector<SourceFile> files = embedded_headers();
    // For work on kernels: the texts of a source tree, without building the program anew.
    const char* tree = std::getenv("RKDG_KERNEL_SOURCES");
    if (tree == nullptr || *tree == '\0') return files;
    static std::list<std::string> texts;
    for (SourceFile& file : files) {
      std::ifstream in(std::filesystem::path(tree) / file.name, std::ios::binary);
      if (in) file.text = texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return files;
  }();
  return all;
}

/// Those of add_hashed_header(): they stand behind all others.
std::list<std::pair<std::string, std::string>>& hashed() {
  static std::list<std::pair<std::string, std::string>> all;
  return all;
}

}  // namespace

const std::vector<SourceFile>& kernel_headers() { return headers(); }

std::string key_of_headers(const std::vector<SourceFile>& files) {
  std::vector<std::string_view> texts;
  for (const SourceFile& file : files) {
    texts.emplace_back(file.name);
    texts.push_back(file.text);
  }
  return CodeCache::key(texts);
}

const std::string& key_of_kernel_headers() {
  static const std::string key = [] {
    const auto hashed_ones = static_cast<std::ptrdiff_t>(hashed().size());
    return key_of_headers({headers().begin(), headers().end() - hashed_ones});
  }();
  return key;
}

void add_kernel_header(const SourceFile& file) {
  headers().insert(headers().end() - static_cast<std::ptrdiff_t>(hashed().size()), file);
}

void add_hashed_header(std::string name, std::string text) {
  for (const auto& [known, unused] : hashed())
    if (known == name) return;
  const auto& [kept_name, kept_text] = hashed().emplace_back(std::move(name), std::move(text));
  headers().push_back({kept_name.c_str(), kept_text});
}

}  // namespace dg
