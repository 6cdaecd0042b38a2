/// Numbers that tell how good an order of cells and faces is for memory. They are computed from the graph alone: no GPU
/// needed, and the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// The machine and data that the numbers are for. Data are flat SoA arrays of 8-byte numbers, one number a cell and
/// array.
struct MetricOptions {
  int values_per_cell = 40;           ///< numbers of a cell that a kernel reads: 10 modes of 4 unknowns at degree 3
  std::int64_t l1_bytes = 256 << 10;  ///< first-level cache of one multiprocessor (H200)
  int l1_ways = 4;
  std::int64_t l2_bytes = 50 << 20;  ///< second-level cache of the device (H200)
  int l2_ways = 16;
};

/// Definitions: i and j are the numbers of the two cells of an interior face. The face kernel has one thread for each
/// face. It reads the lower (`left`) and then the higher cell of its face. A cell kernel has one thread for each cell.
/// A warp is 32 threads in order and makes one load at a time.
struct Metrics {
  Index bandwidth = 0;       ///< max |i - j|
  std::int64_t profile = 0;  ///< sum over the cells i of i - (lowest neighbour of i, or i if that is lower)
  double mean_distance = 0;  ///< mean of |i - j|

  double segments_per_warp = 0;  ///< 128-byte segments that a warp of the face kernel touches, load left + load right
  double segments_as_stored =
      0;  ///< the same if threads read `minus` and then `plus`; equal if `minus` is always the lower
  double sectors_per_warp = 0;  ///< the same in 32-byte sectors
  double gather_segments = 0;   ///< 128-byte segments of a warp of the cell kernel, summed over its loads of neighbours
  double gather_sectors = 0;
  double face_gather_segments = 0;  ///< the same for a cell kernel that loads one number from each face of the cell
  double face_gather_sectors = 0;

  double reuse_1024 =
      0;  ///< reads of cells / distinct cells read, both summed over the face kernel's 1024-thread blocks
  double soa_lines = 0;  ///< distinct 128-byte lines of one array read, summed over these blocks / lines of the array
  double l1_hit = 0;     ///< hit rate of the face kernel's reads in an LRU cache of l1_bytes; the records are cells
  double l2_hit = 0;     ///< hit rate of what missed there, in an LRU cache of l2_bytes
};

Metrics measure(const CellGraph& graph, const MetricOptions& options = {});

}  // namespace dg
