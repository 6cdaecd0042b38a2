/// Fuzzer of the reader of VTK's files: any bytes become a mesh or are refused.
#include <cstddef>
#include <cstdint>

#include "meshes/errors.hpp"
#include "meshes/vtu_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> notes;
  try {
    dg::mesh_of(dg::parse_vtu_file({reinterpret_cast<const char*>(data), size}, "fuzz.vtu"), "fuzz.vtu", notes);
  } catch (const dg::InputError&) {
  }
  return 0;
}
