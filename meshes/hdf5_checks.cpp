#include "meshes/hdf5_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "meshes/hdf5_handle.hpp"

namespace dg {
namespace {

std::uint64_t little_endian(const std::string& bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 8; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

constexpr const char* not_ours =
    "is an HDF5 file that rkdg has not written; of those of other programs only those of CGNS and HOPR are read";

bool has_our_filters(hid_t creation) {
  if (H5Pget_nfilters(creation) != 1) return false;
  unsigned flags = 0, configuration = 0;
  std::size_t values = 0;
  return H5Pget_filter2(creation, 0, &flags, &values, nullptr, 0, nullptr, &configuration) == H5Z_FILTER_FLETCHER32;
}

}  // namespace

// The layout is that of section II.A, "Disk Format: Level 0A", of the HDF5 file format specification, version 3.0.
std::string foreign_format(const std::string& head, std::uint64_t file_size) {
  constexpr std::size_t version_at = 8, sizes_at = 9, base_at = 12, extension_at = 20;
  constexpr char version = 3;
  if (head.size() < hdf5_head_size) return "is a truncated or damaged HDF5 file";
  if (head[version_at] != version) return not_ours;
  constexpr std::uint64_t none = ~std::uint64_t{0};
  const bool of_eight_bytes = head[sizes_at] == 8 && head[sizes_at + 1] == 8;
  if (!of_eight_bytes || little_endian(head, base_at) != 0 || little_endian(head, extension_at) != none) {
    return not_ours;
  }
  const std::uint64_t size = size_in_head(head);
  if (size == file_size) return "";
  return fmt::format("is a truncated or damaged HDF5 file: it has {} bytes and says {}", file_size, size);
}

std::uint64_t size_in_head(const std::string& head) {
  constexpr std::size_t end_at = 28;
  return little_endian(head, end_at);
}

bool is_linked_directly(hid_t file, const char* name) {
  H5L_info_t link;
  return H5Lget_info(file, name, &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
}

bool is_in_one_piece(hid_t set, hid_t type, hsize_t rows, std::uint64_t file_size) {
  const Hdf5Handle stored(H5Dget_type(set), H5Tclose);
  const Hdf5Handle creation(H5Dget_create_plist(set), H5Pclose);
  if (!stored || H5Tequal(stored, type) <= 0 || !creation || H5Pget_external_count(creation) != 0) return false;
  if (H5Pget_layout(creation) != H5D_CONTIGUOUS || H5Pget_nfilters(creation) != 0) return false;
  const hsize_t bytes = rows * H5Tget_size(type);
  const haddr_t begin = H5Dget_offset(set);
  return rows == 0 || (H5Dget_storage_size(set) == bytes && begin != HADDR_UNDEF && begin <= file_size &&
                       bytes <= file_size - begin);
}

bool is_stored_as_ours(hid_t set, hid_t type, hsize_t rows, hsize_t columns) {
  const Hdf5Handle stored(H5Dget_type(set), H5Tclose);
  if (!stored || H5Tequal(stored, type) <= 0) return false;
  const Hdf5Handle creation(H5Dget_create_plist(set), H5Pclose);
  if (!creation || H5Pget_external_count(creation) != 0) return false;
  const H5D_layout_t layout = H5Pget_layout(creation);
  if (rows == 0) return layout == H5D_CONTIGUOUS && H5Pget_nfilters(creation) == 0;
  if (layout != H5D_CHUNKED || !has_our_filters(creation)) return false;
  const int rank = columns == 1 ? 1 : 2;
  std::array<hsize_t, 2> chunk{0, columns};
  if (H5Pget_chunk(creation, rank, chunk.data()) != rank) return false;
  if (chunk[0] != std::min(rows, hdf5_rows_per_chunk) || chunk[1] != columns) return false;
  // Whatever a file says its chunks take, HDF5 allocates.
  constexpr hsize_t checksum = 4;
  const hsize_t chunks = (rows + chunk[0] - 1) / chunk[0];
  return H5Dget_storage_size(set) == chunks * (chunk[0] * columns * H5Tget_size(type) + checksum);
}

}  // namespace dg
