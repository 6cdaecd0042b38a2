/// How many threads of the CPU to take.
#pragma once

namespace dg {

/// The number that a wish means: itself, or all that there are if it is not positive.
int thread_count(int wanted);

}  // namespace dg
