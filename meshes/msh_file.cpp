#include "meshes/msh_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "meshes/errors.hpp"
#include "meshes/msh_builder.hpp"

namespace dg {
namespace {

/// Reads the first section and returns the version.
double read_format(MshCursor& at) {
  at.line();  // $MeshFormat
  const auto version = at.text_number<double>();
  if (!(version >= 2 && version <= 2.2) && version != 4.1) {
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

MshFile parse_msh_file(std::string_view text, const std::string& path) {
  if (!text.starts_with("$MeshFormat")) throw InputError(path + ": is no Gmsh mesh file (.msh)");
  MshBuilder builder(text, path);
  const double version = read_format(builder.at);
  version < 4 ? read_msh2_sections(builder) : read_msh4_sections(builder);
  return std::move(builder.file);
}

}  // namespace dg
