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

/// Makes a header known whose name says what is in it, by a hash, such as "user/0123/burgers.hpp". One that has been
/// added before stays as it is. It does not count in key_of_kernel_headers(). Precondition: nothing is being compiled.
void add_hashed_header(std::string name, std::string text);

/// A key for all names and texts but those of add_hashed_header().
const std::string& key_of_kernel_headers();

/// A key for these names and texts.
std::string key_of_headers(const std::vector<SourceFile>& files);

/// The headers of rkdg as the build has embedded them (cmake/RkdgEmbed.cmake).
std::vector<SourceFile> embedded_headers();

}  // namespace dg
