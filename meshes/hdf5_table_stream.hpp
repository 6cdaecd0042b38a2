/// Tables of an HDF5 file that go to the disk as their rows come, so that no process holds the file in memory.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "meshes/file_descriptor.hpp"
#include "meshes/hdf5_handle.hpp"
#include "meshes/hdf5_tables.hpp"

namespace dg {

/// Writes files that Hdf5TableReader reads as those of Hdf5TableWriter. Space on the disk is reserved before HDF5
/// writes, because HDF5 1.10 cannot close a file once a write has failed. Functions throw InputError where that fails.
class Hdf5TableStream {
 public:
  /// Writes to the file called `temporary`, which is there; messages name `path`.
  Hdf5TableStream(const std::string& temporary, const std::string& path);

  void attribute(const char* name, const std::string& text);
  void attribute(const char* name, std::int32_t value);
  void strings(const char* name, const std::vector<std::string>& texts);

  /// Appends rows to a table, the first of which make it.
  template <class T>
  void append(const char* name, std::size_t columns, std::span<const T> values) {
    append_bytes(name, hdf5_type<T>(), columns, std::as_bytes(values));
  }

  /// Appends numbers of cells, faces or nodes in 32 bits, or in 64.
  void append_numbers(const char* name, std::size_t columns, std::span<const std::int64_t> numbers, bool in_64_bits);

  /// Writes what is left of all tables. Nothing can be appended any more.
  void finish_tables();

  /// Calls visit(values) for all rows of a finished table, in order.
  template <class T, class Visit>
  void read_back(const char* name, std::size_t columns, const Visit& visit) {
    std::vector<T> values;
    const std::int64_t rows = rows_of(name);
    for (std::int64_t begin = 0; begin < rows; begin += rows_at_once) {
      const std::int64_t count = std::min(rows - begin, rows_at_once);
      values.resize(static_cast<std::size_t>(count) * columns);
      read_rows(name, hdf5_type<T>(), columns, begin, count, values.data());
      visit(std::span<const T>(values));
    }
  }

  void close();

 private:
  static constexpr std::int64_t rows_at_once = 1 << 18;
  struct Table {
    hid_t type;
    std::size_t columns;
    std::vector<std::byte> waiting{};  ///< rows that do not fill a chunk yet
    hsize_t rows = 0;                  ///< in the file

    std::size_t row_bytes() const { return columns * H5Tget_size(type); }
  };

  void append_bytes(const char* name, hid_t type, std::size_t columns, std::span<const std::byte> bytes);
  void write_chunk(const std::string& name, Table& table, const std::byte* rows, hsize_t count);
  std::int64_t rows_of(const char* name) const;
  void read_rows(const char* name, hid_t type, std::size_t columns, std::int64_t begin, std::int64_t count,
                 void* values) const;
  void reserve(std::size_t bytes);
  void require(bool success) const;

  Hdf5Silence silence_;
  std::string path_;
  FileDescriptor space_;  ///< of the same file
  std::int64_t wanted_, reserved_ = 0;
  Hdf5Handle file_;
  std::map<std::string, Table> tables_;
};

}  // namespace dg
