#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/cuda_backend.hpp"
#include "libdg/backend/large_pages.hpp"
#include "libdg/backend/thread_count.hpp"
#include "libdg/core/errors.hpp"

namespace dg {
namespace {

std::string processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

/// What the kernel can give without swapping; where it does not say, no limit is known.
std::size_t free_memory() {
  std::ifstream meminfo("/proc/meminfo");
  std::string key, unit;
  for (std::size_t kibibytes = 0; meminfo >> key >> kibibytes; std::getline(meminfo, unit))
    if (key == "MemAvailable:") return kibibytes << 10;
  return std::numeric_limits<std::size_t>::max();
}

class Call final : public Recording {
 public:
  explicit Call(std::function<void()> work) : work_(std::move(work)) {}
  void repeat() override { work_(); }

 private:
  std::function<void()> work_;
};

class CpuBackend final : public Backend {
 public:
  explicit CpuBackend(int threads) : threads_(thread_count(threads)), device_(processor_name()) {}

  BackendKind kind() const override { return BackendKind::cpu; }
  std::string device() const override { return device_; }
  int threads() const override { return threads_; }

  void* allocate(std::size_t bytes) override {
    constexpr std::size_t page = 4096;
    void* p = std::aligned_alloc(page, (bytes + page - 1) / page * page);
    if (!p) throw RunError("out of memory: " + std::to_string(bytes >> 20) + " MiB more were needed");
    prefer_large_pages(p, bytes);
    bytes_ += bytes;
    return p;
  }
  void release(void* p, std::size_t bytes) noexcept override {
    std::free(p);
    bytes_ -= bytes;
  }
  void copy_in(void* to, const void* from, std::size_t bytes) override { parallel_copy(to, from, bytes); }
  void copy_out(void* to, const void* from, std::size_t bytes) override { parallel_copy(to, from, bytes); }
  void set_zero(void* p, std::size_t bytes) override {
    for_each_part(bytes, [&](std::size_t begin, std::size_t n) { std::memset(static_cast<char*>(p) + begin, 0, n); });
  }

  void* allocate_host(std::size_t bytes) override { return ::operator new(bytes); }
  void release_host(void* p) noexcept override { ::operator delete(p); }
  void copy_out_later(void* to, const void* from, std::size_t bytes) override { parallel_copy(to, from, bytes); }
  void gather(std::size_t n, const std::int64_t* places, const double* from, double* to) override {
    for (std::size_t i = 0; i < n; ++i) to[i] = from[places[i]];
  }
  void gather(std::size_t n, const std::int64_t* places, const float* from, float* to) override {
    for (std::size_t i = 0; i < n; ++i) to[i] = from[places[i]];
  }
  void axpby(std::size_t n, double a, const double* x, double b, double* y) override { combine(n, a, x, b, y); }
  void axpby(std::size_t n, float a, const float* x, float b, float* y) override { combine(n, a, x, b, y); }
  void synchronize() override {}
  std::size_t available_memory() const override { return free_memory(); }
  std::unique_ptr<Recording> record(std::function<void()> work) override {
    return std::make_unique<Call>(std::move(work));
  }

 private:
  /// In as many parts as there are threads, so that a page is first touched by the thread that will work on it. What
  /// is small takes one thread less time than it takes to wake the others.
  template <class Visit>
  void for_each_part(std::size_t bytes, Visit visit) const {
    constexpr std::size_t small = std::size_t{1} << 18;
    if (bytes < small) return visit(0, bytes);
    const std::size_t part = (bytes + threads_ - 1) / threads_;
#pragma omp parallel for num_threads(threads_) schedule(static)
    for (int t = 0; t < threads_; ++t) {
      const std::size_t begin = std::min(bytes, t * part);
      visit(begin, std::min(bytes - begin, part));
    }
  }
  template <class Real>
  void combine(std::size_t n, Real a, const Real* x, Real b, Real* y) const {
    for_each_part(n * sizeof(Real), [&](std::size_t begin, std::size_t bytes) {
      // A number that a part's end cuts in two belongs to the part in which it begins.
      const std::size_t first = (begin + sizeof(Real) - 1) / sizeof(Real);
      const std::size_t last = (begin + bytes + sizeof(Real) - 1) / sizeof(Real);
      for (std::size_t i = first; i < last; ++i) y[i] = a * x[i] + b * y[i];
    });
  }
  void parallel_copy(void* to, const void* from, std::size_t bytes) const {
    for_each_part(bytes, [&](std::size_t begin, std::size_t n) {
      std::memcpy(static_cast<char*>(to) + begin, static_cast<const char*>(from) + begin, n);
    });
  }

  int threads_;
  std::string device_;
};

}  // namespace

int thread_count(int wanted) { return wanted > 0 ? wanted : omp_get_max_threads(); }

void take_device(BackendKind kind, const Communicator& ranks) {
  const int devices = cuda_device_count();
  if (ranks.size() == 1 || kind == BackendKind::cpu || devices == 0) return;
  if (ranks.local_size() > devices)
    throw InputError(std::to_string(ranks.local_size()) + " ranks on one node, but it has " + std::to_string(devices) +
                     " CUDA device" + (devices == 1 ? "" : "s") +
                     "; start as many ranks as devices, or use --backend cpu");
  set_cuda_device(ranks.local_rank());
}

std::unique_ptr<Backend> make_backend(BackendKind kind, int threads) {
  if (kind == BackendKind::cuda || (kind == BackendKind::automatic && has_cuda() && !cuda_device_name().empty()))
    return make_cuda_backend();
  return std::make_unique<CpuBackend>(threads);
}

}  // namespace dg
