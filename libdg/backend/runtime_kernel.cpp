#include "libdg/backend/runtime_kernel.hpp"

#include "libdg/backend/cuda_check.hpp"
#include "libdg/backend/device_kernel.hpp"

namespace dg {

class RuntimeKernel::Function final : public DeviceKernel {
 public:
  using DeviceKernel::DeviceKernel, DeviceKernel::launch_with;
};

RuntimeKernel::RuntimeKernel(const std::string& text, const std::string& name)
    : function_(std::make_unique<Function>(DeviceProgram{text, name})) {
  const DeviceKernel* const alone[] = {function_.get()};
  compile_kernels(alone);
}
RuntimeKernel::RuntimeKernel(RuntimeKernel&&) noexcept = default;
RuntimeKernel& RuntimeKernel::operator=(RuntimeKernel&&) noexcept = default;
RuntimeKernel::~RuntimeKernel() = default;

void RuntimeKernel::launch(Index threads, const std::vector<void*>& arguments) const {
  if (threads <= 0) return;
  const unsigned blocks = (static_cast<unsigned>(threads) + block - 1) / block;
  function_->launch_with({blocks, block}, cudaStreamPerThread,
                         std::vector<const void*>(arguments.begin(), arguments.end()));
}

}  // namespace dg
