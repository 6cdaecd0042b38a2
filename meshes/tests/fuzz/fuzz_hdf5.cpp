/// Fuzzer of the reader of HDF5 meshes: any bytes become a mesh or are refused.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "meshes/errors.hpp"
#include "meshes/mesh_file.hpp"

// HDF5 1.10 loses memory where it refuses a damaged header; the leak sanitizer is to look at ours.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int file = memfd_create("fuzz.h5", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
  try {
    dg::read_mesh_hdf5(path);
  } catch (const dg::InputError&) {
  }
  return 0;
}
