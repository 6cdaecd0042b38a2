#include "apps/run/output_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "libdg/output/binary_stream.hpp"
#include "meshes/errors.hpp"
#include "meshes/output_file.hpp"

namespace dg::app {
namespace {

namespace fs = std::filesystem;

bool is_field_file(const std::string& name) {
  const bool surface = name.starts_with("surface_") && name.ends_with(".csv");
  return surface || name == "fields.pvd" || name == "failed.vtu" ||
         (name.starts_with("fields_") && name.ends_with(".vtu"));
}

bool is_run_file(const std::string& name) {
  static const std::array<std::string, 6> names{"summary.json", "history.csv",  "forces.csv",
                                                "probes.csv",   "sequence.csv", "checkpoint.h5"};
  return std::find(names.begin(), names.end(), name) != names.end() || is_field_file(name);
}

bool has_rkdg_summary(const fs::path& directory) {
  std::ifstream stream(directory / "summary.json");
  if (!stream) return false;
  const auto summary = nlohmann::json::parse(stream, nullptr, false);
  return summary.is_object() && summary.contains("status") && summary.contains("rkdg");
}

void refuse_foreign_files(const fs::path& directory) {
  if (has_rkdg_summary(directory)) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (!is_run_file(name)) continue;
    throw InputError(directory.string() + ": holds '" + name +
                     "' but no summary.json of rkdg; a run would overwrite it: give another folder with --output");
  }
}

/// Permission bits do not tell all (read-only file systems, quotas): only writing does.
void require_writable(const fs::path& directory) {
  const fs::path probe = directory / ".rkdg_write_test";
  errno = 0;
  std::FILE* file = std::fopen(probe.c_str(), "w");
  bool written = file != nullptr && std::fputs("rkdg\n", file) >= 0;
  written = file != nullptr && std::fclose(file) == 0 && written;
  const int reason = errno;
  std::error_code ignored;
  fs::remove(probe, ignored);
  if (!written) {
    throw InputError(directory.string() + ": cannot write into the output folder: " + std::strerror(reason));
  }
}

}  // namespace

OutputDirectory::OutputDirectory(const std::string& path, std::uintmax_t bytes_needed) : path_(path) {
  std::error_code error;
  fs::create_directories(path_, error);
  if (!fs::is_directory(path_)) {
    throw InputError(path + ": cannot make the output folder: " +
                     (error ? error.message() : std::string("a file of that name is in the way")));
  }
  try {
    refuse_foreign_files(path_);
  } catch (const fs::filesystem_error& failure) {
    throw InputError(path + ": cannot read the output folder: " + failure.code().message());
  }
  require_writable(path_);
  const fs::space_info space = fs::space(path_, error);
  if (!error && space.available < bytes_needed) {
    throw InputError(fmt::format("{}: the disk has {:.1f} MB left, the first files need {:.1f} MB", path,
                                 static_cast<double>(space.available) / 1e6, static_cast<double>(bytes_needed) / 1e6));
  }
}

void OutputDirectory::remove_earlier_fields() const {
  std::vector<fs::path> earlier;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
    if (is_field_file(entry.path().filename().string())) earlier.push_back(entry.path());
  }
  for (const fs::path& file : earlier) fs::remove(file);
}

void require_writable_file(const std::string& path) { OutputFile file(path); }

void write_file(const std::string& path, const std::string& text) {
  OutputFile file(path);
  BinaryStream stream(file.temporary(), path);
  stream.text(text);
  stream.close();
  file.publish();
}

}  // namespace dg::app
