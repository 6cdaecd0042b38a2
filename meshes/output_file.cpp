#include "meshes/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "meshes/errors.hpp"

namespace dg {

OutputFile::OutputFile(const std::string& path) : path_(path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) refuse(EISDIR);
  const std::filesystem::path target(path);
  temporary_ =
      (target.parent_path() / target.stem()).string() + ".tmp" + std::to_string(getpid()) + target.extension().string();
  const int file = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) refuse(errno);
  close(file);
}

OutputFile::~OutputFile() {
  if (!published_) std::remove(temporary_.c_str());
}

void OutputFile::publish() {
  const int file = open(temporary_.c_str(), O_RDONLY);
  if (file < 0) refuse(errno);
  const int error = fsync(file) == 0 ? 0 : errno;
  close(file);
  if (error != 0) refuse(error);
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) refuse(errno);
  published_ = true;
}

void OutputFile::refuse(int error) const { throw InputError(path_ + ": cannot be written: " + std::strerror(error)); }

}  // namespace dg
