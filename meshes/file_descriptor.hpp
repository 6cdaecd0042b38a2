/// An open file of the system, closed at the end of its life.
#pragma once

#include <unistd.h>

#include <utility>

namespace dg {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
  }

  /// The number that the system knows the file by; negative if it could not be opened.
  operator int() const { return number_; }

 private:
  int number_ = -1;
};

}  // namespace dg
