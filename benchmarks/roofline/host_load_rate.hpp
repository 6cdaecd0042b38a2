/// How fast the cores of the host read what lies in their caches.
#pragma once

#include "libdg/core/index.hpp"

namespace dg::roofline {

enum class CacheLevel { first, second };

/// Bytes a second that so many threads (0: all) read in whole registers from half of a cache that each of them has. A
/// system that does not say how large its caches are is taken to have 32 KiB and 512 KiB.
double measure_host_load_rate(CacheLevel level, int threads);

}  // namespace dg::roofline
