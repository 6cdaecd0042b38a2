/// Fuzzer of the reader of HDF5 meshes: any bytes become a mesh or are refused.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "meshes/errors.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/hdf5_checksums.hpp"

// HDF5 1.10 loses memory where it refuses a damaged header; the leak sanitizer is to look at ours.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

/// Changes one of HDF5's structures and sets the checksums right, behind which few changes would otherwise be seen. The
/// size of the file stays.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace dg::samples;
  constexpr std::size_t signature = 4;
  static std::vector<CheckedPart> parts;
  const std::span<unsigned char> file(data, size);
  const auto fits = [&](const CheckedPart& part) { return is_checked(file, part); };
  if (parts.empty() || !std::all_of(parts.begin(), parts.end(), fits)) parts = checked_parts(file);
  if (parts.empty()) return LLVMFuzzerMutate(data, size, max_size);
  const CheckedPart& part = parts[seed % parts.size()];
  const std::size_t room = part.size - signature;
  LLVMFuzzerMutate(data + part.begin + signature, room, room);
  set_checksums(file, parts);
  return size;
}

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
