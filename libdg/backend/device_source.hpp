/// The headers of kernels, which the program holds as text for NVRTC.
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

/// All headers that kernels may include: those of rkdg, and those added by add_device_header().
const std::vector<SourceFile>& device_headers();

/// Makes a header of the user's own equations known. Precondition: nothing has been compiled yet; the text lives as
/// long as the process.
void add_device_header(const SourceFile& file);

/// The headers of rkdg as the build has embedded them (cmake/RkdgEmbed.cmake).
std::vector<SourceFile> embedded_headers();

}  // namespace dg
