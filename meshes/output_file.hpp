/// A file that appears under its name only when it is whole: it is written under a temporary name and then renamed.
#pragma once

#include <string>

namespace dg {

class OutputFile {
 public:
  /// Creates the temporary file, beside `path` and with its ending. Throws InputError if that is impossible.
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Removes the temporary file unless it has been published.
  ~OutputFile();

  /// The name to write to. The writer may overwrite the file or replace it.
  const std::string& temporary() const { return temporary_; }

  /// Brings the written file to the disk and gives it its name. Throws InputError if either fails.
  void publish();

 private:
  [[noreturn]] void refuse(int error) const;

  std::string path_, temporary_;
  bool published_ = false;
};

}  // namespace dg
