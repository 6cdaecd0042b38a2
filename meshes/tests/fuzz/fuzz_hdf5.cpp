/// Fuzzer of the reader of HDF5 meshes: any bytes become a mesh or are refused.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <vector>

#include "meshes/errors.hpp"
#include "meshes/generate.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/fuzz/scratch_file.hpp"
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

using dg::samples::scratch_file;

/// Makes sure that a right file is read at all.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  dg::write_mesh_hdf5(dg::generate_mesh("square", 0, {{"n", "1"}}), scratch_file());
  return dg::read_mesh_hdf5(scratch_file()).cell_count() == 2 ? 0 : -1;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::ofstream(scratch_file(), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    dg::read_mesh_hdf5(scratch_file());
  } catch (const dg::InputError&) {
  }
  return 0;
}
