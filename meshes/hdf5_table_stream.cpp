#include "meshes/hdf5_table_stream.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "meshes/errors.hpp"
#include "meshes/hdf5_checks.hpp"
#include "meshes/hdf5_write.hpp"

namespace dg {
namespace {

/// Of what HDF5 notes about tables: some, and for each chunk.
constexpr std::int64_t description = 1 << 20, description_of_chunk = 256;

// In this version of the file format HDF5's own structures carry checksums.
Hdf5Handle create(const std::string& path) {
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, false, true);
#endif
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
}

}  // namespace

Hdf5TableStream::Hdf5TableStream(const std::string& temporary, const std::string& path)
    : path_(path),
      space_(open(temporary.c_str(), O_WRONLY | O_CLOEXEC)),
      wanted_(description),
      file_(create(temporary)) {
  require(static_cast<bool>(file_));
  reserve(0);
}

void Hdf5TableStream::require(bool success) const {
  if (!success) throw InputError(path_ + ": cannot be written: HDF5 fails");
}

void Hdf5TableStream::reserve(std::size_t bytes) {
  constexpr std::int64_t step = 1 << 24;
  wanted_ += static_cast<std::int64_t>(bytes);
  if (wanted_ <= reserved_) return;
  const std::int64_t end = (wanted_ + step - 1) / step * step;
  // Where little space is left, it may still be enough.
  for (const std::int64_t size : {end, wanted_}) {
    if (fallocate(space_, FALLOC_FL_KEEP_SIZE, 0, size) == 0 || errno == EOPNOTSUPP) {
      reserved_ = size;
      return;
    }
  }
  throw InputError(path_ + ": cannot be written: " + std::strerror(errno));
}

void Hdf5TableStream::attribute(const char* name, const std::string& text) {
  require(write_hdf5_attribute(file_, name, text));
}

void Hdf5TableStream::attribute(const char* name, std::int32_t value) {
  require(write_hdf5_attribute(file_, name, value));
}

void Hdf5TableStream::strings(const char* name, const std::vector<std::string>& texts) {
  require(write_hdf5_strings(file_, name, texts));
}

void Hdf5TableStream::append_numbers(const char* name, std::size_t columns, std::span<const std::int64_t> numbers,
                                     bool in_64_bits) {
  if (in_64_bits) return append<std::int64_t>(name, columns, numbers);
  const std::vector<std::int32_t> short_numbers(numbers.begin(), numbers.end());
  append<std::int32_t>(name, columns, short_numbers);
}

void Hdf5TableStream::append_bytes(const char* name, hid_t type, std::size_t columns,
                                   std::span<const std::byte> bytes) {
  Table& table = tables_.try_emplace(name, Table{type, columns}).first->second;
  const std::size_t chunk = hdf5_rows_per_chunk * table.row_bytes();
  table.waiting.insert(table.waiting.end(), bytes.begin(), bytes.end());
  std::size_t begin = 0;
  for (; table.waiting.size() - begin >= chunk; begin += chunk)
    write_chunk(name, table, table.waiting.data() + begin, hdf5_rows_per_chunk);
  table.waiting.erase(table.waiting.begin(), table.waiting.begin() + static_cast<std::ptrdiff_t>(begin));
}

void Hdf5TableStream::write_chunk(const std::string& name, Table& table, const std::byte* rows, hsize_t count) {
  reserve(hdf5_rows_per_chunk * table.row_bytes() + description_of_chunk);
  const int rank = table.columns == 1 ? 1 : 2;
  const std::array<hsize_t, 2> first{table.rows, 0}, size{count, table.columns}, end{table.rows + count, table.columns};
  if (table.rows == 0) {
    const std::array<hsize_t, 2> most{H5S_UNLIMITED, table.columns}, chunk{hdf5_rows_per_chunk, table.columns};
    const Hdf5Handle space(H5Screate_simple(rank, end.data(), most.data()), H5Sclose),
        creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(creation, rank, chunk.data());
    H5Pset_fletcher32(creation);
    const Hdf5Handle set(H5Dcreate2(file_, name.c_str(), table.type, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                         H5Dclose);
    require(static_cast<bool>(set));
  }
  const Hdf5Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  require(set && H5Dset_extent(set, end.data()) >= 0);
  const Hdf5Handle in_file(H5Dget_space(set), H5Sclose),
      in_memory(H5Screate_simple(rank, size.data(), nullptr), H5Sclose);
  require(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, first.data(), nullptr, size.data(), nullptr) >= 0 &&
          H5Dwrite(set, table.type, in_memory, in_file, H5P_DEFAULT, rows) >= 0);
  table.rows += count;
}

void Hdf5TableStream::finish_tables() {
  for (auto& [name, table] : tables_) {
    const hsize_t left = table.waiting.size() / table.row_bytes();
    if (table.rows == 0) {
      reserve(table.waiting.size() + description_of_chunk);
      require(write_hdf5_table(file_, name.c_str(), table.type, table.waiting.data(), left, table.columns));
      table.rows = left;
    } else if (left > 0) {
      write_chunk(name, table, table.waiting.data(), left);
    }
    table.waiting = {};
  }
}

std::int64_t Hdf5TableStream::rows_of(const char* name) const {
  return static_cast<std::int64_t>(tables_.at(name).rows);
}

void Hdf5TableStream::read_rows(const char* name, hid_t type, std::size_t columns, std::int64_t begin,
                                std::int64_t count, void* values) const {
  const int rank = columns == 1 ? 1 : 2;
  const std::array<hsize_t, 2> first{static_cast<hsize_t>(begin), 0}, size{static_cast<hsize_t>(count), columns};
  const Hdf5Handle set(H5Dopen2(file_, name, H5P_DEFAULT), H5Dclose);
  const Hdf5Handle in_file(H5Dget_space(set), H5Sclose),
      in_memory(H5Screate_simple(rank, size.data(), nullptr), H5Sclose);
  require(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, first.data(), nullptr, size.data(), nullptr) >= 0 &&
          H5Dread(set, type, in_memory, in_file, H5P_DEFAULT, values) >= 0);
}

void Hdf5TableStream::close() { require(file_.close()); }

}  // namespace dg
