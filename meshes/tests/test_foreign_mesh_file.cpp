#include <hdf5.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "meshes/hdf5_tables.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/hdf5_checksums.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;
using samples::TemporaryFolder;

namespace {

/// Opens a file to change it and gives the table `name` to `make`, which makes it anew.
template <class Make>
void replace_table(const std::string& path, const char* name, Make make) {
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
  REQUIRE(file);
  REQUIRE(H5Ldelete(file, name, H5P_DEFAULT) >= 0);
  make(file);
}

/// Makes a table of two columns, as no writer of ours does.
void make_table(hid_t file, const char* name, hid_t type, hsize_t rows, hid_t creation) {
  const hsize_t size[] = {rows, 2};
  const Hdf5Handle space(H5Screate_simple(2, size, nullptr), H5Sclose);
  const Hdf5Handle set(H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
  REQUIRE(set);
  const std::vector<double> zeros(2 * rows);
  if (H5Pget_external_count(creation) == 0 && H5Pget_layout(creation) != H5D_VIRTUAL) {
    REQUIRE(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros.data()) >= 0);
  }
}

}  // namespace

TEST_CASE("HDF5 files that rkdg has not written are refused before HDF5 goes deep into them") {
  const TemporaryFolder folder;
  const Mesh2 mesh = samples::box(1, 3, 2);
  const std::string path = folder / "mesh.h5";
  const hsize_t rows = static_cast<hsize_t>(mesh.node_count()), chunk[] = {rows, 2};
  write_mesh(mesh, path);

  SECTION("an old format, which has no checksums") {
    const Hdf5Handle from(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const std::string old = folder / "old.h5";
    {
      const Hdf5Handle to(H5Fcreate(old.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
      REQUIRE(H5Ocopy(from, "nodes", to, "nodes", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    }
    check_refused([&] { read_mesh(old); }, {old + ": is an HDF5 file that rkdg has not written", "CGNS"});
  }
  SECTION("a file with something at its end") {
    samples::write_text(path, samples::read_text(path) + "x");
    check_refused([&] { read_mesh(path); }, {path + ": is a truncated or damaged HDF5 file: it has "});
  }
  SECTION("tables stored in other ways") {
    const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    hid_t type = H5T_NATIVE_DOUBLE;
    SECTION("outside the file") {
      samples::write_text(folder / "secret", std::string(rows * 2 * sizeof(double), 'x'));
      H5Pset_external(creation, (folder / "secret").c_str(), 0, rows * 2 * sizeof(double));
    }
    SECTION("without checksums") { H5Pset_chunk(creation, 2, chunk); }
    SECTION("compressed") {
      H5Pset_chunk(creation, 2, chunk);
      H5Pset_deflate(creation, 9);
    }
    SECTION("in small chunks") {
      const hsize_t small[] = {2, 2};
      H5Pset_chunk(creation, 2, small);
      H5Pset_fletcher32(creation);
    }
    SECTION("as other numbers") {
      H5Pset_chunk(creation, 2, chunk);
      H5Pset_fletcher32(creation);
      type = H5T_IEEE_F64BE;
    }
    SECTION("in another file's table") {
      const Hdf5Handle space(H5Screate_simple(2, chunk, nullptr), H5Sclose);
      H5Pset_virtual(creation, space, (folder / "secret.h5").c_str(), "nodes", space);
    }
    replace_table(path, "nodes", [&](hid_t file) { make_table(file, "nodes", type, rows, creation); });
    check_refused([&] { read_mesh(path); }, {path + ": table 'nodes' is not stored as rkdg does"});
  }
  SECTION("tables behind links") {
    write_mesh(mesh, folder / "other.h5");
    SECTION("into another file") {
      replace_table(path, "nodes", [&](hid_t file) {
        H5Lcreate_external((folder / "other.h5").c_str(), "nodes", file, "nodes", H5P_DEFAULT, H5P_DEFAULT);
      });
    }
    SECTION("within the file") {
      replace_table(path, "nodes", [](hid_t file) {
        H5Lcreate_soft("/periodic_translations", file, "nodes", H5P_DEFAULT, H5P_DEFAULT);
      });
    }
    check_refused([&] { read_mesh(path); }, {path + ": table 'nodes' is a link"});
  }
  SECTION("a chunk that claims gigabytes") {
    std::string bytes = samples::read_text(path);
    const std::span file(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size());
    const auto parts = samples::checked_parts(file);
    const std::uint64_t right = rows * 2 * sizeof(double) + 4, wrong = std::uint64_t{1} << 33;
    const auto at = bytes.find(std::string(reinterpret_cast<const char*>(&right), sizeof(right)));
    REQUIRE(at != std::string::npos);
    std::memcpy(&bytes[at], &wrong, sizeof(wrong));
    samples::set_checksums(file, parts);
    samples::write_text(path, bytes);
    check_refused([&] { read_mesh(path); }, {path + ": table 'nodes' is not stored as rkdg does"});
  }
  SECTION("attributes of other types") {
    {
      const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
      REQUIRE(H5Adelete(file, "version") >= 0);
      const hsize_t size = 1;
      const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
      const Hdf5Handle made(H5Acreate2(file, "version", H5T_NATIVE_INT32, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
      REQUIRE(made);
    }
    check_refused([&] { read_mesh(path); }, {"'version' is damaged"});
  }
}
