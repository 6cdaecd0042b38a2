#include "libdg/output/vtkhdf_content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "libdg/core/errors.hpp"
#include "libdg/output/growing_lists.hpp"
#include "libdg/output/row_checksum.hpp"

namespace dg {
namespace {

/// Rows that are read at a time.
constexpr hsize_t most_rows = 1 << 16;

std::vector<std::string> names_in(hid_t group) {
  H5G_info_t info{};
  valid(H5Gget_info(group, &info));
  std::vector<std::string> names;
  for (hsize_t i = 0; i < info.nlinks; ++i) {
    const auto name = [&](char* text, std::size_t size) {
      return H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, text, size, H5P_DEFAULT);
    };
    const ssize_t length = name(nullptr, 0);
    if (length < 0) throw Hdf5Failure();
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    if (name(text.data(), text.size()) != length) throw Hdf5Failure();
    text.pop_back();
    names.push_back(std::move(text));
  }
  return names;
}

/// A list that is open to be read.
class List {
 public:
  List(hid_t where, const std::string& name, hid_t type)
      : name_(name), list_(valid(H5Dopen2(where, name.c_str(), H5P_DEFAULT)), H5Dclose), type_(type) {
    const Hdf5Handle space(valid(H5Dget_space(list_)), H5Sclose), of_file(valid(H5Dget_type(list_)), H5Tclose);
    rank_ = H5Sget_simple_extent_ndims(space);
    if ((rank_ != 1 && rank_ != 2) || H5Tequal(of_file, type) <= 0) throw Hdf5Failure();
    valid(H5Sget_simple_extent_dims(space, size_.data(), nullptr));
  }

  const std::string& name() const { return name_; }
  std::int64_t rows() const { return static_cast<std::int64_t>(size_[0]); }
  hsize_t columns() const { return size_[1]; }
  std::size_t row_bytes() const { return H5Tget_size(type_) * size_[1]; }

  void read(std::int64_t first, std::int64_t count, void* values) const {
    const std::array<hsize_t, 2> begin{static_cast<hsize_t>(first), 0}, block{static_cast<hsize_t>(count), size_[1]};
    const Hdf5Handle memory(valid(H5Screate_simple(rank_, block.data(), nullptr)), H5Sclose),
        file(valid(H5Dget_space(list_)), H5Sclose);
    valid(H5Sselect_hyperslab(file, H5S_SELECT_SET, begin.data(), nullptr, block.data(), nullptr));
    valid(H5Dread(list_, type_, memory, file, H5P_DEFAULT, values));
  }

  /// row_checksum() of some of its rows, counted from the first of these.
  std::uint64_t checksum(std::int64_t first, std::int64_t count) const {
    std::uint64_t sum = 0;
    std::vector<std::byte> rows;
    for (std::int64_t done = 0; done < count;) {
      const std::int64_t some = std::min<std::int64_t>(count - done, most_rows);
      rows.resize(static_cast<std::size_t>(some) * row_bytes());
      read(first + done, some, rows.data());
      sum += row_checksum(name_, done, rows, row_bytes());
      done += some;
    }
    return sum;
  }

 private:
  std::string name_;
  Hdf5Handle list_;
  hid_t type_;
  int rank_ = 0;
  std::array<hsize_t, 2> size_{0, 1};
};

class Check {
 public:
  Check(hid_t file, const std::string& path)
      : path_(path),
        file_(file),
        root_(opened_group(file, "VTKHDF")),
        data_(opened_group(root_, "PointData")),
        steps_(opened_group(root_, "Steps")),
        offsets_(opened_group(steps_, "PointDataOffsets")) {}

  VtkHdfContent content() {
    if (H5Lexists(file_, vtkhdf_checks, H5P_DEFAULT) <= 0) refuse("has no checksums, as files of earlier versions");
    count_ = number_attribute(steps_, vtkhdf_time_count);
    points_ = number("NumberOfPoints");
    check_mesh();
    check_times();
    const std::vector<std::string> fields = names_in(data_);
    require(!fields.empty() && fields == names_in(offsets_), "its fields");
    std::vector<std::uint64_t> sums(times_.size());
    for (const std::string& field : fields) add_field(field, sums);
    const std::vector<std::int64_t> checksums = read_checksums();
    for (std::size_t step = 0; step < sums.size(); ++step)
      if (checksums[step + 1] != time_checksum(sums[step], static_cast<std::int64_t>(step), times_[step]))
        refuse(fmt::format("is damaged in the fields of time {:.6g}", times_[step]));
    return {points_, times_};
  }

 private:
  /// The one number of a list.
  std::int64_t number(const char* name) const {
    const List list(root_, name, H5T_NATIVE_INT64);
    require(list.rows() == 1 && list.columns() == 1, name);
    std::int64_t value = 0;
    list.read(0, 1, &value);
    return value;
  }

  void check_mesh() {
    const std::int64_t cells = number("NumberOfCells");
    require(points_ >= 0 && cells >= 0 && number("NumberOfConnectivityIds") == points_, "the size of its mesh");
    const List places(root_, "Points", H5T_NATIVE_DOUBLE), connectivity(root_, "Connectivity", H5T_NATIVE_INT64),
        ends(root_, "Offsets", H5T_NATIVE_INT64), types(root_, "Types", H5T_NATIVE_UINT8);
    require(places.rows() == points_ && places.columns() == 3 && connectivity.rows() == points_ &&
                ends.rows() == cells + 1 && types.rows() == cells,
            "the size of its mesh");
    mesh_ = places.checksum(0, points_) + connectivity.checksum(0, points_) + ends.checksum(1, cells) +
            types.checksum(0, cells);
  }

  void check_times() {
    const List values(steps_, "Values", H5T_NATIVE_DOUBLE);
    require(count_ >= 0 && values.rows() >= count_ && values.columns() == 1, "its times");
    for (const char* name : vtkhdf_zero_offsets) check_all(List(steps_, name, H5T_NATIVE_INT64), 0, 0);
    check_all(List(steps_, "NumberOfParts", H5T_NATIVE_INT64), 1, 0);
    times_.resize(static_cast<std::size_t>(count_));
    if (count_ > 0) values.read(0, count_, times_.data());
    const bool finite = std::all_of(times_.begin(), times_.end(), [](double time) { return std::isfinite(time); });
    require(finite && std::is_sorted(times_.begin(), times_.end(), std::less_equal<>()), "its times");
  }

  /// That the numbers of all times are first, first + step, ...
  void check_all(const List& list, std::int64_t first, std::int64_t step) const {
    require(list.rows() >= count_ && list.columns() == 1, list.name());
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(count_));
    if (count_ > 0) list.read(0, count_, numbers.data());
    for (const std::int64_t number : numbers) {
      require(number == first, list.name());
      first += step;
    }
  }

  void add_field(const std::string& name, std::vector<std::uint64_t>& sums) const {
    const List field(data_, name, H5T_NATIVE_DOUBLE);
    require(points_ == 0 || field.rows() / points_ >= count_, name);
    check_all(List(offsets_, name, H5T_NATIVE_INT64), 0, points_);
    for (std::int64_t step = 0; step < count_; ++step)
      sums[static_cast<std::size_t>(step)] += field.checksum(step * points_, points_);
  }

  std::vector<std::int64_t> read_checksums() const {
    const Hdf5Handle group = opened_group(file_, vtkhdf_checks);
    const List list(group, vtkhdf_checksums, H5T_NATIVE_INT64);
    require(list.rows() > count_ && list.columns() == 1, "its checksums");
    std::vector<std::int64_t> checksums(static_cast<std::size_t>(count_) + 1);
    list.read(0, count_ + 1, checksums.data());
    require(checksums.front() == std::bit_cast<std::int64_t>(mesh_), "its mesh");
    return checksums;
  }

  void require(bool right, const std::string& what) const {
    if (!right) refuse("is damaged in " + what);
  }
  [[noreturn]] void refuse(const std::string& reason) const {
    throw InputError(path_ + ": " + reason + "; move it away, or give another folder with --output");
  }

  const std::string& path_;
  hid_t file_;
  Hdf5Handle root_, data_, steps_, offsets_;
  std::int64_t count_ = 0, points_ = 0;
  std::uint64_t mesh_ = 0;
  std::vector<double> times_;
};

}  // namespace

std::int64_t time_checksum(std::uint64_t fields, std::int64_t step, double time) {
  return std::bit_cast<std::int64_t>(
      fields + mixed(mixed(static_cast<std::uint64_t>(step)) ^ std::bit_cast<std::uint64_t>(time)));
}

VtkHdfContent checked_content(const std::string& path) {
  try {
    const Hdf5Handle file = open_hdf5(path);
    valid(file);
    return Check(file, path).content();
  } catch (const Hdf5Failure&) {
    throw InputError(path +
                     ": is not a series of fields of rkdg, or is damaged; move it away, or give another folder with "
                     "--output");
  }
}

}  // namespace dg
