#include "meshes/output_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "meshes/errors.hpp"
#include "meshes/file_lock.hpp"

namespace dg {
namespace {

namespace fs = std::filesystem;

// A temporary file of `a.h5` is called `a.rkdg-tmp1.h5`: its ending tells programs what to write. Its writer holds a
// lock on it as long as it lives, and only the holder of the lock may remove or rename it.
constexpr const char* mark = ".rkdg-tmp";
constexpr int most_temporaries = 1000;

std::string temporary_name(const fs::path& target, int number) {
  return (target.parent_path() / target.stem()).string() + mark + std::to_string(number) + target.extension().string();
}

/// The name of the file that a temporary one was to become; empty for other names.
std::string target_name(const fs::path& temporary) {
  const std::string stem = temporary.stem().string();
  const std::size_t at = stem.rfind(mark);
  if (at == std::string::npos) return {};
  const std::string number = stem.substr(at + std::strlen(mark));
  if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) return {};
  return stem.substr(0, at) + temporary.extension().string();
}

/// True for a device, a pipe, or a link to one, such as /dev/stdout, which leads to a descriptor of this process.
bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) return true;
  return fs::is_symlink(path, ignored) && fs::read_symlink(path, ignored).string().starts_with("/proc/");
}

/// Removes a temporary file that nobody writes any more; true if it has gone.
bool remove_if_abandoned(const std::string& path) {
  const FileDescriptor file(open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file < 0) return errno == ENOENT;
  if (!is_still_named(file, path) || try_lock(file) != FileLock::held || !is_still_named(file, path)) return false;
  return unlink(path.c_str()) == 0;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) refuse(EISDIR);
  if (is_special(path))
    throw InputError(path + ": is not a regular file, and would be replaced by one; name another file");
  create_temporary(path);
}

void OutputFile::create_temporary(const fs::path& target) {
  for (int number = 1; number <= most_temporaries;) {
    temporary_ = temporary_name(target, number);
    file_ = FileDescriptor(open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (file_ < 0) {
      if (errno != EEXIST) refuse(errno);
      if (!remove_if_abandoned(temporary_)) ++number;
    } else if (try_lock(file_) != FileLock::held_by_another && is_still_named(file_, temporary_)) {
      return;
    }  // else somebody took the file for abandoned before it was locked, and removes it
  }
  refuse(EEXIST);
}

OutputFile::~OutputFile() {
  if (!published_) std::remove(temporary_.c_str());
}

void OutputFile::write(std::span<const char> bytes) {
  if (ftruncate(file_, 0) != 0 || lseek(file_, 0, SEEK_SET) != 0) refuse(errno);
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) refuse(errno);
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void OutputFile::publish() {
  if (fsync(file_) != 0) refuse(errno);
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) refuse(errno);
  published_ = true;
}

void OutputFile::refuse(int error) const { throw InputError(path_ + ": cannot be written: " + std::strerror(error)); }

void remove_abandoned_files(const fs::path& folder, const std::function<bool(const std::string&)>& is_wanted) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
    const std::string target = target_name(entry->path().filename());
    if (!target.empty() && is_wanted(target)) found.push_back(entry->path().string());
  }
  for (const std::string& path : found) remove_if_abandoned(path);
}

}  // namespace dg
