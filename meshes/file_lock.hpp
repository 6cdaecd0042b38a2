/// Locks on files that the system releases when their owner ends, however it ends.
#pragma once

#include <string>

#include "meshes/file_descriptor.hpp"

namespace dg {

enum class FileLock { held, held_by_another, not_supported };

/// Tries to lock an open file for this owner alone, without waiting.
FileLock try_lock(const FileDescriptor& file);

/// True if `path` is still the name of the regular file that is open, not of another file or of a symbolic link.
bool is_still_named(const FileDescriptor& file, const std::string& path);

}  // namespace dg
