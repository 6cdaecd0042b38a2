#include "libdg/output/binary_stream.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "libdg/core/errors.hpp"

namespace dg {
namespace {

/// Nobody is to be led to another file by a symbolic link.
std::FILE* open_to_write(const std::string& path) {
  const int number = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (number < 0) return nullptr;
  std::FILE* file = fdopen(number, "wb");
  if (file == nullptr) close(number);
  return file;
}

}  // namespace

BinaryStream::BinaryStream(const std::string& file, std::string shown_name)
    : shown_name_(std::move(shown_name)), file_(open_to_write(file)), buffer_(1 << 20) {
  if (file_ == nullptr) refuse();
}

void BinaryStream::bytes(const char* data, std::size_t size) {
  flush();
  if (std::fwrite(data, 1, size, file_.get()) != size) refuse();
}

void BinaryStream::flush() {
  if (std::fwrite(buffer_.data(), 1, used_, file_.get()) != used_) refuse();
  used_ = 0;
}

void BinaryStream::close() {
  flush();
  if (std::fclose(file_.release()) != 0) refuse();
}

void BinaryStream::refuse() const { throw InputError(shown_name_ + ": cannot be written: " + std::strerror(errno)); }

}  // namespace dg
