#include "libdg/backend/cuda_backend.hpp"
#include "libdg/core/errors.hpp"

namespace dg {

bool has_cuda() { return false; }

std::string cuda_device_name() { return {}; }

std::unique_ptr<Backend> make_cuda_backend() {
  throw InputError("backend 'cuda' is not in this build; configure with -DRKDG_CUDA=ON, or use --backend cpu");
}

}  // namespace dg
