#include "meshes/hdf5_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>

#include "meshes/errors.hpp"
#include "meshes/hdf5_checks.hpp"
#include "meshes/hdf5_probe.hpp"
#include "meshes/hdf5_write.hpp"
#include "meshes/input_file.hpp"

namespace dg {
namespace {

bool is_fixed_string(hid_t type) { return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0; }

void require(bool success) {
  if (!success) throw std::bad_alloc();  // nothing else can fail in memory
}

void* same_keeper(void* keeper) { return keeper; }

herr_t leave_keeper(void*) { return 0; }

Hdf5Handle open_to_read(const std::string& path) {
  const std::string head = file_head(path, hdf5_head_size);  // says what is wrong with a path that is no file
  const std::string reason = foreign_format(head, std::filesystem::file_size(path));
  if (!reason.empty()) throw InputError(path + ": " + reason);
  if (!opens_safely(path)) throw InputError(path + ": is a truncated or damaged HDF5 file");
  return open_hdf5(path);
}

}  // namespace

// Keeps the memory of a file that is being closed: H5Fget_file_image() could only copy that of an open one, and makes a
// mistake in its checksum.
void* Hdf5TableWriter::resize_memory(void* bytes, std::size_t size, H5FD_file_image_op_t, void* memory) {
  static_cast<Memory*>(memory)->size = size;
  return std::realloc(bytes, size);
}

herr_t Hdf5TableWriter::keep_memory(void* bytes, H5FD_file_image_op_t, void* memory) {
  static_cast<Memory*>(memory)->bytes = bytes;
  return 0;
}

// In this version of the file format HDF5's own structures carry checksums.
Hdf5Handle Hdf5TableWriter::create(Memory& memory, std::size_t description) {
  constexpr std::size_t growth = 4 << 20;  // all of which a small file takes
  H5FD_file_image_callbacks_t callbacks{nullptr,     nullptr,      resize_memory, keep_memory,
                                        same_keeper, leave_keeper, &memory};
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fapl_core(access, growth, false);
  H5Pset_file_image_callbacks(access, &callbacks);
  H5Pset_meta_block_size(access, description);  // or the file would shrink as it closes, and finish() not know its size
  H5Pset_small_data_block_size(access, 0);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  return {H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
}

Hdf5TableWriter::Hdf5TableWriter(std::size_t description) : file_(create(memory_, description)) {
  require(static_cast<bool>(file_));
}

Hdf5TableWriter::~Hdf5TableWriter() {
  file_.close();
  std::free(memory_.bytes);
}

void Hdf5TableWriter::attribute(const char* name, const std::string& text) {
  require(write_hdf5_attribute(file_, name, text));
}

void Hdf5TableWriter::attribute(const char* name, std::int32_t value) {
  require(write_hdf5_attribute(file_, name, value));
}

void Hdf5TableWriter::strings(const char* name, const std::vector<std::string>& texts) {
  require(write_hdf5_strings(file_, name, texts));
}

std::span<const char> Hdf5TableWriter::finish() {
  require(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0);
  const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
  require(size > 0 && file_.close() && memory_.bytes != nullptr);
  return {static_cast<const char*>(memory_.bytes), static_cast<std::size_t>(size)};
}

Hdf5Outline Hdf5TableWriter::finish_outline() {
  require(file_.close() && memory_.bytes != nullptr && memory_.size >= hdf5_head_size);
  const auto* bytes = static_cast<const char*>(memory_.bytes);
  const std::uint64_t size = size_in_head(std::string(bytes, hdf5_head_size));
  return {{bytes, std::min<std::size_t>(memory_.size, size)}, static_cast<std::int64_t>(size)};
}

FilePlace Hdf5TableWriter::reserve_list(const char* name, hid_t type, std::int64_t rows) {
  const hsize_t size = static_cast<hsize_t>(rows);
  const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose),
      creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER);
  const Hdf5Handle set(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
  require(static_cast<bool>(set));
  if (rows == 0) return {};
  const haddr_t begin = H5Dget_offset(set);
  require(begin != HADDR_UNDEF);
  return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(size * H5Tget_size(type))};
}

void Hdf5TableWriter::write_table(const char* name, hid_t type, const void* values, std::size_t rows,
                                  std::size_t columns) {
  require(write_hdf5_table(file_, name, type, values, rows, columns));
}

Hdf5TableReader::Hdf5TableReader(const std::string& path) : path_(path), file_(open_to_read(path)) {
  if (!file_) refuse("is a truncated or damaged HDF5 file");
}

void Hdf5TableReader::refuse(const std::string& reason) const { throw InputError(path_ + ": " + reason); }

void Hdf5TableReader::refuse_damaged(const char* name) const { refuse(fmt::format("'{}' is damaged", name)); }

Hdf5Handle Hdf5TableReader::open_attribute(const char* name) const {
  Hdf5Handle attribute(H5Aopen(file_, name, H5P_DEFAULT), H5Aclose);
  if (!attribute)
    refuse(fmt::format("is an HDF5 file of another kind, which is not read: it has no attribute '{}'", name));
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  if (H5Sget_simple_extent_type(space) != H5S_SCALAR) refuse_damaged(name);
  return attribute;
}

Hdf5Handle Hdf5TableReader::open_table(const char* name) const {
  if (H5Lexists(file_, name, H5P_DEFAULT) > 0 && !is_linked_directly(file_, name)) {
    refuse(fmt::format("table '{}' is a link; it must lie in the file itself", name));
  }
  Hdf5Handle set(H5Dopen2(file_, name, H5P_DEFAULT), H5Dclose);
  if (!set) refuse(fmt::format("table '{}' is missing or damaged", name));
  return set;
}

std::string Hdf5TableReader::text_attribute(const char* name) const {
  const Hdf5Handle attribute = open_attribute(name);
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  constexpr std::size_t longest = 1 << 16;  // ours are names and words
  if (!is_fixed_string(type) || H5Tget_size(type) > longest) refuse_damaged(name);
  std::string text(H5Tget_size(type), '\0');
  if (H5Aread(attribute, type, text.data()) < 0) refuse_damaged(name);
  return text;
}

std::int32_t Hdf5TableReader::number_attribute(const char* name) const {
  const Hdf5Handle attribute = open_attribute(name);
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  std::int32_t value = 0;
  if (H5Tequal(type, H5T_NATIVE_INT32) <= 0 || H5Aread(attribute, H5T_NATIVE_INT32, &value) < 0) refuse_damaged(name);
  return value;
}

std::vector<std::string> Hdf5TableReader::strings(const char* name) const {
  const Hdf5Handle set = open_table(name);
  const Hdf5Handle type(H5Dget_type(set), H5Tclose);
  if (!is_fixed_string(type)) refuse_damaged(name);
  const std::size_t length = H5Tget_size(type), rows = row_count(set, name, 1, type);
  std::string packed(rows * length, '\0');
  read_table(set, name, type, packed.data(), packed.size());
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < rows; ++i) {
    const char* text = packed.data() + i * length;
    texts.emplace_back(text, strnlen(text, length));
  }
  return texts;
}

std::size_t Hdf5TableReader::row_count(hid_t set, const char* name, std::size_t columns, hid_t type,
                                       bool may_be_reserved) const {
  const Hdf5Handle space(H5Dget_space(set), H5Sclose);
  const int rank = columns == 1 ? 1 : 2;
  std::array<hsize_t, 2> size{0, 1};
  if (H5Sget_simple_extent_ndims(space) != rank || H5Sget_simple_extent_dims(space, size.data(), nullptr) != rank ||
      (rank == 2 && size[1] != columns)) {
    refuse(fmt::format("table '{}' must have {} column{}", name, columns, columns == 1 ? "" : "s"));
  }
  // A damaged count must not make us allocate what the file cannot hold.
  if (size[0] > std::filesystem::file_size(path_) / (columns * H5Tget_size(type))) refuse_damaged(name);
  const bool is_reserved = may_be_reserved && is_in_one_piece(set, type, size[0], std::filesystem::file_size(path_));
  if (!is_reserved && !is_stored_as_ours(set, type, size[0], columns)) {
    refuse(fmt::format("table '{}' is not stored as rkdg does: other types, filters or places", name));
  }
  return size[0];
}

void Hdf5TableReader::read_table(hid_t set, const char* name, hid_t type, void* values, std::size_t count) const {
  if (count > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0) refuse_damaged(name);
}

bool Hdf5TableReader::has_long_numbers(const char* name) const {
  const Hdf5Handle type(H5Dget_type(open_table(name)), H5Tclose);
  return type && H5Tequal(type, H5T_NATIVE_INT64) > 0;
}

std::int64_t Hdf5TableReader::numbers_in(const char* name, std::size_t columns) const {
  return has_long_numbers(name) ? rows_in<std::int64_t>(name, columns) : rows_in<std::int32_t>(name, columns);
}

std::vector<GlobalIndex> Hdf5TableReader::numbers(const char* name, std::size_t columns, std::int64_t begin,
                                                  std::int64_t count) const {
  if (has_long_numbers(name)) return rows<std::int64_t>(name, columns, begin, count);
  const auto read = rows<std::int32_t>(name, columns, begin, count);
  return {read.begin(), read.end()};
}

std::vector<GlobalIndex> Hdf5TableReader::numbers_at(const char* name, std::size_t columns,
                                                     std::span<const GlobalIndex> rows) const {
  if (has_long_numbers(name)) return rows_at<std::int64_t>(name, columns, rows);
  const auto read = rows_at<std::int32_t>(name, columns, rows);
  return {read.begin(), read.end()};
}

bool Hdf5TableReader::has_attribute(const char* name) const { return H5Aexists(file_, name) > 0; }

bool Hdf5TableReader::has_table(const char* name) const { return H5Lexists(file_, name, H5P_DEFAULT) > 0; }

void Hdf5TableReader::read_rows(hid_t set, const char* name, hid_t type, std::size_t columns, std::int64_t begin,
                                std::int64_t count, void* values) const {
  if (count == 0) return;
  const int rank = columns == 1 ? 1 : 2;
  const std::array<hsize_t, 2> first{static_cast<hsize_t>(begin), 0}, size{static_cast<hsize_t>(count), columns};
  const Hdf5Handle in_file(H5Dget_space(set), H5Sclose),
      in_memory(H5Screate_simple(rank, size.data(), nullptr), H5Sclose);
  if (H5Sselect_hyperslab(in_file, H5S_SELECT_SET, first.data(), nullptr, size.data(), nullptr) < 0 ||
      H5Dread(set, type, in_memory, in_file, H5P_DEFAULT, values) < 0)
    refuse_damaged(name);
}

void Hdf5TableReader::read_rows_at(hid_t set, const char* name, hid_t type, std::size_t columns,
                                   std::span<const GlobalIndex> rows, void* values) const {
  if (rows.empty()) return;
  std::vector<hsize_t> places;
  for (const GlobalIndex row : rows)
    for (std::size_t column = 0; column < columns; ++column) {
      places.push_back(static_cast<hsize_t>(row));
      if (columns > 1) places.push_back(column);
    }
  const hsize_t count = rows.size() * columns;
  const Hdf5Handle in_file(H5Dget_space(set), H5Sclose), in_memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
  if (H5Sselect_elements(in_file, H5S_SELECT_SET, count, places.data()) < 0 ||
      H5Dread(set, type, in_memory, in_file, H5P_DEFAULT, values) < 0)
    refuse_damaged(name);
}

}  // namespace dg
