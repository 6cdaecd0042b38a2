#include "meshes/hdf5_write.hpp"

#include <algorithm>
#include <array>

#include "meshes/hdf5_checks.hpp"
#include "meshes/hdf5_handle.hpp"

namespace dg {
namespace {

Hdf5Handle string_type(std::size_t length) {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, length);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

bool write_attribute(hid_t file, const char* name, hid_t type, const void* value) {
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Hdf5Handle attribute(H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  return attribute && H5Awrite(attribute, type, value) >= 0;
}

}  // namespace

bool write_hdf5_attribute(hid_t file, const char* name, const std::string& text) {
  return write_attribute(file, name, string_type(text.size()), text.data());
}

bool write_hdf5_attribute(hid_t file, const char* name, std::int32_t value) {
  return write_attribute(file, name, H5T_NATIVE_INT32, &value);
}

bool write_hdf5_strings(hid_t file, const char* name, const std::vector<std::string>& texts) {
  std::size_t length = 1;
  for (const std::string& text : texts) length = std::max(length, text.size());
  std::string packed(length * texts.size(), '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i].copy(packed.data() + i * length, length);
  return write_hdf5_table(file, name, string_type(length), packed.data(), texts.size(), 1);
}

bool write_hdf5_table(hid_t file, const char* name, hid_t type, const void* values, std::size_t rows,
                      std::size_t columns) {
  const std::array<hsize_t, 2> size{rows, columns}, chunk{std::min<hsize_t>(rows, hdf5_rows_per_chunk), columns};
  const int rank = columns == 1 ? 1 : 2;
  const Hdf5Handle space(H5Screate_simple(rank, size.data(), nullptr), H5Sclose);
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  if (rows > 0) {
    H5Pset_chunk(creation, rank, chunk.data());
    H5Pset_fletcher32(creation);
  }
  const Hdf5Handle set(H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
  return set && (rows == 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
}

}  // namespace dg
