#include "apps/run/run_record.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <random>

#include "apps/console.hpp"
#include "apps/run/encoded_name.hpp"
#include "meshes/errors.hpp"
#include "meshes/file_lock.hpp"

namespace dg::app {
namespace {

constexpr const char* first_line = "rkdg run 1";

std::string this_process() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return fmt::format("{} on {}", getpid(), host.data());
}

}  // namespace

RunRecord::RunRecord(const std::filesystem::path& folder) : folder_(folder.string()), path_((folder / name).string()) {
  constexpr int most_attempts = 100;
  FileLock lock = FileLock::held;
  int attempts = 0;
  do {
    if (attempts++ == most_attempts) throw InputError(path_ + ": is not a regular file; remove it");
    file_ = FileDescriptor(::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (file_ < 0) throw InputError(path_ + ": cannot be written: " + std::strerror(errno));
    lock = try_lock(file_);
    if (lock == FileLock::held_by_another) refuse_second_run();
  } while (!is_still_named(file_, path_));  // a run that ended removed it just now
  if (lock == FileLock::not_supported) {
    print_warning("{}: this file system has no locks: nothing keeps a second run out of the folder", folder_);
  }
  read();
}

RunRecord::~RunRecord() {
  if (empty() && lseek(file_, 0, SEEK_END) == 0) unlink(path_.c_str());
}

void RunRecord::read() {
  std::ifstream stream(path_);
  std::string line;
  if (!std::getline(stream, line)) return;
  if (line != first_line) throw InputError(path_ + ": is not a record of a run; give another folder with --output");
  // A last line without its end was cut off by the end of its writer.
  while (std::getline(stream, line) && !stream.eof()) {
    const std::size_t blank = line.find(' ');
    const std::string key = line.substr(0, blank), value = blank < line.size() ? line.substr(blank + 1) : "";
    if (key == "case") case_file_ = value;
    if (key == "run") run_ = value;
    if (key == "file") files_.insert(value);
  }
}

void RunRecord::refuse_second_run() const {
  std::string holder;
  std::ifstream stream(path_);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("process ")) holder = " (" + line + ")";
  }
  throw InputError(folder_ + ": another run of rkdg" + holder +
                   " writes to this folder; wait for its end, or give another folder with --output");
}

void RunRecord::begin(const std::string& case_file, const std::string& run) {
  const bool same = run == run_;
  if (!same) files_.clear();
  if (!same && ftruncate(file_, 0) != 0) refuse_to_write(errno);
  run_ = run;
  case_file_ = case_file;
  // The same run may have ended within a line.
  append((same ? "\n" : fmt::format("{}\nrun {}\n", first_line, run)) +
         fmt::format("case {}\nprocess {}\n", case_file, this_process()));
}

void RunRecord::add_file(const std::string& file) {
  if (files_.insert(file).second) append("file " + file + "\n");
}

void RunRecord::append(const std::string& lines) {
  const off_t before = lseek(file_, 0, SEEK_END);
  errno = 0;
  const ssize_t written = ::write(file_, lines.data(), lines.size());
  if (written == static_cast<ssize_t>(lines.size())) return;
  const int reason = errno != 0 ? errno : ENOSPC;
  if (ftruncate(file_, before) != 0) refuse_to_write(errno);
  refuse_to_write(reason);
}

void RunRecord::refuse_to_write(int error) const {
  throw RunError(path_ + ": cannot be written: " + std::strerror(error));
}

std::string new_run_name() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random()));
}

}  // namespace dg::app
