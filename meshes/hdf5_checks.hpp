/// Tells the HDF5 files that Hdf5TableWriter makes from all others, before HDF5 itself goes deep into them.
///
/// HDF5 1.10 crashes on damaged files of the old formats, which have no checksums. A file may also show others: by
/// external storage, links, or virtual tables. Ours have a checksum over everything and none of the rest.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace dg {

/// Bytes at the start of a file that foreign_format() looks at.
inline constexpr std::size_t hdf5_head_size = 48;

/// Rows that lie together in a file, of a table with any number of columns.
inline constexpr hsize_t hdf5_rows_per_chunk = 1 << 16;

/// What is wrong with a file of `file_size` bytes that begins with `head`, such as "is truncated"; empty if it may be
/// one of ours.
std::string foreign_format(const std::string& head, std::uint64_t file_size);

/// The size of the file as its head says.
std::uint64_t size_in_head(const std::string& head);

/// True if the object lies in the file itself, not behind a link to elsewhere. Precondition: `name` has no '/'.
bool is_linked_directly(hid_t file, const char* name);

/// True if values of exactly this type are stored as the writer stores a list (columns = 1) or a table of `rows` rows.
/// That is in chunks with checksums, of the size that follows from that.
bool is_stored_as_ours(hid_t set, hid_t type, hsize_t rows, hsize_t columns);

/// True if numbers of exactly this type are stored as the writer reserves space for a list. That is in one piece,
/// without filters, within a file of so many bytes.
bool is_in_one_piece(hid_t set, hid_t type, hsize_t rows, std::uint64_t file_size);

}  // namespace dg
