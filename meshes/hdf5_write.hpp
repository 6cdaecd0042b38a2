/// How attributes and tables stand in rkdg's HDF5 files, in memory or on disk.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dg {

/// All of these return false if HDF5 fails.
bool write_hdf5_attribute(hid_t file, const char* name, const std::string& text);
bool write_hdf5_attribute(hid_t file, const char* name, std::int32_t value);
bool write_hdf5_strings(hid_t file, const char* name, const std::vector<std::string>& texts);

/// Writes a table with a checksum for each chunk of rows; one of one column is a list.
bool write_hdf5_table(hid_t file, const char* name, hid_t type, const void* values, std::size_t rows,
                      std::size_t columns);

}  // namespace dg
