#include "libdg/backend/runtime_kernel.hpp"
#include "libdg/core/errors.hpp"

namespace dg {

class RuntimeKernel::Function {};

RuntimeKernel::RuntimeKernel(const std::string&, const std::string&) {
  throw RunError("this build has no CUDA backend");
}
RuntimeKernel::RuntimeKernel(RuntimeKernel&&) noexcept = default;
RuntimeKernel& RuntimeKernel::operator=(RuntimeKernel&&) noexcept = default;
RuntimeKernel::~RuntimeKernel() = default;
void RuntimeKernel::launch(Index, const std::vector<void*>&) const {}

}  // namespace dg
