/// Kernels of a CUDA device, each compiled for it before its first launch and kept in the user's cache.
///
/// A kernel is a __global__ function, most often a template with types of ours, which the host names: the compiler of
/// the host never reads its body.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libdg/backend/device_compiler.hpp"
#include "libdg/backend/type_name.hpp"

namespace dg {

/// Where a family of kernels is declared, and how it is compiled.
struct KernelSource {
  std::vector<std::string> headers;
  bool rolled = false;  ///< loops over modes and points stay loops, see RKDG_ROLLED in config.hpp
};

/// Blocks and threads of a launch.
struct LaunchShape {
  dim3 blocks = 1;
  unsigned threads = 1;
  unsigned shared_bytes = 0;  ///< of each block, beyond what the kernel declares
};

/// One kernel, whatever its parameters.
class DeviceKernel {
 public:
  explicit DeviceKernel(DeviceProgram program);
  DeviceKernel(const DeviceKernel&) = delete;
  DeviceKernel& operator=(const DeviceKernel&) = delete;
  ~DeviceKernel();

  const DeviceProgram& program() const { return program_; }

  /// Blocks of so many threads that a multiprocessor of the present device holds at once. May compile.
  int blocks_at_once(unsigned threads, unsigned shared_bytes) const;

 protected:
  /// `arguments` point to the kernel's, in order. May be recorded; compiles where that has not been done.
  void launch_with(const LaunchShape& shape, cudaStream_t stream, std::span<const void* const> arguments) const;

 private:
  friend void compile_kernels(std::span<const DeviceKernel* const> kernels);

  struct Loaded;
  Loaded& loaded() const;

  DeviceProgram program_;
  mutable std::vector<std::unique_ptr<Loaded>> of_device_;  ///< [device]; null: not loaded yet
};

/// The program of a kernel with parameters of the given types, whose layout it asserts to be that of the host.
template <class... Parameters>
DeviceProgram kernel_program(const KernelSource& source, const std::string& function) {
  DeviceProgram program{.text = {}, .function = function};
  for (const std::string& header : source.headers) program.text += "#include \"" + header + "\"\n";
  const auto assert_layout = [&](const std::string& type, std::size_t size, std::size_t alignment) {
    program.text += "static_assert(sizeof(" + type + ") == " + std::to_string(size) + " && alignof(" + type +
                    ") == " + std::to_string(alignment) + ", \"laid out otherwise by the host\");\n";
  };
  (assert_layout(type_name<Parameters>(), sizeof(Parameters), alignof(Parameters)), ...);
  if (source.rolled) program.options.emplace_back("-DRKDG_ROLLED");
  return program;
}

/// A kernel with parameters of the given types. `function` names it, as "dg::axpby<double>".
template <class... Parameters>
class CudaKernel final : public DeviceKernel {
 public:
  CudaKernel(const KernelSource& source, const std::string& function)
      : DeviceKernel(kernel_program<Parameters...>(source, function)) {}

  void launch(const LaunchShape& shape, cudaStream_t stream, const Parameters&... arguments) const {
    const void* const addresses[] = {&arguments...};
    launch_with(shape, stream, addresses);
  }
};

/// Compiles, on all cores, and loads those of the kernels that the present device does not have yet; in a process that
/// compiles only (compile_only.hpp) into the cache alone.
void compile_kernels(std::span<const DeviceKernel* const> kernels);

/// Takes the place of every launch while it lives: kernels that would be launched on this thread are listed instead.
class KernelList {
 public:
  KernelList();
  KernelList(const KernelList&) = delete;
  KernelList& operator=(const KernelList&) = delete;
  ~KernelList();

  std::span<const DeviceKernel* const> kernels() const { return kernels_; }

 private:
  friend class DeviceKernel;
  std::vector<const DeviceKernel*> kernels_;
  KernelList* outer_;
};

/// The architecture of the present device, such as "sm_90".
std::string device_architecture();

}  // namespace dg
