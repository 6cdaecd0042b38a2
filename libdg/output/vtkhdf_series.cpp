#include "libdg/output/vtkhdf_series.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/output/point_array.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "meshes/hdf5_handle.hpp"

namespace dg {
namespace {

constexpr hsize_t chunk_rows = 1 << 16;
/// What HDF5 itself needs beside the numbers of a time.
constexpr std::size_t bookkeeping = 1 << 20;

template <int Dim>
std::size_t point_count(const Mesh<Dim>& mesh, int order) {
  std::size_t points = 0;
  for (const CellShape shape : mesh.cell_shapes) points += static_cast<std::size_t>(node_count(shape, order));
  return points;
}

/// An HDF5 file in which something failed; all of it is refused in one place.
struct Hdf5Failure {};

hid_t valid(hid_t id) {
  if (id < 0) throw Hdf5Failure();
  return id;
}

Hdf5Handle opened_group(hid_t where, const char* name) { return {valid(H5Gopen2(where, name, H5P_DEFAULT)), H5Gclose}; }

Hdf5Handle made_group(hid_t where, const char* name) {
  return {valid(H5Gcreate2(where, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)), H5Gclose};
}

/// A list of rows of one or more columns that can grow, empty.
void make_list(hid_t where, const char* name, hid_t type, hsize_t columns, hsize_t chunk) {
  const int rank = columns > 1 ? 2 : 1;
  const std::array<hsize_t, 2> size{0, columns}, most{H5S_UNLIMITED, columns}, chunks{chunk, columns};
  const Hdf5Handle space(valid(H5Screate_simple(rank, size.data(), most.data())), H5Sclose);
  const Hdf5Handle options(valid(H5Pcreate(H5P_DATASET_CREATE)), H5Pclose);
  valid(H5Pset_chunk(options, rank, chunks.data()));
  const Hdf5Handle list(valid(H5Dcreate2(where, name, type, space, H5P_DEFAULT, options, H5P_DEFAULT)), H5Dclose);
}

hsize_t rows_of(hid_t where, const char* name) {
  const Hdf5Handle list(valid(H5Dopen2(where, name, H5P_DEFAULT)), H5Dclose);
  const Hdf5Handle space(valid(H5Dget_space(list)), H5Sclose);
  std::array<hsize_t, 2> size{};
  valid(H5Sget_simple_extent_dims(space, size.data(), nullptr));
  return size[0];
}

/// Makes a list `first` rows long and appends `rows` more.
void append(hid_t where, const char* name, hid_t type, hsize_t columns, hsize_t first, hsize_t rows,
            const void* values) {
  const Hdf5Handle list(valid(H5Dopen2(where, name, H5P_DEFAULT)), H5Dclose);
  const std::array<hsize_t, 2> size{first + rows, columns}, begin{first, 0}, count{rows, columns};
  valid(H5Dset_extent(list, size.data()));
  const int rank = columns > 1 ? 2 : 1;
  const Hdf5Handle memory(valid(H5Screate_simple(rank, count.data(), nullptr)), H5Sclose);
  const Hdf5Handle file(valid(H5Dget_space(list)), H5Sclose);
  valid(H5Sselect_hyperslab(file, H5S_SELECT_SET, begin.data(), nullptr, count.data(), nullptr));
  valid(H5Dwrite(list, type, memory, file, H5P_DEFAULT, values));
}

template <class T>
void append_one(hid_t where, const char* name, hid_t type, hsize_t at, T value) {
  append(where, name, type, 1, at, 1, &value);
}

void set_number(hid_t where, const char* name, std::int64_t value) {
  if (H5Aexists(where, name) > 0) valid(H5Adelete(where, name));
  const Hdf5Handle space(valid(H5Screate(H5S_SCALAR)), H5Sclose);
  const Hdf5Handle attribute(valid(H5Acreate2(where, name, H5T_NATIVE_INT64, space, H5P_DEFAULT, H5P_DEFAULT)),
                             H5Aclose);
  valid(H5Awrite(attribute, H5T_NATIVE_INT64, &value));
}

std::int64_t get_number(hid_t where, const char* name) {
  const Hdf5Handle attribute(valid(H5Aopen(where, name, H5P_DEFAULT)), H5Aclose);
  std::int64_t value = 0;
  valid(H5Aread(attribute, H5T_NATIVE_INT64, &value));
  return value;
}

void write_identity(hid_t root) {
  const hsize_t two = 2;
  const std::array<std::int64_t, 2> version{2, 1};
  const Hdf5Handle pair(valid(H5Screate_simple(1, &two, nullptr)), H5Sclose),
      one(valid(H5Screate(H5S_SCALAR)), H5Sclose);
  const Hdf5Handle number(valid(H5Acreate2(root, "Version", H5T_NATIVE_INT64, pair, H5P_DEFAULT, H5P_DEFAULT)),
                          H5Aclose);
  valid(H5Awrite(number, H5T_NATIVE_INT64, version.data()));
  const std::string kind = "UnstructuredGrid";
  const Hdf5Handle text(valid(H5Tcopy(H5T_C_S1)), H5Tclose);
  valid(H5Tset_size(text, kind.size()));
  valid(H5Tset_strpad(text, H5T_STR_NULLPAD));
  const Hdf5Handle type(valid(H5Acreate2(root, "Type", text, one, H5P_DEFAULT, H5P_DEFAULT)), H5Aclose);
  valid(H5Awrite(type, text, kind.data()));
}

Hdf5Handle open_file(const std::string& path, bool anew) {
  const Hdf5Handle access(valid(H5Pcreate(H5P_FILE_ACCESS)), H5Pclose);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, false, true);
#endif
  const hid_t file =
      anew ? H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access) : H5Fopen(path.c_str(), H5F_ACC_RDWR, access);
  return {valid(file), H5Fclose};
}

/// Lists of the group Steps that are zero for each time: the mesh is always the same.
constexpr std::array<const char*, 4> zero_offsets{"PartOffsets", "PointOffsets", "CellOffsets",
                                                  "ConnectivityIdOffsets"};

}  // namespace

void VtkHdfSeries::refuse(const std::string& reason) const { throw InputError(path_ + ": " + reason); }

/// HDF5 does not come back from a write that failed: there has to be room before.
void VtkHdfSeries::require_room(std::size_t bytes) const {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
  const auto space = std::filesystem::space(folder.empty() ? "." : folder, error);
  const bool no_disk = !error && space.available < bytes + bookkeeping;
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  const auto size = std::filesystem::file_size(path_, error);
  if (no_disk || (limited && (error ? 0 : size) + bytes + bookkeeping > limit.rlim_cur))
    refuse(fmt::format("there is no room for {:.1f} MB more", static_cast<double>(bytes + bookkeeping) / 1e6));
}

template <int Dim>
void VtkHdfSeries::create(const Mesh<Dim>& mesh, FieldSampler<Dim>& sampler, int order) {
  const Hdf5Handle file = open_file(path_, true);
  const Hdf5Handle root = made_group(file, "VTKHDF");
  write_identity(root);
  const auto node_orders = vtk_node_orders<Dim>(order);
  std::vector<double> points;
  std::vector<std::int64_t> connectivity, offsets{0};
  std::vector<std::uint8_t> types;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto& places = sampler.places(cell);
    for (const int node : node_orders[shape_number(mesh.cell_shapes[cell])]) {
      const auto& place = places[static_cast<std::size_t>(node)];
      for (int d = 0; d < 3; ++d) points.push_back(d < Dim ? place[d] : 0.0);
      connectivity.push_back(static_cast<std::int64_t>(connectivity.size()));
    }
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
    types.push_back(static_cast<std::uint8_t>(vtk_cell_type(mesh.cell_shapes[cell], order)));
  }
  const auto write = [&](const char* name, hid_t type, hsize_t columns, hsize_t rows, const void* values) {
    make_list(root, name, type, columns, std::min(rows, chunk_rows));
    append(root, name, type, columns, 0, rows, values);
  };
  write("Points", H5T_NATIVE_DOUBLE, 3, connectivity.size(), points.data());
  write("Connectivity", H5T_NATIVE_INT64, 1, connectivity.size(), connectivity.data());
  write("Offsets", H5T_NATIVE_INT64, 1, offsets.size(), offsets.data());
  write("Types", H5T_NATIVE_UINT8, 1, types.size(), types.data());
  const auto count = static_cast<std::int64_t>(connectivity.size());
  const auto cells = static_cast<std::int64_t>(types.size());
  for (const auto& [name, number] : {std::pair{"NumberOfPoints", count}, std::pair{"NumberOfConnectivityIds", count},
                                     std::pair{"NumberOfCells", cells}})
    write(name, H5T_NATIVE_INT64, 1, 1, &number);
  const Hdf5Handle data = made_group(root, "PointData"), steps = made_group(root, "Steps");
  const Hdf5Handle places = made_group(steps, "PointDataOffsets");
  constexpr hsize_t chunk = 64;
  make_list(steps, "Values", H5T_NATIVE_DOUBLE, 1, chunk);
  for (const char* name : zero_offsets) make_list(steps, name, H5T_NATIVE_INT64, 1, chunk);
  make_list(steps, "NumberOfParts", H5T_NATIVE_INT64, 1, chunk);
  for (const PointFieldInfo& info : point_fields<Dim>) {
    make_list(data, info.name, H5T_NATIVE_DOUBLE, static_cast<hsize_t>(info.components),
              std::min<hsize_t>(connectivity.size(), chunk_rows));
    make_list(places, info.name, H5T_NATIVE_INT64, 1, chunk);
  }
  set_number(steps, "NSteps", 0);
}

template <int Dim>
void VtkHdfSeries::resume(const Mesh<Dim>& mesh, int order, double last) {
  std::error_code error;
  if (!std::filesystem::exists(path_, error)) return;
  const Hdf5Silence silence;
  try {
    const Hdf5Handle file = open_file(path_, false);
    const Hdf5Handle root = opened_group(file, "VTKHDF"), steps = opened_group(root, "Steps");
    if (rows_of(root, "Points") != point_count(mesh, order)) refuse("holds fields of another mesh or degree");
    std::vector<double> times(rows_of(steps, "Values"));
    const Hdf5Handle values(valid(H5Dopen2(steps, "Values", H5P_DEFAULT)), H5Dclose);
    if (!times.empty()) valid(H5Dread(values, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, times.data()));
    const auto count = std::min<std::size_t>(times.size(), static_cast<std::size_t>(get_number(steps, "NSteps")));
    const auto kept = std::upper_bound(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(count), last);
    const std::ptrdiff_t step_count = kept - times.begin();
    set_number(steps, "NSteps", step_count);
    const hsize_t rows = static_cast<hsize_t>(step_count);
    valid(H5Dset_extent(values, &rows));  // fields that lie beyond are overwritten by the next time
    begun_ = true;
  } catch (const Hdf5Failure&) {
    refuse("is no series of fields that rkdg could go on with");
  }
}

template <int Dim>
void VtkHdfSeries::add(const Mesh<Dim>& mesh, FieldSampler<Dim>& sampler, int order, double time) {
  const std::size_t points = point_count(mesh, order);
  std::size_t numbers = begun_ ? 0 : 5 * points + 2 * mesh.cell_shapes.size();
  for (const PointFieldInfo& info : point_fields<Dim>) numbers += points * static_cast<std::size_t>(info.components);
  require_room(numbers * sizeof(double));
  const Hdf5Silence silence;
  try {
    if (!begun_) create(mesh, sampler, order);
    begun_ = true;
    Hdf5Handle file = open_file(path_, false);
    const Hdf5Handle root = opened_group(file, "VTKHDF"), steps = opened_group(root, "Steps");
    const Hdf5Handle data = opened_group(root, "PointData"), places = opened_group(steps, "PointDataOffsets");
    const auto step = static_cast<hsize_t>(get_number(steps, "NSteps"));
    const auto node_orders = vtk_node_orders<Dim>(order);
    std::vector<double> values;
    for (const PointArray& field : shown_fields(sampler)) {
      const auto components = static_cast<std::size_t>(field.components);
      values.clear();
      for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
        const std::span<const double> at = field.values(cell);
        for (const int node : node_orders[shape_number(mesh.cell_shapes[cell])]) {
          const auto first = at.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(node) * components);
          values.insert(values.end(), first, first + static_cast<std::ptrdiff_t>(components));
        }
      }
      append(data, field.name.c_str(), H5T_NATIVE_DOUBLE, components, step * points, points, values.data());
      append_one(places, field.name.c_str(), H5T_NATIVE_INT64, step, static_cast<std::int64_t>(step * points));
    }
    for (const char* name : zero_offsets) append_one(steps, name, H5T_NATIVE_INT64, step, std::int64_t{0});
    append_one(steps, "NumberOfParts", H5T_NATIVE_INT64, step, std::int64_t{1});
    append_one(steps, "Values", H5T_NATIVE_DOUBLE, step, time);
    // Until here nothing of the new time counts.
    valid(H5Fflush(file, H5F_SCOPE_LOCAL));
    set_number(steps, "NSteps", static_cast<std::int64_t>(step) + 1);
    valid(H5Fflush(file, H5F_SCOPE_LOCAL));
  } catch (const Hdf5Failure&) {
    refuse("cannot be written");
  }
}

template void VtkHdfSeries::resume<2>(const Mesh<2>&, int, double);
template void VtkHdfSeries::resume<3>(const Mesh<3>&, int, double);
template void VtkHdfSeries::add<2>(const Mesh<2>&, FieldSampler<2>&, int, double);
template void VtkHdfSeries::add<3>(const Mesh<3>&, FieldSampler<3>&, int, double);

}  // namespace dg
