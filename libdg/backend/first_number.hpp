/// The least of some numbers that several threads find.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>

namespace dg {

class FirstNumber {
 public:
  /// Whether any has been found.
  explicit operator bool() const { return number_ != none; }
  std::size_t operator*() const { return number_; }

  void note(std::size_t number) {
    for (std::size_t known = number_; number < known && !number_.compare_exchange_weak(known, number);) {
    }
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::atomic<std::size_t> number_{none};
};

}  // namespace dg
