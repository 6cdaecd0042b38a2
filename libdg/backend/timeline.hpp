/// When the passes of steps on a CUDA device began and ended, for a picture of what runs beside what.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace dg {

struct TimelineEntry {
  std::string name;   ///< of the pass
  std::string line;   ///< of work: "urgent", "main", or that of a branch
  double begin, end;  ///< seconds since the first pass began
};

/// Marks passes from its making on, those of recordings included, until it is destroyed. Recordings made meanwhile must
/// not be repeated any more afterwards. One at a time.
class Timeline {
 public:
  virtual ~Timeline() = default;

  /// What was marked, as it ran last. Waits for the device.
  virtual std::vector<TimelineEntry> entries() const = 0;
};

/// Throws InputError without CUDA.
std::unique_ptr<Timeline> make_cuda_timeline();

}  // namespace dg
