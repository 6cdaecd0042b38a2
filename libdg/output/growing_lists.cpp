#include "libdg/output/growing_lists.hpp"

#include <algorithm>
#include <array>

#include "libdg/output/file_of_ranks.hpp"

namespace dg {
namespace {

Hdf5Handle opened_list(hid_t where, const char* name) { return {valid(H5Dopen2(where, name, H5P_DEFAULT)), H5Dclose}; }

/// Rows and columns.
std::array<hsize_t, 2> size_of(hid_t list) {
  const Hdf5Handle space(valid(H5Dget_space(list)), H5Sclose);
  std::array<hsize_t, 2> size{0, 1};
  valid(H5Sget_simple_extent_dims(space, size.data(), nullptr));
  return size;
}

std::array<hsize_t, 2> chunk_of(hid_t list) {
  const Hdf5Handle options(valid(H5Dget_create_plist(list)), H5Pclose);
  std::array<hsize_t, 2> chunk{1, 1};
  valid(H5Pget_chunk(options, 2, chunk.data()));
  return chunk;
}

/// Where the chunk begins that has this row. Lists of earlier versions have chunks only where something was written.
std::int64_t place_of_chunk(hid_t list, hsize_t row, hsize_t bytes) {
  const std::array<hsize_t, 2> at{row, 0};
  const auto find = [&] {
    unsigned filters = 0;
    haddr_t place = HADDR_UNDEF;
    hsize_t size = 0;
    valid(H5Dget_chunk_info_by_coord(list, at.data(), &filters, &place, &size));
    return place;
  };
  haddr_t place = find();
  if (place == HADDR_UNDEF) {
    const std::vector<std::byte> zeros(bytes);
    valid(H5Dwrite_chunk(list, H5P_DEFAULT, 0, at.data(), bytes, zeros.data()));
    place = find();
  }
  if (place == HADDR_UNDEF) throw Hdf5Failure();
  return static_cast<std::int64_t>(place);
}

void append(hid_t where, const char* name, hid_t type, hsize_t at, const void* value) {
  const Hdf5Handle list = opened_list(where, name);
  const hsize_t size = at + 1, one = 1;
  valid(H5Dset_extent(list, &size));
  const Hdf5Handle memory(valid(H5Screate_simple(1, &one, nullptr)), H5Sclose);
  const Hdf5Handle file(valid(H5Dget_space(list)), H5Sclose);
  valid(H5Sselect_hyperslab(file, H5S_SELECT_SET, &at, nullptr, &one, nullptr));
  valid(H5Dwrite(list, type, memory, file, H5P_DEFAULT, value));
}

}  // namespace

hid_t valid(hid_t id) {
  if (id < 0) throw Hdf5Failure();
  return id;
}

Hdf5Handle opened_group(hid_t where, const char* name) { return {valid(H5Gopen2(where, name, H5P_DEFAULT)), H5Gclose}; }

Hdf5Handle made_group(hid_t where, const char* name) {
  const Hdf5Handle options(valid(H5Pcreate(H5P_GROUP_CREATE)), H5Pclose);
  valid(H5Pset_obj_track_times(options, false));
  return {valid(H5Gcreate2(where, name, H5P_DEFAULT, options, H5P_DEFAULT)), H5Gclose};
}

Hdf5Handle open_to_write(const std::string& path, bool anew) {
  const Hdf5Handle access(valid(H5Pcreate(H5P_FILE_ACCESS)), H5Pclose);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, false, true);
#endif
#if H5_VERSION_GE(1, 10, 2)
  valid(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST));
#endif
  if (!anew) return {valid(H5Fopen(path.c_str(), H5F_ACC_RDWR, access)), H5Fclose};
  const Hdf5Handle options(valid(H5Pcreate(H5P_FILE_CREATE)), H5Pclose);
  valid(H5Pset_obj_track_times(options, false));
  Hdf5Handle file(valid(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, options, access)), H5Fclose);
#if H5_VERSION_GE(1, 10, 6)
  // From the start it would be a file that, once a writer was killed, HDF5 no longer opens.
  valid(H5Fset_libver_bounds(file, H5F_LIBVER_V110, H5F_LIBVER_LATEST));
#endif
  return file;
}

void make_list(hid_t where, const char* name, hid_t type, hsize_t columns, hsize_t chunk) {
  const int rank = columns > 1 ? 2 : 1;
  const std::array<hsize_t, 2> size{0, columns}, most{H5S_UNLIMITED, columns}, chunks{chunk, columns};
  const Hdf5Handle space(valid(H5Screate_simple(rank, size.data(), most.data())), H5Sclose);
  const Hdf5Handle options(valid(H5Pcreate(H5P_DATASET_CREATE)), H5Pclose);
  valid(H5Pset_chunk(options, rank, chunks.data()));
  // Space is there before anything is written, and the same states make the same file.
  valid(H5Pset_alloc_time(options, H5D_ALLOC_TIME_EARLY));
  valid(H5Pset_fill_time(options, H5D_FILL_TIME_NEVER));
  valid(H5Pset_obj_track_times(options, false));
  const Hdf5Handle list(valid(H5Dcreate2(where, name, type, space, H5P_DEFAULT, options, H5P_DEFAULT)), H5Dclose);
}

std::int64_t number_attribute(hid_t where, const char* name) {
  const Hdf5Handle attribute(valid(H5Aopen(where, name, H5P_DEFAULT)), H5Aclose);
  const Hdf5Handle space(valid(H5Aget_space(attribute)), H5Sclose);
  if (H5Sget_simple_extent_npoints(space) != 1) throw Hdf5Failure();
  std::int64_t value = 0;
  valid(H5Aread(attribute, H5T_NATIVE_INT64, &value));
  return value;
}

hsize_t rows_of(hid_t where, const char* name) { return size_of(opened_list(where, name))[0]; }

void append_one(hid_t where, const char* name, hsize_t at, std::int64_t value) {
  append(where, name, H5T_NATIVE_INT64, at, &value);
}

void append_one(hid_t where, const char* name, hsize_t at, double value) {
  append(where, name, H5T_NATIVE_DOUBLE, at, &value);
}

RowPlaces grow(hid_t where, const char* name, hsize_t first, hsize_t rows) {
  const Hdf5Handle list = opened_list(where, name);
  std::array<hsize_t, 2> size = size_of(list);
  size[0] = first + rows;
  valid(H5Dset_extent(list, size.data()));
  const Hdf5Handle type(valid(H5Dget_type(list)), H5Tclose);
  const hsize_t row_bytes = H5Tget_size(type) * size[1], chunk = chunk_of(list)[0];
  RowPlaces places{static_cast<std::int64_t>(row_bytes),
                   static_cast<std::int64_t>(chunk),
                   static_cast<std::int64_t>(first % chunk),
                   {}};
  for (hsize_t row = first / chunk * chunk; row < first + rows; row += chunk)
    places.chunks.push_back(place_of_chunk(list, row, chunk * row_bytes));
  return places;
}

int RowPlaces::write(int file, std::int64_t begin, std::span<const std::byte> bytes) const {
  std::int64_t row = first + begin;
  while (!bytes.empty()) {
    const std::int64_t chunk = row / chunk_rows, in_chunk = row % chunk_rows,
                       rows = std::min(chunk_rows - in_chunk, static_cast<std::int64_t>(bytes.size()) / row_bytes);
    const auto count = static_cast<std::size_t>(rows * row_bytes);
    if (const int error = write_at(file, chunks[chunk] + in_chunk * row_bytes, bytes.first(count))) return error;
    bytes = bytes.subspan(count);
    row += rows;
  }
  return 0;
}

}  // namespace dg
