/// Timelines of all ranks as one file that chrome://tracing, Perfetto and plot_timeline.py read.
#pragma once

#include <string>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/backend/timeline.hpp"

namespace dg::benchmark {

/// What ran last without a pause, out of what was marked: that is what was recorded, not how it began.
std::vector<TimelineEntry> last_run(std::vector<TimelineEntry> entries);

/// Collective. Writes the file on rank 0, each rank's times beginning with its own first pass, and prints there how
/// long each pass of rank 0 took in all, in microseconds. Throws RunError if it cannot be written.
void write_timeline(const std::vector<TimelineEntry>& entries, Communicator& ranks, const std::string& path);

}  // namespace dg::benchmark
