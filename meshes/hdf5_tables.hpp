/// Tables of numbers, lists of strings and attributes in an HDF5 file, with checksums, and with errors as InputError.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "meshes/global_index.hpp"
#include "meshes/hdf5_handle.hpp"

namespace dg {

/// HDF5's name of a number type in memory.
template <class T>
hid_t hdf5_type();
template <>
inline hid_t hdf5_type<double>() {
  return H5T_NATIVE_DOUBLE;
}
template <>
inline hid_t hdf5_type<std::int64_t>() {
  return H5T_NATIVE_INT64;
}
template <>
inline hid_t hdf5_type<std::int32_t>() {
  return H5T_NATIVE_INT32;
}
template <>
inline hid_t hdf5_type<std::int16_t>() {
  return H5T_NATIVE_INT16;
}
template <>
inline hid_t hdf5_type<std::int8_t>() {
  return H5T_NATIVE_INT8;
}
template <>
inline hid_t hdf5_type<std::uint8_t>() {
  return H5T_NATIVE_UINT8;
}

/// Bytes of a file from one on.
struct FilePlace {
  std::int64_t begin = 0, bytes = 0;
};

/// The first bytes of a file, behind which there is nothing but reserved lists, and the size that it has with them.
struct Hdf5Outline {
  std::span<const char> bytes;
  std::int64_t size = 0;
};

/// Makes an HDF5 file in memory. Tables with one column are stored as lists.
///
/// Not on disk: once a write has failed there, on a full disk, HDF5 1.10 can no longer close the file and crashes at
/// exit.
class Hdf5TableWriter {
 public:
  /// With space for so many bytes of what describes tables, the lists that are reserved lie behind all else.
  explicit Hdf5TableWriter(std::size_t description = 0);
  Hdf5TableWriter(const Hdf5TableWriter&) = delete;
  Hdf5TableWriter& operator=(const Hdf5TableWriter&) = delete;
  ~Hdf5TableWriter();

  void attribute(const char* name, const std::string& text);
  void attribute(const char* name, std::int32_t value);
  template <class T>
  void table(const char* name, const T* values, std::size_t rows, std::size_t columns) {
    write_table(name, hdf5_type<T>(), values, rows, columns);
  }
  void strings(const char* name, const std::vector<std::string>& texts);

  /// Space for a list that others write, number after number from that place on, in one piece and without checksums.
  template <class T>
  FilePlace reserve(const char* name, std::int64_t rows) {
    return reserve_list(name, hdf5_type<T>(), rows);
  }

  /// Closes the file and shows its bytes, which last as long as the writer.
  std::span<const char> finish();

  /// The same of a file with reserved lists, of which it shows no more than has been written.
  Hdf5Outline finish_outline();

 private:
  void write_table(const char* name, hid_t type, const void* values, std::size_t rows, std::size_t columns);
  FilePlace reserve_list(const char* name, hid_t type, std::int64_t rows);

  /// Of the closed file.
  struct Memory {
    void* bytes = nullptr;
    std::size_t size = 0;
  };
  static Hdf5Handle create(Memory& memory, std::size_t description);
  static void* resize_memory(void* bytes, std::size_t size, H5FD_file_image_op_t, void* memory);
  static herr_t keep_memory(void* bytes, H5FD_file_image_op_t, void* memory);

  Hdf5Silence silence_;
  Memory memory_;
  Hdf5Handle file_;
};

/// Reads a file of Hdf5TableWriter. Whatever is missing, of another shape, damaged or made by another tool is refused
/// by name.
class Hdf5TableReader {
 public:
  explicit Hdf5TableReader(const std::string& path);

  const std::string& path() const { return path_; }

  /// Throws InputError "path: reason".
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string text_attribute(const char* name) const;
  std::int32_t number_attribute(const char* name) const;
  bool has_attribute(const char* name) const;

  /// All values, row by row.
  template <class T>
  std::vector<T> table(const char* name, std::size_t columns) const {
    const Hdf5Handle set = open_table(name);
    std::vector<T> values(row_count(set, name, columns, hdf5_type<T>()) * columns);
    read_table(set, name, hdf5_type<T>(), values.data(), values.size());
    return values;
  }
  std::vector<std::string> strings(const char* name) const;

  /// How many numbers a list has, and those from one on, whether it was written as a table or to reserved space.
  template <class T>
  std::int64_t list_size(const char* name) const {
    return static_cast<std::int64_t>(row_count(open_table(name), name, 1, hdf5_type<T>(), true));
  }
  template <class T>
  std::vector<T> list(const char* name, std::int64_t begin, std::int64_t count) const {
    const Hdf5Handle set = open_table(name);
    const auto all = static_cast<std::int64_t>(row_count(set, name, 1, hdf5_type<T>(), true));
    if (begin < 0 || count < 0 || count > all - begin) refuse_damaged(name);
    std::vector<T> values(static_cast<std::size_t>(count));
    read_rows(set, name, hdf5_type<T>(), 1, begin, count, values.data());
    return values;
  }

  bool has_table(const char* name) const;

  /// Numbers of cells, faces or nodes, which a file has in 32 bits, or in 64 where those would not do. They are read as
  /// rows() and rows_at() read others.
  std::int64_t numbers_in(const char* name, std::size_t columns) const;
  std::vector<GlobalIndex> numbers(const char* name, std::size_t columns, std::int64_t begin, std::int64_t count) const;
  std::vector<GlobalIndex> numbers_at(const char* name, std::size_t columns, std::span<const GlobalIndex> rows) const;

  /// How many rows a table has.
  template <class T>
  std::int64_t rows_in(const char* name, std::size_t columns) const {
    return static_cast<std::int64_t>(row_count(open_table(name), name, columns, hdf5_type<T>()));
  }

  /// `count` rows from row `begin` on. Of other rows no more is read than the chunks that hold these.
  template <class T>
  std::vector<T> rows(const char* name, std::size_t columns, std::int64_t begin, std::int64_t count) const {
    const Hdf5Handle set = open_table(name);
    const std::size_t all = row_count(set, name, columns, hdf5_type<T>());
    if (begin < 0 || count < 0 || count > static_cast<std::int64_t>(all) - begin) refuse_damaged(name);
    std::vector<T> values(std::size_t(count) * columns);
    read_rows(set, name, hdf5_type<T>(), columns, begin, count, values.data());
    return values;
  }
  /// Any rows, in rising order.
  template <class T>
  std::vector<T> rows_at(const char* name, std::size_t columns, std::span<const GlobalIndex> rows) const {
    const Hdf5Handle set = open_table(name);
    const std::size_t all = row_count(set, name, columns, hdf5_type<T>());
    if (!rows.empty() && (rows.front() < 0 || rows.back() >= static_cast<std::int64_t>(all))) refuse_damaged(name);
    std::vector<T> values(rows.size() * columns);
    read_rows_at(set, name, hdf5_type<T>(), columns, rows, values.data());
    return values;
  }

 private:
  [[noreturn]] void refuse_damaged(const char* name) const;
  Hdf5Handle open_attribute(const char* name) const;
  Hdf5Handle open_table(const char* name) const;
  bool has_long_numbers(const char* name) const;
  std::size_t row_count(hid_t set, const char* name, std::size_t columns, hid_t type,
                        bool may_be_reserved = false) const;
  void read_table(hid_t set, const char* name, hid_t type, void* values, std::size_t count) const;
  void read_rows(hid_t set, const char* name, hid_t type, std::size_t columns, std::int64_t begin, std::int64_t count,
                 void* values) const;
  void read_rows_at(hid_t set, const char* name, hid_t type, std::size_t columns, std::span<const GlobalIndex> rows,
                    void* values) const;

  Hdf5Silence silence_;
  std::string path_;
  Hdf5Handle file_;
};

}  // namespace dg
