/// Lists in an HDF5 file that grow row by row, and where in the file their rows lie. So others than HDF5 can write the
/// rows.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "meshes/hdf5_handle.hpp"

namespace dg {

/// HDF5 has failed at something; whoever has the file says what is wrong with it.
struct Hdf5Failure {};

/// The identifier, or Hdf5Failure where HDF5 has not given one.
hid_t valid(hid_t id);

Hdf5Handle opened_group(hid_t where, const char* name);
Hdf5Handle made_group(hid_t where, const char* name);

/// Opens a file to write, or makes it in place of any other, with checksums of what HDF5 itself notes about its lists.
Hdf5Handle open_to_write(const std::string& path, bool anew);

/// Makes an empty list of rows of one or more columns; space in the file is taken in chunks of so many rows.
void make_list(hid_t where, const char* name, hid_t type, hsize_t columns, hsize_t chunk);

/// The one number of an attribute.
std::int64_t number_attribute(hid_t where, const char* name);

hsize_t rows_of(hid_t where, const char* name);

/// Makes the list of one column `at` + 1 numbers long, the last being this.
void append_one(hid_t where, const char* name, hsize_t at, std::int64_t value);
void append_one(hid_t where, const char* name, hsize_t at, double value);

/// Where some rows of a list lie in the file.
struct RowPlaces {
  std::int64_t row_bytes = 0, chunk_rows = 0;
  std::int64_t first = 0;            ///< the first of the rows, counted from the beginning of its chunk
  std::vector<std::int64_t> chunks;  ///< where in the file each chunk begins that has some of them

  /// Writes `bytes` of the rows from `begin` on into the open file; the system's reason if that fails, else 0.
  int write(int file, std::int64_t begin, std::span<const std::byte> bytes) const;
};

/// Makes a list `first` + `rows` long; the rows from `first` on are there, but not written, once the file is closed.
RowPlaces grow(hid_t where, const char* name, hsize_t first, hsize_t rows);

}  // namespace dg
