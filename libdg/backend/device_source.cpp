#include "libdg/backend/device_source.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <list>

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

const std::vector<SourceFile>& device_headers() { return headers(); }

void add_device_header(const SourceFile& file) { headers().push_back(file); }

}  // namespace dg
