/// Is a loop right, and how long does it take?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/face_loops/face_loop.hpp"

namespace dg::face_loops {

/// The first number of `results` whose bits are not those of `reference`, in words; nothing if there is none.
/// Precondition: as many numbers.
std::optional<std::string> first_difference(const std::vector<double>& results, const std::vector<double>& reference,
                                            Index cell_count);

/// Seconds of a loop.
struct LoopTime {
  double median = 0, spread = 0;  ///< spread: slowest less fastest sample, over the median
};

/// Time of `repeats` loops, in up to 40 samples of equally many. The results go on from what they are.
LoopTime time_loop(FaceLoop& loop, int repeats);

/// The same of one part of the loop.
LoopTime time_part(FaceLoop& loop, int part, int repeats);

}  // namespace dg::face_loops
