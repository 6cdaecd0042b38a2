/// First look at a file that is to be read: that it is one, and what it begins and ends with.
#pragma once

#include <cstddef>
#include <string>

namespace dg {

/// The first bytes of a file, at most `count`. Throws InputError if `path` is missing, a directory, unreadable or
/// empty.
std::string file_head(const std::string& path, std::size_t count);

/// The last bytes of a file, at most `count`; throws like file_head().
std::string file_tail(const std::string& path, std::size_t count);

/// All of a file; throws like file_head().
std::string file_contents(const std::string& path);

}  // namespace dg
