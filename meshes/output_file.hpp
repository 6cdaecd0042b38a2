/// A file that appears under its name only when it is whole: it is written under a temporary name and then renamed.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "meshes/file_descriptor.hpp"

namespace dg {

class OutputFile {
 public:
  /// Creates the temporary file, beside `path` and with its ending; takes the place of one that a killed process has
  /// left. Throws InputError if that is impossible. Symbolic links are not followed: one called `path` is replaced, but
  /// devices and pipes, and links to them, are refused.
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Removes the temporary file unless it has been published.
  ~OutputFile();

  /// The name under which something else may write the file instead of write().
  const std::string& temporary() const { return temporary_; }

  /// Writes the contents of the file. Throws InputError if they do not fit on the disk.
  void write(std::span<const char> bytes);

  /// Brings the file to the disk and gives it its name. Throws InputError if either fails.
  void publish();

 private:
  void create_temporary(const std::filesystem::path& target);
  [[noreturn]] void refuse(int error) const;

  std::string path_, temporary_;
  FileDescriptor file_;
  bool published_ = false;
};

/// Removes the temporary files that killed processes have left in a folder, of all names that `is_wanted` accepts:
/// those that the files would have got. Files of living processes stay. What cannot be looked at or removed stays, too.
void remove_abandoned_files(const std::filesystem::path& folder,
                            const std::function<bool(const std::string&)>& is_wanted);

}  // namespace dg
