/// Buffered writing of text and numbers as bytes, to a file, with every failure reported, or to memory.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace dg {

class BinaryStream {
 public:
  /// Opens `file` for writing; messages call it `shown_name`. Throws InputError, here and later, with the system's
  /// reason.
  BinaryStream(const std::string& file, std::string shown_name);
  /// Keeps the bytes in memory.
  BinaryStream();

  void text(const std::string& text) { bytes(text.data(), text.size()); }

  /// The bytes of a number as they are in memory.
  template <class T>
  void value(T number) {
    static_assert(std::is_arithmetic_v<T>);
    if (used_ + sizeof(T) > buffer_.size()) flush();
    std::memcpy(buffer_.data() + used_, &number, sizeof(T));
    used_ += sizeof(T);
  }

  /// Must be called last: only then is it known that everything was written.
  void close();

  /// What is in memory, and no longer here.
  std::vector<std::byte> take();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void bytes(const char* data, std::size_t size);
  void put(const char* data, std::size_t size);
  void flush();
  [[noreturn]] void refuse() const;

  std::string shown_name_;
  std::unique_ptr<std::FILE, Close> file_;  ///< none: memory
  std::vector<std::byte> memory_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

}  // namespace dg
