/// Tables of numbers in an HDF5 file of another program, which are read some rows at a time.
#pragma once

#include <string>
#include <vector>

#include "meshes/hdf5_handle.hpp"
#include "meshes/hdf5_tables.hpp"

namespace dg {

/// A file that is open to read. All functions throw InputError, naming the file.
class HoprTables {
 public:
  explicit HoprTables(const std::string& path);

  [[noreturn]] void refuse(const std::string& reason) const;

  bool has_table(const char* name) const;
  /// A whole number; `otherwise` if there is no such attribute.
  std::int64_t attribute(const char* name, std::int64_t otherwise) const;
  /// Texts without the blanks at their ends; none if there is no such table.
  std::vector<std::string> texts(const char* name) const;

  std::int64_t row_count(const char* name) const;
  /// The first columns of `count` rows from `begin` on, row by row.
  template <class T>
  std::vector<T> rows(const char* name, std::int64_t begin, std::int64_t count, std::size_t columns) const {
    std::vector<T> values(static_cast<std::size_t>(count) * columns);
    read_rows(name, hdf5_type<T>(), begin, count, columns, values.data());
    return values;
  }

 private:
  Hdf5Handle open_table(const char* name) const;
  std::vector<hsize_t> sizes_of(hid_t set, const char* name) const;
  void read_rows(const char* name, hid_t type, std::int64_t begin, std::int64_t count, std::size_t columns,
                 void* values) const;

  Hdf5Silence silence_;
  std::string path_;
  Hdf5Handle file_;
};

}  // namespace dg
