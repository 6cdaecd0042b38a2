/// The formats of files in which Gmsh writes meshes.
#pragma once

#include <array>

namespace dg::samples {

struct GmshFormat {
  double version;
  int binary;  ///< 0 or 1, as Mesh.Binary has it
};

inline constexpr std::array gmsh_formats{GmshFormat{2.2, 0}, GmshFormat{2.2, 1}, GmshFormat{4.0, 0}, GmshFormat{4.1, 0},
                                         GmshFormat{4.1, 1}};

}  // namespace dg::samples
