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

BinaryStream::BinaryStream() : buffer_(1 << 20) {}

void BinaryStream::bytes(const char* data, std::size_t size) {
  flush();
  put(data, size);
}

void BinaryStream::put(const char* data, std::size_t size) {
  if (file_ == nullptr) {
    const auto* first = reinterpret_cast<const std::byte*>(data);
    memory_.insert(memory_.end(), first, first + size);
  } else if (std::fwrite(data, 1, size, file_.get()) != size) {
    refuse();
  }
}

void BinaryStream::flush() {
  put(buffer_.data(), used_);
  used_ = 0;
}

std::vector<std::byte> BinaryStream::take() {
  flush();
  return std::move(memory_);
}

void BinaryStream::close() {
  flush();
  if (std::fclose(file_.release()) != 0) refuse();
}

void BinaryStream::refuse() const { throw InputError(shown_name_ + ": cannot be written: " + std::strerror(errno)); }

}  // namespace dg
