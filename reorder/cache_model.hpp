/// A set-associative cache with least-recently-used replacement, holding records of one size.
#pragma once

#include <cstdint>
#include <vector>

#include "meshes/index.hpp"

namespace dg {

/// The cache holds ways * floor(bytes / (ways * record_bytes)) records; record r belongs to set r mod (number of sets).
/// It has at least one set.
class CacheModel {
 public:
  CacheModel(std::int64_t bytes, int ways, int record_bytes);

  /// Reads a record and keeps it as the most recently used; true if it was there.
  bool read(Index record);

  std::int64_t reads() const { return reads_; }
  std::int64_t hits() const { return hits_; }
  /// Share of the reads that found their record; 0 before the first read.
  double hit_rate() const { return reads_ == 0 ? 0.0 : static_cast<double>(hits_) / static_cast<double>(reads_); }

 private:
  int ways_;
  Index set_count_;
  std::vector<Index> records_;  // set by set, most recently used first; -1 is empty
  std::int64_t reads_ = 0, hits_ = 0;
};

}  // namespace dg
