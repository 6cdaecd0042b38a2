/// The headers of kernels, which the program holds as text for the compilers that a run starts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dg {

/// A header as an #include in quotes names it, such as "libdg/core/index.hpp".
struct SourceFile {
  const char* name;
  std::string_view text;
};

/// All headers that kernels may include: those of rkdg, and those added by add_kernel_header().
const std::vector<SourceFile>& kernel_headers();

/// Makes a header of the user's own equations known. Precondition: nothing has been compiled yet; the text lives as
/// long as the process.
void add_kernel_header(const SourceFile& file);

/// A key for all of these names and texts.
const std::string& key_of_kernel_headers();

/// The headers of rkdg as the build has embedded them (cmake/RkdgEmbed.cmake).
std::vector<SourceFile> embedded_headers();

}  // namespace dg
