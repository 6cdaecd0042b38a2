#include "libdg/backend/device_kernel.hpp"

#include <cuda.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "libdg/backend/code_cache.hpp"
#include "libdg/backend/compilation_notice.hpp"
#include "libdg/backend/compile_only.hpp"
#include "libdg/backend/cuda_check.hpp"
#include "libdg/backend/kernel_source.hpp"
#include "libdg/backend/shared_library.hpp"

namespace dg {
namespace {

const SharedLibrary& driver() {
  // Never destroyed: kernels that end with the process are unloaded by it.
  static const SharedLibrary& library =
      *new SharedLibrary({"libcuda.so.1", "libcuda.so"}, "libcuda of the NVIDIA driver");
  return library;
}

#define RKDG_DRIVER_FUNCTION(name) driver().get<decltype(name)>(#name)

void check_driver(CUresult status, const std::string& what) {
  if (status == CUDA_SUCCESS) return;
  const char* words = nullptr;
  RKDG_DRIVER_FUNCTION(cuGetErrorString)(status, &words);
  throw RunError("CUDA: " + what + ": " + (words != nullptr ? words : "unknown error"));
}

int present_device() {
  int device = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

std::string key_of(const DeviceProgram& program, const std::string& architecture) {
  static const std::string version = compiler_version();  // empty where only the cache is there
  const std::vector<std::string> options = compiler_options(program, architecture);
  std::vector<std::string_view> texts{key_of_kernel_headers(), version, program.text, program.function};
  texts.insert(texts.end(), options.begin(), options.end());
  return CodeCache::key(texts);
}

thread_local KernelList* present_list = nullptr;

/// While it lives, what this thread records may be interrupted by calls that are not recorded, such as loading code.
class AnyCaptureMode {
 public:
  AnyCaptureMode() { check_cuda(cudaThreadExchangeStreamCaptureMode(&mode_), "capture mode"); }
  AnyCaptureMode(const AnyCaptureMode&) = delete;
  AnyCaptureMode& operator=(const AnyCaptureMode&) = delete;
  ~AnyCaptureMode() { cudaThreadExchangeStreamCaptureMode(&mode_); }

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

/// Calls work(i) for i below n on as many threads as there are cores, or as the system grants; throws what the first
/// that fails has thrown.
void for_each_on_all_cores(std::size_t n, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex guard;
  const auto take = [&] {
    for (std::size_t i = next++; i < n; i = next++) try {
        work(i);
      } catch (...) {
        const std::scoped_lock lock(guard);
        if (!failure) failure = std::current_exception();
        next = n;
      }
  };
  std::vector<std::thread> others;
  const std::size_t count = std::min<std::size_t>(n, std::max(1u, std::thread::hardware_concurrency()));
  try {
    for (std::size_t i = 1; i < count; ++i) others.emplace_back(take);
  } catch (const std::system_error&) {  // those that run do the work of those that could not start
  }
  take();
  for (std::thread& t : others) t.join();
  if (failure) std::rethrow_exception(failure);
}

/// Code of programs from the cache, or made for it.
std::vector<DeviceCode> code_of(const std::vector<const DeviceProgram*>& programs, const std::string& architecture) {
  std::vector<DeviceCode> code(programs.size());
  std::vector<std::string> keys(programs.size());
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    keys[i] = key_of(*programs[i], architecture);
    if (std::optional<DeviceCode> found = user_cache().find(keys[i]))
      code[i] = *std::move(found);
    else
      missing.push_back(i);
  }
  if (missing.empty()) return code;
  notify({std::to_string(missing.size()) + (missing.size() == 1 ? " kernel" : " kernels"), architecture});
  for_each_on_all_cores(missing.size(), [&](std::size_t m) {
    const std::size_t i = missing[m];
    code[i] = user_cache().find_or_make(keys[i], [&] { return compile_for_device(*programs[i], architecture); });
  });
  return code;
}

}  // namespace

// NOLINTBEGIN: the names of cuda.h are macros for their newest versions
struct DeviceKernel::Loaded {
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  unsigned shared_bytes = 48 << 10;  ///< that a launch may ask for

  Loaded(const DeviceCode& code, const std::string& name) {
    const AnyCaptureMode allows_loading;
    check_cuda(cudaFree(nullptr), "context of the device");  // made here if nothing has made it
    check_driver(RKDG_DRIVER_FUNCTION(cuModuleLoadData)(&module, code.image.data()), "loading " + name);
    check_driver(RKDG_DRIVER_FUNCTION(cuModuleGetFunction)(&function, module, code.symbol.c_str()), name);
  }

  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;
  /// Where the process ends, the driver may have ended before: what it answers does not matter.
  ~Loaded() { RKDG_DRIVER_FUNCTION(cuModuleUnload)(module); }

  void allow(unsigned bytes, const std::string& name) {
    if (bytes <= shared_bytes) return;
    check_driver(RKDG_DRIVER_FUNCTION(cuFuncSetAttribute)(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                          static_cast<int>(bytes)),
                 "shared memory of " + name);
    shared_bytes = bytes;
  }
};
// NOLINTEND

DeviceKernel::DeviceKernel(DeviceProgram program) : program_(std::move(program)) {}
DeviceKernel::~DeviceKernel() = default;

void compile_kernels(std::span<const DeviceKernel* const> kernels) {
  const auto device = static_cast<std::size_t>(only_compiles() ? 0 : present_device());
  std::vector<const DeviceKernel*> wanted;
  std::vector<const DeviceProgram*> programs;
  for (const DeviceKernel* kernel : kernels) {
    if (kernel->of_device_.size() <= device) kernel->of_device_.resize(device + 1);
    if (kernel->of_device_[device] || std::find(wanted.begin(), wanted.end(), kernel) != wanted.end()) continue;
    wanted.push_back(kernel);
    programs.push_back(&kernel->program());
  }
  if (wanted.empty()) return;
  const std::vector<DeviceCode> code = code_of(programs, device_architecture());
  if (only_compiles()) return;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i]->of_device_[device] = std::make_unique<DeviceKernel::Loaded>(code[i], wanted[i]->program().function);
}

DeviceKernel::Loaded& DeviceKernel::loaded() const {
  const auto device = static_cast<std::size_t>(present_device());
  if (of_device_.size() <= device || !of_device_[device]) {
    const DeviceKernel* const alone[] = {this};
    compile_kernels(alone);
  }
  return *of_device_[device];
}

int DeviceKernel::blocks_at_once(unsigned threads, unsigned shared_bytes) const {
  if (present_list || only_compiles()) return 1;
  Loaded& kernel = loaded();
  kernel.allow(shared_bytes, program_.function);
  int blocks = 0;
  check_driver(RKDG_DRIVER_FUNCTION(cuOccupancyMaxActiveBlocksPerMultiprocessor)(
                   &blocks, kernel.function, static_cast<int>(threads), shared_bytes),
               "occupancy of " + program_.function);
  return blocks;
}

DeviceProgram kernel_program(const KernelSource& source, const std::string& function,
                             std::span<const KernelParameter> parameters) {
  DeviceProgram program{.text = {}, .function = function, .options = source.options};
  for (const std::string& header : source.headers) program.text += "#include \"" + header + "\"\n";
  for (const KernelParameter& parameter : parameters) {
    const std::string type = type_in(parameter.function_of_type);
    program.text += "static_assert(sizeof(" + type + ") == " + std::to_string(parameter.size) + " && alignof(" + type +
                    ") == " + std::to_string(parameter.alignment) + ", \"laid out otherwise by the host\");\n";
  }
  return program;
}

DeviceKernels::~DeviceKernels() = default;

const DeviceKernel& DeviceKernels::of(const KernelSource& source) const {
  for (const auto& kernel : kernels_)
    if (kernel->program().options == source.options) return *kernel;
  return *kernels_.emplace_back(std::make_unique<DeviceKernel>(kernel_program(source, function_, parameters_)));
}

std::string template_name(const char* function, std::initializer_list<const char*> functions_of_types) {
  std::string name = function;
  const char* before = "<";
  for (const char* type : functions_of_types) {
    name += before + type_in(type);
    before = ", ";
  }
  return name + ">";
}

void DeviceKernel::launch_with(const LaunchShape& shape, cudaStream_t stream,
                               std::span<const void* const> arguments) const {
  if (present_list) return present_list->kernels_.push_back(this);
  if (only_compiles()) {
    const DeviceKernel* const alone[] = {this};
    return compile_kernels(alone);
  }
  static auto* const launch_kernel = RKDG_DRIVER_FUNCTION(cuLaunchKernel);
  Loaded& kernel = loaded();
  kernel.allow(shape.shared_bytes, program_.function);
  check_driver(launch_kernel(kernel.function, shape.blocks.x, shape.blocks.y, shape.blocks.z, shape.threads, 1, 1,
                             shape.shared_bytes, stream, const_cast<void**>(arguments.data()), nullptr),
               program_.function);
}

KernelList::KernelList() : outer_(present_list) { present_list = this; }
KernelList::~KernelList() { present_list = outer_; }

std::string device_architecture() {
  if (only_compiles()) return compiled_architecture();
  const int device = present_device();
  int major = 0, minor = 0;
  check_cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute");
  check_cuda(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device), "cudaDeviceGetAttribute");
  return "sm_" + std::to_string(10 * major + minor);
}

}  // namespace dg
