/// Names from meshes and paths, which may be any bytes, in forms that files and their names can hold.
#pragma once

#include <string>

namespace dg::app {

/// The name as one line of valid UTF-8. Bytes that are not UTF-8 and control characters become %XX (hexadecimal), as
/// does a percent sign before two hexadecimal digits. So different names stay different.
std::string printable_name(const std::string& name);

/// printable_name() with slashes, too, as %2F: part of a file's name that cannot lead out of a folder.
std::string file_name_part(const std::string& name);

}  // namespace dg::app
