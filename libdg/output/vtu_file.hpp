/// A VTU file: arrays of numbers as raw bytes behind the XML that lists them, as ParaView reads them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "libdg/backend/list_slices.hpp"
#include "libdg/output/binary_stream.hpp"

namespace dg {

/// One array of the file: its XML attributes, its size, and what writes its values; of many ranks, those of own points
/// or cells.
struct VtuArray {
  std::string section, type, name;
  int components = 1;
  std::uint64_t bytes = 0;
  std::function<void(BinaryStream&)> write;
};

/// A number that a file has beside its time.
struct VtuNote {
  std::string name;
  double value = 0.0;
};

/// How many points and cells a file has, and of which time it is.
struct VtuExtent {
  std::uint64_t points = 0, cells = 0;
  double time = 0.0;
  std::vector<VtuNote> notes;
};

/// Writes the arrays, those of one section beside each other: PointData, CellData, Points, Cells. The file appears
/// whole or not at all. Throws InputError with the reason if it cannot be written.
void write_vtu_file(const std::string& path, const VtuExtent& extent, const std::vector<VtuArray>& arrays);

/// The same of all ranks, which call this together: each has the points and cells that the slices say, in its order of
/// them. The file is that of one process, byte for byte.
void write_vtu_file(const std::string& path, const VtuExtent& extent, const std::vector<VtuArray>& arrays,
                    const ListSlices& points, const ListSlices& cells, Communicator& ranks);

}  // namespace dg
