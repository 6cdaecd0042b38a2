/// libdg/backend/async_copy.hpp for a warp on the host.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

#include "libdg/core/index.hpp"
#include "libdg/tests/warp/warp.hpp"

namespace dg {

struct PendingCopy {
  char* to;
  const char* from;
};
/// Groups of copies that a lane has not waited for; the last of them is open.
inline std::deque<std::vector<PendingCopy>>& copy_groups() {
  static std::vector<std::deque<std::vector<PendingCopy>>> of_lane(test::most_warps * test::warp_size,
                                                                   std::deque<std::vector<PendingCopy>>(1));
  return of_lane[threadIdx.x];
}

template <bool cached = false, int offset = 0, int shared_offset = offset, class Real>
void copy_16_bytes_async(Real* shared, const Real* global) {
  const auto misplaced = [](const void* at) { return reinterpret_cast<std::uintptr_t>(at) % 16 != 0; };
  if (misplaced(shared) || misplaced(global)) std::abort();
  copy_groups().back().push_back(
      {reinterpret_cast<char*>(shared) + shared_offset, reinterpret_cast<const char*>(global) + offset});
}

template <class T>
T* beyond(T* from, Index items, std::uint32_t numbers) {
  return from + std::uint64_t(static_cast<std::uint32_t>(items)) * numbers;
}

inline int anew(int x) { return x; }

template <class Real>
Real* shared_place(Real* shared) {
  return shared;
}

inline void close_copies() { copy_groups().emplace_back(); }

template <int pending>
void wait_for_copies() {
  auto& groups = copy_groups();
  while (static_cast<int>(groups.size()) - 1 > pending) {
    for (const PendingCopy& copy : groups.front()) std::memcpy(copy.to, copy.from, 16);
    groups.pop_front();
  }
}

inline void keep_order() {}
inline void prefetch_to_cache(const void*) {}

}  // namespace dg
