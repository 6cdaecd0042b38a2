/// A file for one input of a fuzzer after the other: some libraries read no other bytes than those of a file.
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace dg::samples {

/// A file without a name would not do: HDF5 asks for the real path. It is removed at the end of the program.
inline const std::string& scratch_file() {
  // Never destroyed, since it is needed to the very end.
  static const std::string& path = *new const std::string([] {
    std::string name = std::filesystem::temp_directory_path() / "rkdg-fuzz-XXXXXX";
    if (close(mkstemp(name.data())) != 0) std::abort();
    std::atexit([] { std::filesystem::remove(scratch_file()); });
    return name;
  }());
  return path;
}

}  // namespace dg::samples
