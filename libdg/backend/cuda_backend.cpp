#include "libdg/backend/cuda_backend.hpp"

#include <algorithm>

#include "libdg/backend/array_launch.hpp"
#include "libdg/backend/code_cache.hpp"
#include "libdg/backend/compile_only.hpp"
#include "libdg/backend/compile_only_backend.hpp"
#include "libdg/backend/cuda_check.hpp"

namespace dg {
namespace {

int g_device = 0;

int device_count() {
  int n = 0;
  if (cudaGetDeviceCount(&n) != cudaSuccess) {
    cudaGetLastError();  // no driver or no device: not an error of a later call
    return 0;
  }
  return n;
}

bool finds_matrix_units() {
  int major = 0, minor = 0;
  check_cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, g_device), "cudaDeviceGetAttribute");
  check_cuda(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, g_device), "cudaDeviceGetAttribute");
  return has_double_matrix_units(10 * major + minor);
}

/// A CUDA graph: its kernels start without the host's part of each launch, side by side where nothing orders them.
class Graph final : public Recording {
 public:
  explicit Graph(const std::function<void()>& work) {
    check_cuda(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
    cudaGraph_t graph = nullptr;
    try {
      work();
    } catch (...) {
      cudaStreamEndCapture(cudaStreamPerThread, &graph);
      if (graph) cudaGraphDestroy(graph);
      throw;
    }
    check_cuda(cudaStreamEndCapture(cudaStreamPerThread, &graph), "cudaStreamEndCapture");
    // Nodes keep the priority of the streams that they were recorded from.
    const cudaError_t status = cudaGraphInstantiate(&graph_, graph, cudaGraphInstantiateFlagUseNodePriority);
    cudaGraphDestroy(graph);
    check_cuda(status, "cudaGraphInstantiate");
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() override { cudaGraphExecDestroy(graph_); }

  void repeat() override { check_cuda(cudaGraphLaunch(graph_, cudaStreamPerThread), "cudaGraphLaunch"); }

 private:
  cudaGraphExec_t graph_ = nullptr;
};

template <class Real>
void launch_axpby(std::size_t n, Real a, const Real* x, Real b, Real* y) {
  if (n == 0) return;
  constexpr std::size_t most = 65536;
  static const CudaKernel<std::size_t, Real, const Real*, Real, Real*> axpby(template_name<Real>("dg::axpby_kernel"));
  const auto blocks = static_cast<unsigned>(std::min((n + array_block - 1) / array_block, most));
  axpby.launch(array_source, {blocks, array_block}, cudaStreamPerThread, n, a, x, b, y);
}

class CudaBackend final : public Backend {
 public:
  CudaBackend() {
    check_cuda(cudaSetDevice(g_device), "cudaSetDevice");
    name_ = cuda_device_name();
    matrix_units_ = finds_matrix_units();
  }

  BackendKind kind() const override { return BackendKind::cuda; }
  std::string device() const override { return name_; }
  int threads() const override { return 1; }
  bool has_matrix_units() const override { return matrix_units_; }

  void* allocate(std::size_t bytes) override {
    void* p = nullptr;
    check_cuda(cudaMalloc(&p, bytes), ("cudaMalloc of " + std::to_string(bytes >> 20) + " MiB").c_str());
    bytes_ += bytes;
    return p;
  }
  void release(void* p, std::size_t bytes) noexcept override {
    cudaFree(p);
    bytes_ -= bytes;
  }
  void copy_in(void* to, const void* from, std::size_t bytes) override {
    check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "copy to the device");
  }
  void copy_out(void* to, const void* from, std::size_t bytes) override {
    check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "copy from the device");
  }
  void set_zero(void* p, std::size_t bytes) override {
    check_cuda(cudaMemsetAsync(p, 0, bytes, cudaStreamPerThread), "cudaMemsetAsync");
  }

  void* allocate_host(std::size_t bytes) override {
    void* p = nullptr;
    check_cuda(cudaMallocHost(&p, bytes), "cudaMallocHost");
    return p;
  }
  void release_host(void* p) noexcept override { cudaFreeHost(p); }
  void copy_out_later(void* to, const void* from, std::size_t bytes) override {
    check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, cudaStreamPerThread), "copy from the device");
  }
  void gather(std::size_t n, const std::int64_t* places, const double* from, double* to) override {
    launch_gather(n, places, from, to, cudaStreamPerThread);
  }
  void gather(std::size_t n, const std::int64_t* places, const float* from, float* to) override {
    launch_gather(n, places, from, to, cudaStreamPerThread);
  }
  void axpby(std::size_t n, double a, const double* x, double b, double* y) override { launch_axpby(n, a, x, b, y); }
  void axpby(std::size_t n, float a, const float* x, float b, float* y) override { launch_axpby(n, a, x, b, y); }
  void synchronize() override { check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); }
  std::size_t available_memory() const override {
    std::size_t free = 0, total = 0;
    check_cuda(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return free;
  }
  std::unique_ptr<Recording> record(std::function<void()> work) override { return std::make_unique<Graph>(work); }

 private:
  std::string name_;
  bool matrix_units_ = false;
};

}  // namespace

bool has_cuda() { return true; }

bool has_double_matrix_units(int architecture) { return architecture >= 90 || architecture == 80; }

int cuda_device_count() { return device_count(); }
void set_cuda_device(int device) { g_device = device; }

std::string cuda_device_name() {
  if (device_count() == 0) return {};
  cudaDeviceProp properties{};
  return cudaGetDeviceProperties(&properties, g_device) == cudaSuccess ? properties.name : "";
}

std::string kernel_compiler_problem() { return compiler_problem(); }

std::unique_ptr<Backend> make_cuda_backend() {
  if (only_compiles()) return make_compile_only_backend();
  if (device_count() == 0)
    throw InputError("backend 'cuda' was asked for, but no CUDA device is there; use --backend cpu or auto");
  if (const std::string problem = compiler_problem(); !problem.empty() && user_cache().contents().entries == 0)
    throw InputError("backend 'cuda': " + problem);
  return std::make_unique<CudaBackend>();
}

}  // namespace dg
