/// Compact blocks of registers of cells, grown one after the other: on the way to CellBlocks.
#pragma once

#include <algorithm>
#include <vector>

#include "libdg/space/zone.hpp"

namespace dg {

template <class Real, int dim>
class BlockGrowth {
 public:
  BlockGrowth(const ZoneView<Real>& zone, int number, int width)
      : zone_(zone),
        faces_(face_count(shape_of(zone.space))),
        number_(number),
        width_(width),
        taken_(zone.launched / width, false),
        links_(taken_.size(), 0),
        shared_(taken_.size(), 0),
        distance_(taken_.size(), 0) {}

  /// So many blocks of registers [begin, end): appends these, and where each block ends.
  void operator()(Index begin, Index end, Index blocks, std::vector<Index>& first_cell, std::vector<Index>& bounds) {
    Index seed = begin;
    for (Index b = 0; b < blocks; ++b) {
      const Index size = (end - begin) * std::int64_t(b + 1) / blocks - (end - begin) * std::int64_t(b) / blocks;
      for (Index i = 0; i < size; ++i) {
        while (taken_[seed]) ++seed;
        const bool starts = candidates_.empty();
        if (starts) distance_[seed] = 0;
        const Index next = starts ? seed : best();
        first_cell.push_back(next * width_);
        take(next, begin, end);
      }
      for (const Index r : candidates_) links_[r] = 0;
      candidates_.clear();
      bounds.push_back(static_cast<Index>(first_cell.size()));
    }
  }

 private:
  /// What a cell of distance from its start costs a block, in faces. Without it, blocks of squares would grow in one
  /// direction alone, that in which whole registers are neighbours. From 0.1 to 0.5 shares of outer sides are much the
  /// same.
  static constexpr double cost_of_distance = 0.25;

  /// Removes from the candidates the one that shares most faces with the block, less the cost of its distance; of equal
  /// ones the oldest.
  Index best() {
    const auto gain = [&](Index r) { return links_[r] - cost_of_distance * distance_[r]; };
    const auto found =
        std::max_element(candidates_.begin(), candidates_.end(), [&](Index a, Index b) { return gain(a) < gain(b); });
    const Index r = *found;
    candidates_.erase(found);
    return r;
  }

  void take(Index r, Index begin, Index end) {
    taken_[r] = true;
    std::vector<Index> beside;
    for (int f = 0; f < faces_; ++f)
      for (Index c = r * width_; c < (r + 1) * width_; ++c) {
        const Index code = zone_.code[std::int64_t(f) * zone_.padded + c];
        if (code < 0 || zone_of<dim>(code) != number_) continue;
        const Index other = zone_.neighbour[std::int64_t(f) * zone_.padded + c] / width_;
        if (other < begin || other >= end || taken_[other]) continue;
        if (shared_[other]++ == 0) beside.push_back(other);
      }
    for (const Index other : beside) {
      // A register behind one face of eight lies about as far away as eight cells.
      const double distance = distance_[r] + static_cast<double>(width_) / shared_[other];
      if (links_[other] == 0) candidates_.push_back(other);
      distance_[other] = links_[other] == 0 ? distance : std::min(distance_[other], distance);
      links_[other] += shared_[other];
      shared_[other] = 0;
    }
    links_[r] = 0;
  }

  const ZoneView<Real>& zone_;
  int faces_, number_, width_;
  std::vector<bool> taken_;
  std::vector<int> links_;        ///< [register] faces that it shares with the block
  std::vector<int> shared_;       ///< and with the register taken last
  std::vector<double> distance_;  ///< from where the block began, in cells
  std::vector<Index> candidates_;
};

}  // namespace dg
