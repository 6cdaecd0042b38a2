#include "libdg/output/vtkhdf_info.hpp"

#include <algorithm>
#include <filesystem>

#include "libdg/core/errors.hpp"
#include "libdg/output/growing_lists.hpp"
#include "meshes/hdf5_probe.hpp"

namespace dg {
namespace {

herr_t add_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

/// The numbers of a list; no more of them than the file can hold.
std::vector<double> numbers_of(hid_t where, const char* name, std::uintmax_t file_size) {
  const hsize_t count = rows_of(where, name);
  if (count > file_size / sizeof(double)) throw Hdf5Failure();
  std::vector<double> numbers(count);
  const Hdf5Handle set(valid(H5Dopen2(where, name, H5P_DEFAULT)), H5Dclose);
  if (count > 0) valid(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
  return numbers;
}

VtkHdfInfo contents_of(const std::string& path) {
  VtkHdfInfo contents;
  const Hdf5Handle file(open_hdf5(path));
  const Hdf5Handle root = opened_group(valid(file), "VTKHDF"), data = opened_group(root, "PointData");
  contents.points = static_cast<std::int64_t>(rows_of(root, "Points"));
  contents.cells = static_cast<std::int64_t>(rows_of(root, "Types"));
  valid(H5Literate(data, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add_name, &contents.names));
  contents.times = numbers_of(opened_group(root, "Steps"), "Values", std::filesystem::file_size(path));
  return contents;
}

}  // namespace

bool is_vtkhdf(const std::string& path) {
  return succeeds_in_child([&] {
    const Hdf5Silence silence;
    const Hdf5Handle file(open_hdf5(path));
    return file && H5Lexists(file, "VTKHDF", H5P_DEFAULT) > 0;
  });
}

VtkHdfInfo read_vtkhdf_info(const std::string& path) {
  const auto refuse = [&] {
    throw InputError(path + ": is a damaged VTKHDF file, or one of another kind than rkdg writes");
  };
  const auto read = [&](VtkHdfInfo& contents) {
    const Hdf5Silence silence;
    try {
      contents = contents_of(path);
      return true;
    } catch (const Hdf5Failure&) {
      return false;
    }
  };
  VtkHdfInfo contents;
  if (!succeeds_in_child([&] { return read(contents); }) || !read(contents)) refuse();
  return contents;
}

}  // namespace dg
