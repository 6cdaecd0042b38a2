#include "libdg/backend/cuda_backend.hpp"
#include "libdg/core/errors.hpp"

namespace dg {

bool has_cuda() { return false; }

int cuda_device_count() { return 0; }
void set_cuda_device(int) {}
std::string cuda_device_name() { return {}; }
bool has_double_matrix_units(int) { return false; }
std::string kernel_compiler_problem() { return "this build has no CUDA backend; configure with -DRKDG_CUDA=ON"; }

std::unique_ptr<Backend> make_cuda_backend() {
  throw InputError("backend 'cuda' is not in this build; configure with -DRKDG_CUDA=ON, or use --backend cpu");
}

}  // namespace dg
