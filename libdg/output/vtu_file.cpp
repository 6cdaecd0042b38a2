#include "libdg/output/vtu_file.hpp"

#include <fmt/format.h>

#include <bit>

#include "meshes/output_file.hpp"

namespace dg {
namespace {

std::string header(const VtuExtent& extent, const std::vector<VtuArray>& arrays) {
  const char* byte_order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  std::string xml = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"2.2\" byte_order=\"{}\" "
      "header_type=\"UInt64\">\n  <UnstructuredGrid>\n    <FieldData>\n      <DataArray type=\"Float64\" "
      "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{:.17g}</DataArray>\n    </FieldData>\n"
      "    <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
      byte_order, extent.time, extent.points, extent.cells);
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

}  // namespace

void write_vtu_file(const std::string& path, const VtuExtent& extent, const std::vector<VtuArray>& arrays) {
  OutputFile file(path);
  BinaryStream out(file.temporary(), path);
  out.text(header(extent, arrays));
  for (const VtuArray& array : arrays) {
    out.value(array.bytes);
    array.write(out);
  }
  out.text("\n  </AppendedData>\n</VTKFile>\n");
  out.close();
  file.publish();
}

}  // namespace dg
