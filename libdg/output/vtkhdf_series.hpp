/// Fields of all times in one file in VTK's HDF5 format (VTKHDF 2.1), which ParaView opens from version 5.12 on. The
/// mesh comes once, then the fields of one time after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libdg/output/cell_nodes.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/own_cells.hpp"
#include "libdg/output/point_array.hpp"

namespace dg {

class VtkHdfSeries {
 public:
  /// Nothing is written before the first add(), which replaces a file of that name.
  explicit VtkHdfSeries(std::string path) : path_(std::move(path)) {}

  /// Continues an existing file of a mesh of so many points, whose times beyond `last` are dropped. A file that is not
  /// there counts as empty. All of it is read and compared with its checksums. False, and nothing is changed, if it
  /// is sound but has other points. Throws InputError, which says what is wrong, if it is damaged or no such file.
  bool resume(std::int64_t points, double last);

  /// Appends the fields of a state at the nodes of cells of `order`, or replaces those of the last time if that is the
  /// same. Nothing refers to them until they are in the file. Several ranks call this together, each with its own cells
  /// and a sampler of its mesh. The file, its path and the time are those of rank 0, and the bytes the same on any
  /// number of ranks. Throws InputError if they cannot be written; a file that would be too large for the disk stays as
  /// it is.
  template <int Dim>
  void add(const OwnCells<Dim>& own, FieldSampler<Dim>& sampler, int order, double time);
  /// The same of other fields, at these nodes.
  template <int Dim>
  void add(const OwnCells<Dim>& own, CellNodes<Dim>& nodes, int order, const std::vector<PointArray>& fields,
           double time);

 private:
  template <int Dim>
  class Addition;

  std::string path_;
  bool begun_ = false;
  std::optional<double> last_;  ///< time
};

}  // namespace dg
