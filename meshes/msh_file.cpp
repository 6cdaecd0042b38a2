#include "meshes/msh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "meshes/errors.hpp"
#include "meshes/msh_builder.hpp"

namespace dg {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view format_section = "$MeshFormat";
constexpr std::string_view nodes_of_version_1 = "$NOD";

std::string_view without_mark(std::string_view text) {
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

/// True if a line of the text begins with `words`.
bool has_line(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1))
    if (at == 0 || text[at - 1] == '\n') return true;
  return false;
}

/// Moves into the first section that says something: true if it gives the format, false in a file of version 1. Gmsh
/// passes over what stands before it, comments for instance.
bool find_format(MshBuilder& builder) {
  static constexpr std::array sections{"PhysicalNames", "Entities", "Nodes", "ParametricNodes", "Elements"};
  while (builder.next_section()) {
    if (builder.section() == format_section.substr(1)) return true;
    if (builder.section() == nodes_of_version_1.substr(1)) return false;
    if (std::find(sections.begin(), sections.end(), builder.section()) != sections.end())
      builder.at.refuse(fmt::format("${} comes before {}, which must come first", builder.section(), format_section));
    builder.read_common_section();
  }
  builder.at.refuse(fmt::format("has no section {}", format_section));
}

/// Reads that section and returns the version.
double read_format(FileCursor& at) {
  const auto version = at.text_number<double>();
  if (!(version >= 2 && version <= 2.2) && version != 4.0 && version != 4.1) {
    at.refuse(fmt::format("version {} of Gmsh's file format is not supported; save the mesh as 4.1 or 2.2", version));
  }
  const int file_type = at.text_number<int>(), data_size = at.text_number<int>();
  if (file_type != 0 && file_type != 1) at.refuse("the file type must be 0 (ASCII) or 1 (binary)");
  if (data_size != 8) at.refuse(fmt::format("numbers of {} bytes are not supported; only of 8", data_size));
  at.line();
  if (file_type == 1) {
    at.set_binary();
    if (at.number<int>() != 1) at.refuse("the file comes from a machine of another byte order; save it as ASCII");
  }
  at.expect("$EndMeshFormat");
  return version;
}

}  // namespace

bool is_msh_text(std::string_view head) {
  const std::string_view text = without_mark(head);
  return has_line(text, format_section) || has_line(text, nodes_of_version_1);
}

namespace {

ForeignMesh parse(std::string_view text, const std::string& path, MshPart* part) {
  if (!is_msh_text(text)) throw InputError(path + ": is not a Gmsh mesh file (.msh)");
  MshBuilder builder(without_mark(text), path);
  builder.part = part;
  if (find_format(builder)) {
    const double version = read_format(builder.at);
    builder.names_have_dimension = version > 2;
    builder.is_version_40 = version == 4.0;
    version < 4 ? read_msh2_sections(builder) : read_msh4_sections(builder);
  } else {
    read_msh1_sections(builder);
  }
  builder.file.advice_on_cells =
      "once a line or surface has a physical group, Gmsh saves only cells that are in one, too";
  return std::move(builder.file);
}

}  // namespace

ForeignMesh parse_msh_file(std::string_view text, const std::string& path) { return parse(text, path, nullptr); }

MshPart parse_msh_part(std::string_view text, const std::string& path) {
  MshPart part;
  part.mesh = parse(text, path, &part);
  return part;
}

}  // namespace dg
