/// Closed profiles (airfoil sections) from coordinate files.
#pragma once

#include <string>
#include <vector>

#include "meshes/generators/skeleton.hpp"

namespace dg {

/// A closed polygon, counter-clockwise; the last point is not the first again.
struct Profile {
  std::string name;
  std::vector<Point> points;
};

/// Reads the profiles of a file. Blank lines and what follows a # are ignored. Either the first line names the columns,
/// separated by commas, among them x and y and, for files of several profiles, element (their name). Or every line is
/// "x y" and an optional first line a title. Then the file is one profile with the name of the file.
/// Throws InputError with file and line.
std::vector<Profile> read_profiles(const std::string& path);

}  // namespace dg
