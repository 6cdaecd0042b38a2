/// The folder a run writes to. A folder belongs to rkdg once it holds a summary.json written by rkdg.
#pragma once

#include <filesystem>
#include <string>

namespace dg::app {

class OutputDirectory {
 public:
  /// Creates the folder if need be. Throws InputError if it cannot be made or written to, if the disk has less than
  /// `bytes_needed` left, or if it holds files of the names that a run writes but no summary of rkdg.
  OutputDirectory(const std::string& path, std::uintmax_t bytes_needed);

  /// Removes the field files of an earlier run; a checkpoint stays until a new one replaces it.
  void remove_earlier_fields() const;

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Throws InputError if a file of that name could not be written; leaves an existing one as it is.
void require_writable_file(const std::string& path);

/// Writes a text file under a temporary name and renames it. Throws InputError with the system's reason.
void write_file(const std::string& path, const std::string& text);

}  // namespace dg::app
