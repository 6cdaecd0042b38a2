/// Numbers on their way from a device to the host: any number of copies are launched, and waited for once.
#pragma once

#include <span>
#include <utility>

#include "libdg/backend/backend.hpp"

namespace dg {

template <class T>
class ReadBack {
 public:
  explicit ReadBack(Backend& backend) : backend_(backend) {}
  ReadBack(const ReadBack&) = delete;
  ReadBack& operator=(const ReadBack&) = delete;
  ~ReadBack() { backend_.release_host(values_); }

  /// Launches a copy of `n` numbers, after the kernels so far. What was there before is lost.
  void fetch(const T* from, std::size_t n) {
    prepare(n);
    if (n > 0) backend_.copy_out_later(values_, from, n * sizeof(T));
  }

  /// Memory of the host for `n` numbers that a kernel writes itself, without a copy. What was there before is lost.
  T* prepare(std::size_t n) {
    if (capacity_ < n) {
      backend_.release_host(std::exchange(values_, nullptr));
      values_ = static_cast<T*>(backend_.allocate_host(n * sizeof(T)));
      capacity_ = n;
    }
    size_ = n;
    return values_;
  }

  /// What the last fetch() brings, or kernels have written; waits for all that was launched.
  std::span<const T> values() const {
    backend_.synchronize();
    return {values_, size_};
  }

 private:
  Backend& backend_;
  T* values_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace dg
