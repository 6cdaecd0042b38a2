#include "libdg/output/vtkhdf_series.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/output/file_of_ranks.hpp"
#include "libdg/output/growing_lists.hpp"
#include "libdg/output/point_array.hpp"
#include "libdg/output/row_checksum.hpp"
#include "libdg/output/shown_cells.hpp"
#include "libdg/output/vtkhdf_content.hpp"

namespace dg {
namespace {

constexpr hsize_t chunk_rows = 1 << 16;
/// What HDF5 itself needs beside the numbers of a time.
constexpr std::size_t bookkeeping = 1 << 20;

void set_number(hid_t where, const char* name, std::int64_t value) {
  if (H5Aexists(where, name) > 0) valid(H5Adelete(where, name));
  const Hdf5Handle space(valid(H5Screate(H5S_SCALAR)), H5Sclose);
  const Hdf5Handle attribute(valid(H5Acreate2(where, name, H5T_NATIVE_INT64, space, H5P_DEFAULT, H5P_DEFAULT)),
                             H5Aclose);
  valid(H5Awrite(attribute, H5T_NATIVE_INT64, &value));
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

/// HDF5 does not come back from a write that failed: there has to be space on the disk before.
void require_disk_space(const std::string& path, std::size_t bytes) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const auto space = std::filesystem::space(folder.empty() ? "." : folder, error);
  const bool no_disk = !error && space.available < bytes + bookkeeping;
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  const auto size = std::filesystem::file_size(path, error);
  if (no_disk || (limited && (error ? 0 : size) + bytes + bookkeeping > limit.rlim_cur))
    throw InputError(fmt::format("{}: the disk has no space for {:.1f} MB more", path,
                                 static_cast<double>(bytes + bookkeeping) / 1e6));
}

/// The same on all ranks as on rank 0.
RowPlaces broadcast_places(Communicator& ranks, RowPlaces places) {
  std::int64_t head[]{places.row_bytes, places.chunk_rows, places.first,
                      static_cast<std::int64_t>(places.chunks.size())};
  ranks.broadcast(std::as_writable_bytes(std::span(head)), 0);
  places = {head[0], head[1], head[2], std::move(places.chunks)};
  places.chunks.resize(head[3]);
  ranks.broadcast(std::as_writable_bytes(std::span(places.chunks)), 0);
  return places;
}

}  // namespace

/// One time more: rank 0 lets HDF5 extend the file, all ranks fill it, and then the time counts.
template <int Dim>
class VtkHdfSeries::Addition {
 public:
  Addition(const std::string& path, const OwnCells<Dim>& own, CellNodes<Dim>& nodes, int order,
           const std::vector<PointArray>& fields)
      : ranks_(own.ranks), path_(broadcast_text(own.ranks, path)), shown_(own, nodes, order), fields_(fields) {}

  /// `again`: in place of the last time.
  void write(bool anew, bool again, double time) {
    std::int64_t makes_mesh[]{anew};
    ranks_.broadcast(std::as_writable_bytes(std::span(makes_mesh)), 0);
    list_contents(makes_mesh[0] != 0);
    if (ranks_.rank() == 0) extend_file(anew, again, time);
    fill();
    if (ranks_.rank() == 0) let_it_count(anew, time);
  }

 private:
  /// A list that gets rows: of points, of cells, or of one cell more.
  struct Contents {
    std::string group, name;
    const ListSlices* slices;
    std::int64_t before;  ///< rows that rank 0 has written
    std::function<void(BinaryStream&)> write;
    RowPlaces places;
  };

  void list_contents(bool with_mesh) {
    if (with_mesh) {
      using Write = void (ShownCells<Dim>::*)(BinaryStream&) const;
      const auto add = [&](const char* name, const ListSlices& slices, std::int64_t before, Write own) {
        contents_.push_back({".", name, &slices, before, [this, own](BinaryStream& out) { (shown_.*own)(out); }, {}});
      };
      add("Points", shown_.points(), 0, &ShownCells<Dim>::write_places);
      add("Connectivity", shown_.points(), 0, &ShownCells<Dim>::write_connectivity);
      add("Offsets", shown_.cells(), 1, &ShownCells<Dim>::write_ends);
      add("Types", shown_.cells(), 0, &ShownCells<Dim>::write_types);
    }
    for (const PointArray& field : fields_)
      contents_.push_back({"PointData",
                           field.name,
                           &shown_.points(),
                           0,
                           [this, &field](BinaryStream& out) { shown_.write_field(field, out); },
                           {}});
  }

  void extend_file(bool anew, bool again, double time) {
    const auto points = static_cast<std::size_t>(shown_.points().size()),
               cells = static_cast<std::size_t>(shown_.cells().size());
    std::size_t numbers = anew ? 5 * points + 2 * cells : 0;
    for (const PointArray& field : fields_) numbers += points * static_cast<std::size_t>(field.components);
    require_disk_space(path_, numbers * sizeof(double));
    const Hdf5Silence silence;
    try {
      if (anew) create();
      Hdf5Handle file = open_to_write(path_, false);
      const Hdf5Handle root = opened_group(file, "VTKHDF"), steps = opened_group(root, "Steps");
      const Hdf5Handle offsets = opened_group(steps, "PointDataOffsets");
      step_ = static_cast<hsize_t>(number_attribute(steps, vtkhdf_time_count) - again);
      if (again) set_number(steps, vtkhdf_time_count, static_cast<std::int64_t>(step_));
      for (Contents& list : contents_) {
        const Hdf5Handle group = opened_group(root, list.group.c_str());
        const bool of_mesh = list.group == ".";
        const hsize_t first = of_mesh ? static_cast<hsize_t>(list.before) : step_ * points;
        list.places = grow(group, list.name.c_str(), first, static_cast<hsize_t>(list.slices->size()));
        if (!of_mesh) append_one(offsets, list.name.c_str(), step_, static_cast<std::int64_t>(first));
      }
      for (const char* name : vtkhdf_zero_offsets) append_one(steps, name, step_, std::int64_t{0});
      append_one(steps, "NumberOfParts", step_, std::int64_t{1});
      append_one(steps, "Values", step_, time);
      valid(H5Fflush(file, H5F_SCOPE_LOCAL));
    } catch (const Hdf5Failure&) {
      refuse("cannot be written");
    }
  }

  /// The lists, of which those of the mesh have one chunk or several.
  void create() const {
    const Hdf5Handle file = open_to_write(path_, true);
    const Hdf5Handle root = made_group(file, "VTKHDF");
    write_identity(root);
    const auto points = shown_.points().size(), cells = shown_.cells().size();
    const auto chunk = [](std::int64_t rows) { return std::clamp<hsize_t>(static_cast<hsize_t>(rows), 1, chunk_rows); };
    make_list(root, "Points", H5T_NATIVE_DOUBLE, 3, chunk(points));
    make_list(root, "Connectivity", H5T_NATIVE_INT64, 1, chunk(points));
    make_list(root, "Offsets", H5T_NATIVE_INT64, 1, chunk(cells + 1));
    append_one(root, "Offsets", 0, std::int64_t{0});
    make_list(root, "Types", H5T_NATIVE_UINT8, 1, chunk(cells));
    for (const auto& [name, number] :
         {std::pair{"NumberOfPoints", points}, std::pair{"NumberOfConnectivityIds", points},
          std::pair{"NumberOfCells", cells}}) {
      make_list(root, name, H5T_NATIVE_INT64, 1, 1);
      append_one(root, name, 0, number);
    }
    const Hdf5Handle data = made_group(root, "PointData"), steps = made_group(root, "Steps");
    const Hdf5Handle offsets = made_group(steps, "PointDataOffsets");
    constexpr hsize_t of_times = 64;
    make_list(steps, "Values", H5T_NATIVE_DOUBLE, 1, of_times);
    for (const char* name : vtkhdf_zero_offsets) make_list(steps, name, H5T_NATIVE_INT64, 1, of_times);
    make_list(steps, "NumberOfParts", H5T_NATIVE_INT64, 1, of_times);
    for (const PointArray& field : fields_) {
      make_list(data, field.name.c_str(), H5T_NATIVE_DOUBLE, static_cast<hsize_t>(field.components), chunk(points));
      make_list(offsets, field.name.c_str(), H5T_NATIVE_INT64, 1, of_times);
    }
    set_number(steps, vtkhdf_time_count, 0);
    make_list(made_group(file, vtkhdf_checks), vtkhdf_checksums, H5T_NATIVE_INT64, 1, of_times);
  }

  void fill() {
    for (Contents& list : contents_) list.places = broadcast_places(ranks_, std::move(list.places));
    const FileDescriptor file(open(path_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
    if (file < 0)
      refuse(fmt::format("rank {} cannot open the file that rank 0 has created; all nodes must see its folder: {}",
                         ranks_.rank(), std::strerror(errno)));
    for (const Contents& list : contents_) {
      BinaryStream own;
      list.write(own);
      const auto row_bytes = static_cast<std::size_t>(list.places.row_bytes);
      const std::vector<std::byte> slice = list.slices->to_slice(own.take(), row_bytes);
      (list.group == "." ? mesh_ : state_) += row_checksum(list.name, list.slices->slice().begin, slice, row_bytes);
      if (const int error = list.places.write(file, list.slices->slice().begin, slice))
        refuse(fmt::format("cannot be written: {}", std::strerror(error)));
    }
    if (fsync(file) != 0) refuse(fmt::format("cannot be written: {}", std::strerror(errno)));
    add_up_checksums();  // which a rank that has failed does not come to
  }

  /// By halves, whose sums no number of ranks makes too large.
  void add_up_checksums() {
    constexpr int half = 32;
    constexpr std::uint64_t low = (std::uint64_t{1} << half) - 1;
    std::vector<std::int64_t> halves;
    for (const std::uint64_t sum : {mesh_, state_})
      for (const std::uint64_t part : {sum & low, sum >> half}) halves.push_back(static_cast<std::int64_t>(part));
    ranks_.reduce(halves, Reduction::sum);
    const auto joined = [&](std::size_t i) {
      return static_cast<std::uint64_t>(halves[i]) + (static_cast<std::uint64_t>(halves[i + 1]) << half);
    };
    mesh_ = joined(0);
    state_ = joined(2);
  }

  void let_it_count(bool anew, double time) {
    const Hdf5Silence silence;
    try {
      const Hdf5Handle file = open_to_write(path_, false);
      const Hdf5Handle checks = opened_group(file, vtkhdf_checks);
      const auto step = static_cast<std::int64_t>(step_);
      if (anew) append_one(checks, vtkhdf_checksums, 0, std::bit_cast<std::int64_t>(mesh_));
      append_one(checks, vtkhdf_checksums, step_ + 1, time_checksum(state_, step, time));
      set_number(opened_group(opened_group(file, "VTKHDF"), "Steps"), vtkhdf_time_count, step + 1);
      valid(H5Fflush(file, H5F_SCOPE_LOCAL));
    } catch (const Hdf5Failure&) {
      refuse("cannot be written");
    }
  }

  [[noreturn]] void refuse(const std::string& reason) const { throw InputError(path_ + ": " + reason); }

  Communicator& ranks_;
  std::string path_;
  ShownCells<Dim> shown_;
  std::vector<PointArray> fields_;
  std::vector<Contents> contents_;
  hsize_t step_ = 0;
  std::uint64_t mesh_ = 0, state_ = 0;  ///< sums of row_checksum() of what has been written
};

bool VtkHdfSeries::resume(std::int64_t points, double last) {
  std::error_code error;
  if (!std::filesystem::exists(path_, error)) return true;
  const Hdf5Silence silence;
  try {
    const auto [found, times] = checked_content(path_);
    if (found != points) return false;
    const Hdf5Handle file = open_to_write(path_, false);
    const auto kept = std::upper_bound(times.begin(), times.end(), last) - times.begin();
    const Hdf5Handle steps = opened_group(opened_group(file, "VTKHDF"), "Steps");
    const Hdf5Handle values(valid(H5Dopen2(steps, "Values", H5P_DEFAULT)), H5Dclose);
    const auto rows = static_cast<hsize_t>(kept);
    set_number(steps, vtkhdf_time_count, kept);
    valid(H5Dset_extent(values, &rows));  // fields that lie beyond are overwritten by the next time
    begun_ = true;
    if (kept > 0) last_ = times[rows - 1];
  } catch (const Hdf5Failure&) {
    throw InputError(path_ +
                     ": is not an HDF5 file that rkdg can continue; move it away, or give another folder with "
                     "--output");
  }
  return true;
}

template <int Dim>
void VtkHdfSeries::add(const OwnCells<Dim>& own, CellNodes<Dim>& nodes, int order,
                       const std::vector<PointArray>& fields, double time) {
  Addition<Dim>(path_, own, nodes, order, fields).write(!begun_, begun_ && last_ == time, time);
  begun_ = true;
  last_ = time;
}

template <int Dim>
void VtkHdfSeries::add(const OwnCells<Dim>& own, FieldSampler<Dim>& sampler, int order, double time) {
  add<Dim>(own, sampler, order, shown_fields(sampler), time);
}

template void VtkHdfSeries::add<2>(const OwnCells<2>&, FieldSampler<2>&, int, double);
template void VtkHdfSeries::add<3>(const OwnCells<3>&, FieldSampler<3>&, int, double);
template void VtkHdfSeries::add<2>(const OwnCells<2>&, CellNodes<2>&, int, const std::vector<PointArray>&, double);
template void VtkHdfSeries::add<3>(const OwnCells<3>&, CellNodes<3>&, int, const std::vector<PointArray>&, double);

}  // namespace dg
