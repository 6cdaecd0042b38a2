#include "libdg/backend/kernel_source.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <list>

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

}  // namespace

const std::vector<SourceFile>& kernel_headers() { return headers(); }

const std::string& key_of_kernel_headers() {
  static const std::string key = [] {
    std::vector<std::string_view> texts;
    for (const SourceFile& file : kernel_headers()) {
      texts.emplace_back(file.name);
      texts.push_back(file.text);
    }
    return CodeCache::key(texts);
  }();
  return key;
}

void add_kernel_header(const SourceFile& file) { headers().push_back(file); }

}  // namespace dg
