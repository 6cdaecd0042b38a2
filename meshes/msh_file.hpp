/// The nodes, elements and physical groups in a Gmsh .msh file, of versions 1, 2.0 to 2.2, 4.0 and 4.1, ASCII or
/// binary.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "meshes/errors.hpp"
#include "meshes/foreign_mesh.hpp"

namespace dg {

/// True if a file that begins so is a Gmsh file: a line begins its first section. Comments, blank lines and a
/// byte-order mark may stand before it.
bool is_msh_text(std::string_view head);

/// Says that a file has the cells of some partitions of a mesh only.
class PartOfMesh : public InputError {
 public:
  PartOfMesh(const std::string& message, std::uint64_t partitions) : InputError(message), partitions_(partitions) {}
  std::uint64_t partitions() const { return partitions_; }  ///< of the whole mesh

 private:
  std::uint64_t partitions_;
};

/// Understands points, lines, triangles, quadrilaterals, tetrahedra, prisms, hexahedra and pyramids. Throws InputError,
/// naming the line or byte in `path`, for text that is damaged, of another version, or holds other elements. Takes no
/// more time and memory than the text asks for by its length. Gmsh's own reader is not used: it crashes on some damaged
/// files, and drops elements without a word where orders are mixed. As Gmsh does, it passes over lines between sections
/// that begin with no `$`, and takes the number of a physical group without its sign.
/// Throws PartOfMesh where some of the partitions of a mesh are missing.
ForeignMesh parse_msh_file(std::string_view text, const std::string& path);

/// One of the files of a mesh.
struct MshPart {
  ForeignMesh mesh;
  std::vector<std::uint64_t> node_tags;  ///< [node] those of the other files
  std::uint64_t partition_count = 0;     ///< of the whole mesh
  std::set<int> partitions;              ///< whose cells are in this file
};

/// The same for a file that need not have all partitions.
MshPart parse_msh_part(std::string_view text, const std::string& path);

}  // namespace dg
