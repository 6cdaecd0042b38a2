#include "apps/run/output_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

#include "apps/console.hpp"
#include "apps/run/distinct_files.hpp"
#include "apps/run/encoded_name.hpp"
#include "meshes/errors.hpp"
#include "meshes/output_file.hpp"

namespace dg::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 2> checkpoint_files{"checkpoint.h5", "checkpoint.lbm"};
constexpr const char* summary_file = "summary.json";

/// Files that any run may write, whatever its case says.
constexpr std::array<const char*, 13> usual_files{
    "fields.vtkhdf", summary_file, "history.csv",     "forces.csv",        "probes.csv", "sequence.csv", "errors.csv",
    "newton.csv",    "mean.vtu",   "probes_mean.csv", checkpoint_files[0], "fields.pvd", "failed.vtu"};

bool is_checkpoint(const std::string& name) {
  return std::find(checkpoint_files.begin(), checkpoint_files.end(), name) != checkpoint_files.end();
}

bool is_usual(const std::string& name) {
  if (std::find(usual_files.begin(), usual_files.end(), name) != usual_files.end()) return true;
  const std::string start = "fields_", end = name.ends_with(".vti") ? ".vti" : ".vtu";
  if (!name.starts_with(start) || !name.ends_with(end) || name.size() <= start.size() + end.size()) return false;
  return std::all_of(name.begin() + static_cast<std::ptrdiff_t>(start.size()),
                     name.end() - static_cast<std::ptrdiff_t>(end.size()),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// The name without the number of a step before its ending: surface_wall_000000040.csv is surface_wall.csv.
std::string without_step(const std::string& name) {
  const std::size_t dot = std::min(name.rfind('.'), name.size()), last = name.find_last_not_of("0123456789", dot - 1);
  const bool has_step = dot > 0 && last != std::string::npos && last + 1 < dot && name[last] == '_';
  return has_step ? name.substr(0, last) + name.substr(dot) : name;
}

bool has_rkdg_summary(const fs::path& directory) {
  std::ifstream stream(directory / summary_file);
  if (!stream) return false;
  const auto summary = nlohmann::json::parse(stream, nullptr, false);
  return summary.is_object() && summary.contains("status") && summary.contains("rkdg");
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  if (error) throw InputError(directory.string() + ": cannot read the output folder: " + error.message());
  std::sort(names.begin(), names.end());
  return names;
}

bool is_same_folder(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a.empty() ? "." : a, b, error);
}

/// Permission bits do not tell all (read-only file systems, quotas): only writing does.
void require_disk_space_for_a_file(const fs::path& directory) {
  try {
    OutputFile probe((directory / "rkdg-write-test").string());
    probe.write(std::string("rkdg\n"));
  } catch (const InputError& error) {
    const std::string what = error.what();
    throw InputError(directory.string() + ": cannot write into the output folder" + what.substr(what.rfind(": ")));
  }
}

/// Makes a folder that can be written to and returns it.
const fs::path& made(const fs::path& path, std::uintmax_t bytes_needed) {
  std::error_code error;
  fs::create_directories(path, error);
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    throw InputError(path.string() + ": cannot make the output folder: " +
                     (error ? error.message() : std::string("a file of that name is in the way")));
  }
  require_disk_space_for_a_file(path);
  const fs::space_info space = fs::space(path, error);
  if (!error && space.available < bytes_needed) {
    throw InputError(fmt::format("{}: the disk has {:.1f} MB left, the first files need {:.1f} MB", path.string(),
                                 static_cast<double>(space.available) / 1e6, static_cast<double>(bytes_needed) / 1e6));
  }
  return path;
}

}  // namespace

OutputDirectory::OutputDirectory(const std::string& path, const FolderClaim& claim)
    : path_(path), files_(claim.more_files), checkpoint_(claim.checkpoint), record_(made(path_, claim.bytes)) {
  std::error_code ignored;
  case_file_ = printable_name(fs::relative(claim.case_path, path_, ignored).string());
  has_summary_ = has_rkdg_summary(path_);
  // A folder without a record, as copied by hand, goes by where its checkpoint lies.
  continues_ = !claim.checkpoint.empty() &&
               (record_.empty() ? has_summary_ && is_same_folder(fs::path(claim.checkpoint).parent_path(), path_)
                                : record_.run() == claim.checkpoint_run);
  run_ = continues_ && !claim.checkpoint_run.empty() ? claim.checkpoint_run : new_run_name();
  if (!continues_) refuse_other_case(claim);
  refuse_inputs(claim);
  refuse_foreign_files();
  require_writable();
}

void OutputDirectory::refuse_other_case(const FolderClaim& claim) const {
  if (record_.empty() || record_.case_file() == case_file_) return;
  const std::string other = (path_ / record_.case_file()).lexically_normal().string();
  throw InputError(path_.string() + ": holds the results of another case, " + other + ", which a run of " +
                   claim.case_path + " would replace: give another folder with --output or 'directory' of [output], " +
                   "or remove this one");
}

bool OutputDirectory::is_ours(const std::string& name) const {
  return record_.empty() ? has_summary_ && is_usual(name) : record_.files().contains(name);
}
bool OutputDirectory::will_be_written(const std::string& name) const {
  return is_usual(name) || std::find(files_.begin(), files_.end(), without_step(name)) != files_.end();
}

void OutputDirectory::refuse_inputs(const FolderClaim& claim) const {
  std::vector<std::string> inputs{claim.case_path};
  inputs.insert(inputs.end(), claim.inputs.begin(), claim.inputs.end());
  for (const std::string& name : names_in(path_)) {
    if (!will_be_written(name) && !record_.files().contains(name)) continue;
    const std::string file = (path_ / name).string();
    const auto refuse = [&](const std::string& input) {
      throw InputError(path_.string() + ": the run would replace its input " + input + " there, as '" + name +
                       "': move that file away, or give another folder with --output");
    };
    for (const std::string& input : inputs)
      if (is_same_file(file, input)) refuse(input);
    if (!is_checkpoint(name) && is_same_file(file, claim.checkpoint)) refuse(claim.checkpoint);
  }
}

void OutputDirectory::refuse_foreign_files() const {
  for (const std::string& name : names_in(path_)) {
    if (!will_be_written(name) || is_ours(name)) continue;
    throw InputError(path_.string() + ": holds '" + name +
                     "', which is not a result of rkdg; a run would overwrite it: move it away, or give another "
                     "folder with --output");
  }
}

/// Names may be too long, or be those of folders.
void OutputDirectory::require_writable() const {
  for (const std::string name : usual_files) require_writable_file((path_ / name).string());
  for (const std::string& name : files_) require_writable_file((path_ / name).string());
}

void OutputDirectory::begin() {
  remove_abandoned_files(path_, [this](const std::string& name) { return is_usual(name) || is_ours(name); });
  if (continues_) {
    record_.begin(case_file_, run_);
    return;
  }
  if (!checkpoint_.empty() && !record_.empty()) {
    print_warning("{}: the results of an earlier run there are replaced, since {} is not of that run", path_.string(),
                  checkpoint_);
  }
  std::vector<std::string> kept;
  for (const std::string& name : names_in(path_)) {
    if (!record_.files().contains(name)) continue;
    if (is_checkpoint(name)) {
      kept.push_back(name);
      continue;
    }
    std::error_code error;
    if (!fs::remove(path_ / name, error)) {
      throw RunError((path_ / name).string() + ": a result of the earlier run cannot be removed: " + error.message());
    }
  }
  record_.begin(case_file_, run_);
  record_.add_file(summary_file);
  for (const std::string& name : kept) record_.add_file(name);
}

std::string OutputDirectory::file(const std::string& name) const {
  record_.add_file(name);
  return (path_ / name).string();
}

void require_writable_file(const std::string& path) { OutputFile file(path); }

void write_file(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.publish();
}

bool rewrite_in_place(const std::string& path, const std::string& text) noexcept {
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  constexpr std::size_t block = 512;  // unit of st_blocks, whatever the file system
  if (file < 0 || fstat(file, &status) != 0 || static_cast<std::size_t>(status.st_blocks) * block < text.size()) {
    return false;
  }
  return pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()) &&
         ftruncate(file, static_cast<off_t>(text.size())) == 0;
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void write_json(const std::string& path, const nlohmann::ordered_json& json) { write_file(path, json_text(json)); }

}  // namespace dg::app
