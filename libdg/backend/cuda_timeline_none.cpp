#include "libdg/backend/timeline.hpp"
#include "libdg/core/errors.hpp"

namespace dg {

std::unique_ptr<Timeline> make_cuda_timeline() { throw InputError("a timeline needs a build with CUDA"); }

}  // namespace dg
