#include <cstdlib>

#include "benchmarks/face_loops/tests/check_loops.hpp"
#include "libdg/backend/cuda_backend.hpp"

using namespace dg;
using namespace dg::face_loops;

TEST_CASE("every strategy gives the bits of one thread on a device, too") {
  if (cuda_device_name().empty()) std::exit(77);
  check_all_strategies(make_cuda_loop, false);
}
