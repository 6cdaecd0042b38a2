#include <fcntl.h>

#include <catch2/catch.hpp>
#include <numeric>

#include "libdg/output/growing_lists.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/file_descriptor.hpp"

using namespace dg;

namespace {

constexpr hsize_t chunk = 4, columns = 3;

std::vector<double> numbers(double first, std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// Grows the list by rows that go on counting, and writes them in three pieces, the last one first.
void add_rows(const std::string& path, hsize_t first, hsize_t rows) {
  RowPlaces places;
  {
    const Hdf5Handle file = open_to_write(path, false);
    places = grow(file, "list", first, rows);
  }
  const std::vector<double> values = numbers(static_cast<double>(first * columns), rows * columns);
  const FileDescriptor file(open(path.c_str(), O_WRONLY));
  REQUIRE(file >= 0);
  const hsize_t cut[]{0, rows / 3, rows / 2, rows};
  for (int piece = 2; piece >= 0; --piece) {
    const auto part = std::span(values).subspan(cut[piece] * columns, (cut[piece + 1] - cut[piece]) * columns);
    CHECK(places.write(file, static_cast<std::int64_t>(cut[piece]), std::as_bytes(part)) == 0);
  }
}

/// All numbers of the list, read by HDF5 itself.
std::vector<double> read_list(const std::string& path) {
  const Hdf5Handle file = open_hdf5(path);
  const Hdf5Handle list(H5Dopen2(file, "list", H5P_DEFAULT), H5Dclose);
  std::vector<double> values(rows_of(file, "list") * columns);
  REQUIRE(H5Dread(list, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
  return values;
}

}  // namespace

TEST_CASE("rows that are written beside HDF5 are those that it reads, through any number of chunks") {
  const TemporaryFolder folder;
  const std::string path = folder.file("lists.h5");
  {
    const Hdf5Handle file = open_to_write(path, true);
    make_list(file, "list", H5T_NATIVE_DOUBLE, columns, chunk);
  }
  hsize_t length = 0;
  for (const hsize_t rows : {3, 6, 1, 11, 4}) {
    add_rows(path, length, rows);
    length += rows;
    CHECK(read_list(path) == numbers(0, length * columns));
  }
  // What came after a row is written over.
  add_rows(path, 5, 9);
  CHECK(read_list(path) == numbers(0, 14 * columns));
}

TEST_CASE("lists of which only what was written has space grow likewise") {
  const TemporaryFolder folder;
  const std::string path = folder.file("lists.h5");
  {
    const Hdf5Handle file = open_to_write(path, true);
    const hsize_t size[]{0, columns}, most[]{H5S_UNLIMITED, columns}, chunks[]{chunk, columns};
    const Hdf5Handle space(H5Screate_simple(2, size, most), H5Sclose);
    const Hdf5Handle options(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    REQUIRE(H5Pset_chunk(options, 2, chunks) >= 0);
    const Hdf5Handle list(H5Dcreate2(file, "list", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, options, H5P_DEFAULT),
                          H5Dclose);
    REQUIRE(list);
  }
  add_rows(path, 0, 6);
  add_rows(path, 6, 7);
  CHECK(read_list(path) == numbers(0, 13 * columns));
}

TEST_CASE("numbers are appended one by one") {
  const TemporaryFolder folder;
  const Hdf5Handle file = open_to_write(folder.file("lists.h5"), true);
  make_list(file, "list", H5T_NATIVE_INT64, 1, 2);
  for (hsize_t i = 0; i < 5; ++i) append_one(file, "list", i, static_cast<std::int64_t>(10 * i));
  CHECK(rows_of(file, "list") == 5);
  append_one(file, "list", 1, std::int64_t{7});
  REQUIRE(rows_of(file, "list") == 2);
  const Hdf5Handle list(H5Dopen2(file, "list", H5P_DEFAULT), H5Dclose);
  std::int64_t values[2];
  REQUIRE(H5Dread(list, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  CHECK(values[0] == 0);
  CHECK(values[1] == 7);
}

TEST_CASE("what HDF5 cannot do is a failure") {
  const TemporaryFolder folder;
  const Hdf5Silence silence;
  CHECK_THROWS_AS(open_to_write(folder.write("text", "no HDF5"), false), Hdf5Failure);
  const Hdf5Handle file = open_to_write(folder.file("lists.h5"), true);
  CHECK_THROWS_AS(opened_group(file, "none"), Hdf5Failure);
  CHECK_THROWS_AS(grow(file, "none", 0, 1), Hdf5Failure);
}
