/// Fuzzer of the reader of STL files: any bytes become triangles, of which one is the nearest, or are refused.
#include <cstddef>
#include <cstdint>
#include <limits>

#include "meshes/curving/stl_file.hpp"
#include "meshes/errors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const dg::FacetTree<3> tree(dg::parse_stl_file({reinterpret_cast<const char*>(data), size}, "fuzz.stl"));
    tree.nearest({0.5, 0.25, -1}, std::numeric_limits<double>::infinity());
  } catch (const dg::InputError&) {
  }
  return 0;
}
