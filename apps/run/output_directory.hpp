/// The folder a run writes to. It belongs to one case, and to one run at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/run/run_record.hpp"

namespace dg::app {

/// What a run wants of its folder.
struct FolderClaim {
  std::string case_path;                ///< of the case file
  std::vector<std::string> inputs;      ///< other files that the run reads, but for its checkpoint
  std::vector<std::string> more_files;  ///< names of the files that it will write beyond those that every run may
  std::uintmax_t bytes = 0;             ///< that the first files need
  std::string checkpoint;               ///< path of that which it starts from; empty: none
  std::string checkpoint_run;           ///< name of the run that wrote that; empty: not known
};

class OutputDirectory {
 public:
  /// Creates the folder if need be and keeps other runs out. Changes nothing in it. Throws InputError if it cannot be
  /// made or written to, if another run writes to it, or if the disk cannot take the first files. It also
  /// throws if the folder holds results of another case, or files of others under names that it would write. A run
  /// must not replace a file that it reads, either.
  OutputDirectory(const std::string& path, const FolderClaim& claim);

  /// True if the run continues with the one whose results are here, false if it replaces them.
  bool continues() const { return continues_; }

  /// Makes the folder this run's. Unless it goes on, the files of the earlier run are removed, but for a checkpoint,
  /// which stays until a new one replaces it. Throws RunError.
  void begin();

  /// Name of the run, the same after each restart in this folder.
  const std::string& run() const { return run_; }

  /// Path of a file that is about to be written; from now on it counts as the run's. Throws RunError.
  std::string file(const std::string& name) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  bool is_ours(const std::string& name) const;
  bool will_be_written(const std::string& name) const;
  void refuse_other_case(const FolderClaim& claim) const;
  void refuse_inputs(const FolderClaim& claim) const;
  void refuse_foreign_files() const;
  void require_writable() const;

  std::filesystem::path path_;
  std::vector<std::string> files_;
  std::string checkpoint_, case_file_, run_;
  bool continues_ = false, has_summary_ = false;
  mutable RunRecord record_;
};

/// Throws InputError if a file of that name could not be written; leaves an existing one as it is.
void require_writable_file(const std::string& path);

/// Writes a text file under a temporary name and renames it. Throws InputError with the system's reason.
void write_file(const std::string& path, const std::string& text);

/// Writes a text into the space that an existing file has on the disk, for a disk that is full. False if it has too
/// little, or if that fails; the file then stays as it is.
bool rewrite_in_place(const std::string& path, const std::string& text) noexcept;

/// The JSON as text; bytes of names and paths that are not UTF-8 are replaced.
std::string json_text(const nlohmann::ordered_json& json);

/// The JSON as a text file, by write_file().
void write_json(const std::string& path, const nlohmann::ordered_json& json);

}  // namespace dg::app
