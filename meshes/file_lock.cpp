#include "meshes/file_lock.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

namespace dg {

FileLock try_lock(const FileDescriptor& file) {
  int result = 0;
  do {
    result = flock(file, LOCK_EX | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  if (result == 0) return FileLock::held;
  return errno == EWOULDBLOCK ? FileLock::held_by_another : FileLock::not_supported;
}

bool is_still_named(const FileDescriptor& file, const std::string& path) {
  struct stat open_file {
  }, named_file{};
  return fstat(file, &open_file) == 0 && lstat(path.c_str(), &named_file) == 0 && S_ISREG(named_file.st_mode) &&
         open_file.st_dev == named_file.st_dev && open_file.st_ino == named_file.st_ino;
}

}  // namespace dg
