/// What an output folder knows about the run in it: whose it is and which files it wrote. It is kept in a hidden file,
/// whose lock keeps a second run out for as long as the first one lives.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "meshes/file_descriptor.hpp"

namespace dg::app {

class RunRecord {
 public:
  /// Name of the file in the folder.
  static constexpr const char* name = ".rkdg_run";

  /// Opens the record of a folder and locks it; an empty one is made if there is none. Throws InputError if another
  /// run holds it, if it is no such record, or if it cannot be written.
  explicit RunRecord(const std::filesystem::path& folder);
  RunRecord(const RunRecord&) = delete;
  RunRecord& operator=(const RunRecord&) = delete;

  /// Removes a record that is still empty.
  ~RunRecord();

  /// True if no run has begun here.
  bool empty() const { return run_.empty(); }

  /// The case file, relative to the folder.
  const std::string& case_file() const { return case_file_; }

  /// A name that no other run has.
  const std::string& run() const { return run_; }

  /// Names of the files that the run has written or was about to write.
  const std::set<std::string>& files() const { return files_; }

  /// Notes that a run writes here from now on: the same one again, or another one, whose list of files starts afresh.
  /// Throws RunError if that cannot be written.
  void begin(const std::string& case_file, const std::string& run);

  /// To be called before a file is written. Throws RunError.
  void add_file(const std::string& file);

 private:
  void read();
  void append(const std::string& lines);
  [[noreturn]] void refuse_to_write(int error) const;
  [[noreturn]] void refuse_second_run() const;

  std::string folder_, path_;
  FileDescriptor file_;
  std::string case_file_, run_;
  std::set<std::string> files_;
};

/// A name for a new run: 16 random hexadecimal digits.
std::string new_run_name();

}  // namespace dg::app
