#include "reorder/cache_model.hpp"

#include <algorithm>

namespace dg {

CacheModel::CacheModel(std::int64_t bytes, int ways, int record_bytes)
    : ways_(ways),
      set_count_(static_cast<Index>(std::max<std::int64_t>(1, bytes / (std::int64_t{ways} * record_bytes)))),
      records_(static_cast<std::size_t>(set_count_) * ways, -1) {}

bool CacheModel::read(Index record) {
  const auto first = records_.begin() + std::ptrdiff_t{record % set_count_} * ways_;
  auto place = std::find(first, first + ways_, record);
  const bool hit = place != first + ways_;
  if (!hit) --place;
  std::move_backward(first, place, place + 1);
  *first = record;
  ++reads_;
  hits_ += hit;
  return hit;
}

}  // namespace dg
