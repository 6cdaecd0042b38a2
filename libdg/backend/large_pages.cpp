#include "libdg/backend/large_pages.hpp"

#ifdef __linux__
#include <sys/mman.h>

#include <cstdint>
#endif

namespace dg {

#ifdef __linux__
void prefer_large_pages(void* begin, std::size_t bytes) {
  constexpr std::uintptr_t page = std::uintptr_t(2) << 20;
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
  const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}
#else
void prefer_large_pages(void*, std::size_t) {}
#endif

}  // namespace dg
