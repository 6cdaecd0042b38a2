#include "libdg/output/vtu_file.hpp"

#include <fmt/format.h>

#include <bit>

#include "libdg/output/file_of_ranks.hpp"
#include "meshes/output_file.hpp"

namespace dg {
namespace {

std::string header(const VtuExtent& extent, const std::vector<VtuArray>& arrays) {
  const char* byte_order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  std::string xml = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"2.2\" byte_order=\"{}\" "
      "header_type=\"UInt64\">\n  <UnstructuredGrid>\n    <FieldData>\n",
      byte_order);
  const auto add_number = [&](const std::string& name, double value) {
    xml += fmt::format(
        "      <DataArray type=\"Float64\" Name=\"{}\" NumberOfTuples=\"1\" format=\"ascii\">{:.17g}</DataArray>\n",
        name, value);
  };
  add_number("TimeValue", extent.time);
  for (const VtuNote& note : extent.notes) add_number(note.name, note.value);
  xml += fmt::format("    </FieldData>\n    <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n", extent.points,
                     extent.cells);
  std::uint64_t offset = 0;
  std::string section;
  for (const VtuArray& array : arrays) {
    if (array.section != section) {
      if (!section.empty()) xml += "      </" + section + ">\n";
      section = array.section;
      xml += "      <" + section + ">\n";
    }
    xml += fmt::format(
        "        <DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
        array.type, array.name, array.components, offset);
    offset += sizeof(std::uint64_t) + array.bytes;
  }
  return xml + "      </" + section +
         ">\n    </Piece>\n  </UnstructuredGrid>\n  <AppendedData encoding=\"raw\">\n    _";
}

constexpr const char* footer = "\n  </AppendedData>\n</VTKFile>\n";

}  // namespace

void write_vtu_file(const std::string& path, const VtuExtent& extent, const std::vector<VtuArray>& arrays) {
  OutputFile file(path);
  BinaryStream out(file.temporary(), path);
  out.text(header(extent, arrays));
  for (const VtuArray& array : arrays) {
    out.value(array.bytes);
    array.write(out);
  }
  out.text(footer);
  out.close();
  file.publish();
}

void write_vtu_file(const std::string& path, const VtuExtent& extent, const std::vector<VtuArray>& arrays,
                    const ListSlices& points, const ListSlices& cells, Communicator& ranks) {
  FileOfRanks file(path, ranks);
  const auto on_rank_0 = [&](std::int64_t place, std::span<const std::byte> bytes) {
    if (ranks.rank() == 0) file.write(place, bytes);
    return place + static_cast<std::int64_t>(bytes.size());
  };
  const std::string head = header(extent, arrays), foot = footer;
  std::int64_t place = on_rank_0(0, std::as_bytes(std::span(head)));
  for (const VtuArray& array : arrays) {
    place = on_rank_0(place, std::as_bytes(std::span(&array.bytes, 1)));
    const bool of_cells = array.section == "CellData" || array.name == "offsets" || array.name == "types";
    const ListSlices& slices = of_cells ? cells : points;
    const std::size_t size = slices.size() == 0 ? 0 : array.bytes / static_cast<std::size_t>(slices.size());
    BinaryStream own;
    array.write(own);
    file.write(place + slices.slice().begin * static_cast<std::int64_t>(size), slices.to_slice(own.take(), size));
    place += static_cast<std::int64_t>(array.bytes);
  }
  on_rank_0(place, std::as_bytes(std::span(foot)));
  file.publish();
}

}  // namespace dg
