/// What a file of VtkHdfSeries holds, and whether it is as it was written.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace dg {

/// The group beside VTKHDF that readers do not look at, and its list: the checksum of the mesh, then one of each time.
inline constexpr const char* vtkhdf_checks = "rkdg";
inline constexpr const char* vtkhdf_checksums = "checksums";

/// Lists of the group Steps that are zero for each time: the mesh is always the same.
inline constexpr std::array<const char*, 4> vtkhdf_zero_offsets{"PartOffsets", "PointOffsets", "CellOffsets",
                                                                "ConnectivityIdOffsets"};

/// The attribute that says how many times there are.
inline constexpr const char* vtkhdf_time_count = "NSteps";

/// Of the fields of a time together, from the sum of row_checksum() of all of them.
std::int64_t time_checksum(std::uint64_t fields, std::int64_t step, double time);

struct VtkHdfContent {
  std::int64_t points = 0;
  std::vector<double> times;
};

/// Reads all of a file. Throws InputError that says what is wrong in it.
VtkHdfContent checked_content(const std::string& path);

}  // namespace dg
