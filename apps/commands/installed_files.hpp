/// Files that come with the program.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>

namespace dg::app {

/// The first of `places` that exists, each relative to the folder of the program: in a build, and once installed.
/// Throws RunError, opening with `command`, that says where the last of them should be.
std::filesystem::path installed_file(const std::string& command, std::initializer_list<const char*> places);

}  // namespace dg::app
