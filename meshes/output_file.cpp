#include "meshes/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "meshes/errors.hpp"

namespace dg {
namespace {

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (number_ >= 0) close(number_);
  }
  operator int() const { return number_; }

 private:
  int number_;
};

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) refuse(EISDIR);
  const std::filesystem::path target(path);
  temporary_ =
      (target.parent_path() / target.stem()).string() + ".tmp" + std::to_string(getpid()) + target.extension().string();
  const FileDescriptor file(open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666));
  if (file < 0) refuse(errno);
}

OutputFile::~OutputFile() {
  if (!published_) std::remove(temporary_.c_str());
}

void OutputFile::write(std::span<const char> bytes) {
  const FileDescriptor file(open(temporary_.c_str(), O_WRONLY | O_TRUNC));
  if (file < 0) refuse(errno);
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) refuse(errno);
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void OutputFile::publish() {
  const FileDescriptor file(open(temporary_.c_str(), O_RDONLY));
  if (file < 0 || fsync(file) != 0) refuse(errno);
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) refuse(errno);
  published_ = true;
}

void OutputFile::refuse(int error) const { throw InputError(path_ + ": cannot be written: " + std::strerror(error)); }

}  // namespace dg
