/// Of the C++ standard library for NVRTC (standard_library.cuh): arrays and spans.
#pragma once

#include "libdg/backend/standard_types.cuh"

namespace std {

template <class T, size_t N>
struct array {
  using value_type = T;
  T elements[N];

  constexpr T& operator[](size_t i) { return elements[i]; }
  constexpr const T& operator[](size_t i) const { return elements[i]; }
  constexpr size_t size() const { return N; }
  constexpr bool empty() const { return false; }
  constexpr T* data() { return elements; }
  constexpr const T* data() const { return elements; }
  constexpr T* begin() { return elements; }
  constexpr const T* begin() const { return elements; }
  constexpr T* end() { return elements + N; }
  constexpr const T* end() const { return elements + N; }
  constexpr T& front() { return elements[0]; }
  constexpr const T& front() const { return elements[0]; }
  constexpr T& back() { return elements[N - 1]; }
  constexpr const T& back() const { return elements[N - 1]; }
  constexpr void fill(const T& x) {
    for (T& e : elements) e = x;
  }
  constexpr bool operator==(const array& other) const {
    for (size_t i = 0; i < N; ++i)
      if (!(elements[i] == other.elements[i])) return false;
    return true;
  }
};
template <class T>
struct array<T, 0> {
  constexpr size_t size() const { return 0; }
  constexpr bool empty() const { return true; }
  constexpr T* data() const { return nullptr; }
  constexpr T* begin() const { return nullptr; }
  constexpr T* end() const { return nullptr; }
};
template <class T, class... Others>
array(T, Others...) -> array<T, 1 + sizeof...(Others)>;

template <class T>
class span {
 public:
  constexpr span() = default;
  constexpr span(T* data, size_t size) : data_(data), size_(size) {}
  template <class U, size_t N>
  constexpr span(array<U, N>& a) : data_(a.data()), size_(N) {}
  template <class U, size_t N>
  constexpr span(const array<U, N>& a) : data_(a.data()), size_(N) {}
  template <size_t N>
  constexpr span(T (&a)[N]) : data_(a), size_(N) {}
  constexpr T& operator[](size_t i) const { return data_[i]; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* data() const { return data_; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace std
