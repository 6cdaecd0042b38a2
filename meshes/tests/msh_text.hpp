/// Gmsh files as text, for tests of their reader.
#pragma once

#include <string>
#include <vector>

#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/temporary_folder.hpp"

namespace dg::samples {

/// A file of version 2.2 with the given node and element lines.
inline std::string msh2(const std::vector<std::string>& nodes, const std::vector<std::string>& elements,
                        const std::string& names = "2\n1 1 \"wall\"\n1 2 \"rest\"\n") {
  std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n" + names + "$EndPhysicalNames\n$Nodes\n";
  text += std::to_string(nodes.size()) + "\n";
  for (std::size_t n = 0; n < nodes.size(); ++n) text += std::to_string(n + 1) + " " + nodes[n] + "\n";
  text += "$EndNodes\n$Elements\n" + std::to_string(elements.size()) + "\n";
  for (std::size_t e = 0; e < elements.size(); ++e) text += std::to_string(e + 1) + " " + elements[e] + "\n";
  return text + "$EndElements\n";
}

inline const std::vector<std::string> unit_square{"0 0 0", "1 0 0", "1 1 0", "0 1 0"};
inline const std::vector<std::string> square_elements{"1 2 1 1 1 2", "1 2 1 1 2 3", "1 2 2 2 3 4", "1 2 2 2 4 1",
                                                      "3 2 9 1 1 2 3 4"};

inline Mesh2 read_msh_text(const std::string& text) {
  const TemporaryFolder folder;
  write_text(folder / "text.msh", text);
  return read_mesh(folder / "text.msh");
}

inline void refuse_msh_text(const std::string& text, const std::vector<std::string>& pieces) {
  check_refused([&] { read_msh_text(text); }, pieces);
}

}  // namespace dg::samples
