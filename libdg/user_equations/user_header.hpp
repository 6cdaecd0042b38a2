/// A header in which a user declares equations, with the headers beside it that it includes.
#pragma once

#include <string>

namespace dg {

/// Reads a header and, from the folder of each, those that it includes in quotes. Makes them known to the compilers
/// that a run starts, under names with a hash of all these texts (add_hashed_header()). Messages of these compilers
/// name the files of the user. Returns the name by which an #include finds it. A path that is a header of rkdg itself,
/// such as "libdg/equations/shallow_water/shallow_water.hpp", and no file is this name. Throws InputError for a file
/// that cannot be read, or an #include of a file that is neither there nor a header of rkdg.
std::string add_user_header(const std::string& path);

}  // namespace dg
