/// A file that appears under its name only when it is whole: it is written under a temporary name and then renamed.
#pragma once

#include <span>
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

  /// The name under which something else may write the file instead of write().
  const std::string& temporary() const { return temporary_; }

  /// Writes the contents of the file. Throws InputError if they do not fit on the disk.
  void write(std::span<const char> bytes);

  /// Brings the file to the disk and gives it its name. Throws InputError if either fails.
  void publish();

 private:
  [[noreturn]] void refuse(int error) const;

  std::string path_, temporary_;
  bool published_ = false;
};

}  // namespace dg
