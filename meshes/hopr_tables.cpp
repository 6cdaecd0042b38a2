#include "meshes/hopr_tables.hpp"

#include <fmt/format.h>

#include <array>

#include "meshes/errors.hpp"
#include "meshes/hdf5_checks.hpp"

namespace dg {

HoprTables::HoprTables(const std::string& path) : path_(path), file_(open_hdf5(path)) {
  if (!file_) refuse("is a truncated or damaged HDF5 file");
}

void HoprTables::refuse(const std::string& reason) const { throw InputError(path_ + ": " + reason); }

bool HoprTables::has_table(const char* name) const {
  return H5Lexists(file_, name, H5P_DEFAULT) > 0 && is_linked_directly(file_, name);
}

std::int64_t HoprTables::attribute(const char* name, std::int64_t otherwise) const {
  if (H5Aexists(file_, name) <= 0) return otherwise;
  const Hdf5Handle attribute(H5Aopen(file_, name, H5P_DEFAULT), H5Aclose);
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  std::int64_t value = 0;
  if (H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_npoints(space) != 1 ||
      H5Aread(attribute, H5T_NATIVE_INT64, &value) < 0)
    refuse(fmt::format("attribute '{}' must be one whole number", name));
  return value;
}

// External storage and virtual tables could show other files.
Hdf5Handle HoprTables::open_table(const char* name) const {
  if (!has_table(name)) refuse(fmt::format("table '{}' is missing, or a link", name));
  Hdf5Handle set(H5Dopen2(file_, name, H5P_DEFAULT), H5Dclose);
  const Hdf5Handle creation(H5Dget_create_plist(set), H5Pclose);
  if (!set || !creation) refuse(fmt::format("table '{}' is damaged", name));
  if (H5Pget_external_count(creation) != 0 || H5Pget_layout(creation) == H5D_VIRTUAL)
    refuse(fmt::format("table '{}' must lie in the file itself", name));
  return set;
}

std::vector<hsize_t> HoprTables::sizes_of(hid_t set, const char* name) const {
  const Hdf5Handle space(H5Dget_space(set), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 1 || rank > 2) refuse(fmt::format("table '{}' has {} dimensions instead of 1 or 2", name, rank));
  std::vector<hsize_t> sizes(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
  constexpr hsize_t most = std::uint64_t{1} << 40;
  for (const hsize_t size : sizes)
    if (size > most) refuse(fmt::format("table '{}' is damaged", name));
  return sizes;
}

std::int64_t HoprTables::row_count(const char* name) const {
  return static_cast<std::int64_t>(sizes_of(open_table(name), name).front());
}

void HoprTables::read_rows(const char* name, hid_t type, std::int64_t begin, std::int64_t count, std::size_t columns,
                           void* values) const {
  const Hdf5Handle set = open_table(name);
  const std::vector<hsize_t> sizes = sizes_of(set, name);
  const hsize_t width = sizes.size() == 1 ? 1 : sizes[1];
  const auto rows = static_cast<std::int64_t>(sizes[0]);
  if (begin < 0 || begin > rows || count > rows - begin || width < columns)
    refuse(fmt::format("table '{}' has {} rows of {} numbers; {} rows of at least {} are needed", name, rows, width,
                       begin + count, columns));
  if (count == 0) return;
  const std::array<hsize_t, 2> start{static_cast<hsize_t>(begin), 0}, part{static_cast<hsize_t>(count), columns};
  const Hdf5Handle all(H5Dget_space(set), H5Sclose);
  const int rank = static_cast<int>(sizes.size());
  H5Sselect_hyperslab(all, H5S_SELECT_SET, start.data(), nullptr, part.data(), nullptr);
  const Hdf5Handle here(H5Screate_simple(rank, part.data(), nullptr), H5Sclose);
  if (H5Dread(set, type, here, all, H5P_DEFAULT, values) < 0) refuse(fmt::format("table '{}' is damaged", name));
}

std::vector<std::string> HoprTables::texts(const char* name) const {
  if (!has_table(name)) return {};
  const Hdf5Handle set = open_table(name);
  const Hdf5Handle type(H5Dget_type(set), H5Tclose);
  constexpr std::size_t longest = 1 << 12, most = 1 << 15;
  const std::size_t length = H5Tget_size(type), count = sizes_of(set, name).front();
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || length > longest || count > most)
    refuse(fmt::format("table '{}' must hold names of fixed length", name));
  std::string packed(count * length, '\0');
  if (count > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, packed.data()) < 0)
    refuse(fmt::format("table '{}' is damaged", name));
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text = packed.substr(i * length, length);
    text.resize(std::min(text.find('\0'), text.size()));
    text.resize(text.find_last_not_of(' ') + 1);
    texts.push_back(text);
  }
  return texts;
}

}  // namespace dg
