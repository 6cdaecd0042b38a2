#include "libdg/backend/runtime_kernel.hpp"

#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <nvrtc.h>

#include <array>

#include "libdg/backend/cuda_check.hpp"

namespace dg {
namespace {

/// Functions of a library that is opened at run time, so that programs start without it.
class Library {
 public:
  /// The first of several names or paths that can be opened.
  Library(const std::vector<std::string>& names, const std::string& what) : what_(what) {
    for (const std::string& name : names) {
      handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle_ != nullptr) return;
    }
    const char* reason = dlerror();
    throw RunError("cannot open " + what + " (" + (reason != nullptr ? reason : "not found") + ")");
  }

  template <class Function>
  Function* get(const char* name) const {
    void* address = dlsym(handle_, name);
    if (address == nullptr) throw RunError(what_ + " has no function " + name);
    return reinterpret_cast<Function*>(address);
  }

 private:
  std::string what_;
  void* handle_ = nullptr;  // never closed: kernels live as long as the program
};

const Library& compiler() {
  static const Library library({"libnvrtc.so." + std::to_string(CUDART_VERSION / 1000), RKDG_NVRTC, "libnvrtc.so"},
                               "libnvrtc of the CUDA Toolkit, which compiles formulas for a GPU");
  return library;
}

const Library& driver() {
  static const Library library({"libcuda.so.1", "libcuda.so"}, "libcuda of the NVIDIA driver");
  return library;
}

#define RKDG_NVRTC_FUNCTION(name) compiler().get<decltype(name)>(#name)
#define RKDG_DRIVER_FUNCTION(name) driver().get<decltype(name)>(#name)

void check_compiler(nvrtcResult status, const char* what) {
  if (status == NVRTC_SUCCESS) return;
  throw RunError(std::string("NVRTC: ") + what + ": " + RKDG_NVRTC_FUNCTION(nvrtcGetErrorString)(status));
}

void check_driver(CUresult status, const char* what) {
  if (status == CUDA_SUCCESS) return;
  const char* words = nullptr;
  RKDG_DRIVER_FUNCTION(cuGetErrorString)(status, &words);
  throw RunError(std::string("CUDA: ") + what + ": " + (words != nullptr ? words : "unknown error"));
}

std::string architecture() {
  int device = 0, major = 0, minor = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute");
  check_cuda(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device), "cudaDeviceGetAttribute");
  return "--gpu-architecture=sm_" + std::to_string(10 * major + minor);
}

/// Code for the device, from text.
std::string compiled(const std::string& text) {
  nvrtcProgram program = nullptr;
  check_compiler(RKDG_NVRTC_FUNCTION(nvrtcCreateProgram)(&program, text.c_str(), "formulas.cu", 0, nullptr, nullptr),
                 "nvrtcCreateProgram");
  const std::unique_ptr<nvrtcProgram, void (*)(nvrtcProgram*)> owner(&program, [](nvrtcProgram* p) {
    RKDG_NVRTC_FUNCTION(nvrtcDestroyProgram)(p);
  });
  const std::string target = architecture();
  const std::array options{target.c_str(), "--std=c++17"};
  if (RKDG_NVRTC_FUNCTION(nvrtcCompileProgram)(program, options.size(), options.data()) != NVRTC_SUCCESS) {
    std::size_t size = 0;
    check_compiler(RKDG_NVRTC_FUNCTION(nvrtcGetProgramLogSize)(program, &size), "nvrtcGetProgramLogSize");
    std::string log(size, '\0');
    check_compiler(RKDG_NVRTC_FUNCTION(nvrtcGetProgramLog)(program, log.data()), "nvrtcGetProgramLog");
    throw RunError("NVRTC cannot compile formulas for this device: " + log.substr(0, log.find('\0')));
  }
  std::size_t size = 0;
  check_compiler(RKDG_NVRTC_FUNCTION(nvrtcGetCUBINSize)(program, &size), "nvrtcGetCUBINSize");
  std::string code(size, '\0');
  check_compiler(RKDG_NVRTC_FUNCTION(nvrtcGetCUBIN)(program, code.data()), "nvrtcGetCUBIN");
  return code;
}

}  // namespace

// NOLINTBEGIN: the names of cuda.h are macros for their newest versions
struct RuntimeKernel::Module {
  CUmodule module = nullptr;
  CUfunction function = nullptr;

  Module(const std::string& code, const std::string& name) {
    check_driver(RKDG_DRIVER_FUNCTION(cuModuleLoadData)(&module, code.data()), "cuModuleLoadData");
    check_driver(RKDG_DRIVER_FUNCTION(cuModuleGetFunction)(&function, module, name.c_str()), "cuModuleGetFunction");
  }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  ~Module() { RKDG_DRIVER_FUNCTION(cuModuleUnload)(module); }
};
// NOLINTEND

RuntimeKernel::RuntimeKernel(const std::string& text, const std::string& name)
    : module_(std::make_unique<Module>(compiled(text), name)) {}
RuntimeKernel::RuntimeKernel(RuntimeKernel&&) noexcept = default;
RuntimeKernel& RuntimeKernel::operator=(RuntimeKernel&&) noexcept = default;
RuntimeKernel::~RuntimeKernel() = default;

void RuntimeKernel::launch(Index threads, const std::vector<void*>& arguments) const {
  if (threads <= 0) return;
  static auto* const launch_kernel = RKDG_DRIVER_FUNCTION(cuLaunchKernel);
  const unsigned blocks = (static_cast<unsigned>(threads) + block - 1) / block;
  check_driver(launch_kernel(module_->function, blocks, 1, 1, block, 1, 1, 0, CU_STREAM_PER_THREAD,
                             const_cast<void**>(arguments.data()), nullptr),
               "cuLaunchKernel");
}

}  // namespace dg
