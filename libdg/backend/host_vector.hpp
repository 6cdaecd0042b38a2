/// Vectors on the host that leave their numbers uninitialised, so that no thread has to write zeros, and touch every
/// page, before others fill them.
#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace dg {

/// The standard allocator, but numbers without a value stay uninitialised.
template <class T>
struct UninitialisedAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = UninitialisedAllocator<U>;
  };

  UninitialisedAllocator() = default;
  template <class U>
  UninitialisedAllocator(const UninitialisedAllocator<U>&) {}

  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

/// A vector of numbers; HostVector<double>(n) has n entries of no particular value.
template <class T>
using HostVector = std::vector<T, UninitialisedAllocator<T>>;

}  // namespace dg
