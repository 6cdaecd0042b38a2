/// Files that a command reads and writes, which must not be the same.
#pragma once

#include <string>
#include <vector>

namespace dg::app {

/// A file and what names it on the command line, such as "--report".
struct NamedFile {
  std::string option, path;
};

/// True if both paths lead to the same file, through links or not; it need not be there.
bool is_same_file(const std::string& a, const std::string& b);

/// Throws InputError, opening with the name of the command, if an output is one of the inputs or another output. Empty
/// paths are none.
void require_distinct_files(const std::string& command, const std::vector<std::string>& inputs,
                            const std::vector<NamedFile>& outputs);

}  // namespace dg::app
