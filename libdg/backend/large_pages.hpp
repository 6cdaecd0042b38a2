/// Large pages for long arrays, whose first use is then not one trap into the system for every 4 KB.
#pragma once

#include <cstddef>

namespace dg {

/// Asks the system to back this memory, which nothing has touched yet, by large pages where they fit into it. A
/// request: a system that has none, or that keeps them off, leaves all as it is.
void prefer_large_pages(void* begin, std::size_t bytes);

}  // namespace dg
