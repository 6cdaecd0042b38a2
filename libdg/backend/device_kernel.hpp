/// Kernels of a CUDA device, each compiled for it before its first launch and kept in the user's cache.
///
/// A kernel is a __global__ function, most often a template with types of ours. The host names it, but its compiler
/// never reads the body.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "libdg/backend/device_compiler.hpp"
#include "libdg/backend/device_handles.hpp"
#include "libdg/backend/type_name.hpp"

namespace dg {

/// Where a family of kernels is declared, and how it is compiled.
struct KernelSource {
  std::vector<std::string> headers;
  std::vector<std::string> options{};  ///< of the compiler: what kernels are compiled for, such as "-DRKDG_ROLLED"
};

/// Blocks of a launch along each coordinate.
struct GridShape {
  constexpr GridShape(unsigned along_x = 1, unsigned along_y = 1, unsigned along_z = 1)
      : x(along_x), y(along_y), z(along_z) {}
  unsigned x, y, z;
};

/// Blocks and threads of a launch.
struct LaunchShape {
  GridShape blocks = 1;
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

  /// `arguments` point to the kernel's, in order. May be recorded; compiles where that has not been done.
  void launch_with(const LaunchShape& shape, StreamHandle stream, std::span<const void* const> arguments) const;

 private:
  friend void compile_kernels(std::span<const DeviceKernel* const> kernels);

  struct Loaded;
  Loaded& loaded() const;

  DeviceProgram program_;
  mutable std::vector<std::unique_ptr<Loaded>> of_device_;  ///< [device]; null: not loaded yet
};

/// What the host knows of a parameter of a kernel.
struct KernelParameter {
  const char* function_of_type;  ///< see type_name()
  std::size_t size, alignment;
};

/// The program of a kernel, which asserts that its parameters are laid out as by the host.
DeviceProgram kernel_program(const KernelSource& source, const std::string& function,
                             std::span<const KernelParameter> parameters);

/// The kernels of one name, one for each list of options that it is compiled with.
class DeviceKernels {
 public:
  DeviceKernels(std::string function, std::span<const KernelParameter> parameters)
      : function_(std::move(function)), parameters_(parameters.begin(), parameters.end()) {}
  DeviceKernels(const DeviceKernels&) = delete;
  DeviceKernels& operator=(const DeviceKernels&) = delete;
  ~DeviceKernels();

  const DeviceKernel& of(const KernelSource& source) const;

 private:
  std::string function_;
  std::vector<KernelParameter> parameters_;
  mutable std::vector<std::unique_ptr<DeviceKernel>> kernels_;
};

/// Those with parameters of the given types. `function` names them, as "dg::axpby<double>".
template <class... Parameters>
class CudaKernel {
 public:
  explicit CudaKernel(std::string function) : kernels_(std::move(function), parameters) {}

  void launch(const KernelSource& source, const LaunchShape& shape, StreamHandle stream,
              const Parameters&... arguments) const {
    const void* const addresses[] = {&arguments...};
    kernels_.of(source).launch_with(shape, stream, addresses);
  }

  /// See DeviceKernel.
  int blocks_at_once(const KernelSource& source, unsigned threads, unsigned shared_bytes) const {
    return kernels_.of(source).blocks_at_once(threads, shared_bytes);
  }

 private:
  static constexpr KernelParameter parameters[] = {
      {dg_type_name::function_of_type<Parameters>(), sizeof(Parameters), alignof(Parameters)}...};

  DeviceKernels kernels_;
};

/// Compiles, on all cores, and loads those of the kernels that the present device does not have yet. A process that
/// compiles only (compile_only.hpp) puts them into the cache alone.
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
