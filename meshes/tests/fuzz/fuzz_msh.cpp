/// Fuzzer of the reader of Gmsh files: any bytes become a mesh or are refused.
#include <cstddef>
#include <cstdint>

#include "meshes/errors.hpp"
#include "meshes/gmsh_io.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    dg::parse_gmsh({reinterpret_cast<const char*>(data), size}, "fuzz.msh");
  } catch (const dg::InputError&) {
  }
  return 0;
}
