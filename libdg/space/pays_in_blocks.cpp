#include "libdg/space/pays_in_blocks.hpp"

#include "libdg/space/cell_blocks.hpp"

namespace dg {

bool gathers_are_slow() {
#if defined(__x86_64__)
  return __builtin_cpu_is("amd") != 0;
#else
  return false;
#endif
}

// On an Intel Xeon squares take 1.00, 1.05, 1.05 and 1.08 times as long in blocks at P1 to P4, cubes 0.6 to 0.8 times
// at P1 to P3; on a Zen 5 all of them less (benchmarks/NOTES.md).
bool pays_in_blocks(CellShape shape, const SpaceOptions& o) {
  if (!goes_in_blocks(shape, o)) return false;
  return !is_tensor(space_of(shape, o.quads)) || gathers_are_slow() ||
         (shape == CellShape::hexahedron && o.degree <= 3);
}

}  // namespace dg
