/// Changes of tables by the bytes of a fuzzer, for files whose own structure is to stay right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace dg::samples {

/// One number of one table after the other becomes another, or a table another size.
class Edits {
 public:
  Edits(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  /// 0 at the end.
  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }

  bool more() const { return left_ > 0; }

  /// Applies the next edit to one of `tables`, by the number that it begins with.
  template <class... Tables>
  void apply(Tables&... tables) {
    const std::size_t chosen = byte() % sizeof...(Tables);
    std::size_t number = 0;
    ((number++ == chosen ? change(tables) : void()), ...);
  }

 private:
  template <class T>
  T value() {
    std::uint8_t bytes[sizeof(T)];
    for (std::uint8_t& b : bytes) b = byte();
    T result;
    std::memcpy(&result, bytes, sizeof(T));
    return result;
  }

  template <class T>
  void change(std::vector<T>& table) {
    constexpr std::uint8_t resizes = 250;
    const std::uint8_t how = byte();
    const std::size_t at = value<std::uint16_t>();
    if (how >= resizes) {
      table.resize(std::min(at, 2 * table.size() + 1));
    } else if (!table.empty()) {
      T& number = table[at % table.size()];
      if (how % 2 == 0)
        number = value<T>();
      else
        number = static_cast<T>(static_cast<std::int8_t>(byte()));
    }
  }

  const std::uint8_t* data_;
  std::size_t left_;
};

}  // namespace dg::samples
