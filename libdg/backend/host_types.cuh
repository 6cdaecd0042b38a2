/// Types and functions of the C++ standard library that only the host uses, for NVRTC: declared, and no more.
#pragma once

namespace std {

template <class T>
struct vector {
  vector() = default;
  vector(initializer_list<T>) {}
  size_t size() const;
  bool empty() const;
  T* data() const;
  T& operator[](size_t i) const;
};
template <class Signature>
struct function {};
template <class T>
struct unique_ptr {};
template <class T>
struct optional {};
struct string {};
struct string_view {};

namespace ranges {
template <class Range, class Predicate>
bool any_of(const Range& range, Predicate predicate);
}

}  // namespace std
