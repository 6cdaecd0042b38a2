#include "libdg/backend/compile_only_backend.hpp"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

#include "libdg/backend/compile_only.hpp"
#include "libdg/backend/cuda_backend.hpp"

namespace dg {
namespace {

class NothingRecorded final : public Recording {
 public:
  void repeat() override {}
};

/// Arrays lie in memory of the host, which nothing touches but copies.
class CompileOnlyBackend final : public Backend {
 public:
  BackendKind kind() const override { return BackendKind::cuda; }
  std::string device() const override { return compiled_architecture(); }
  int threads() const override { return 1; }
  bool has_matrix_units() const override {
    return has_double_matrix_units(std::atoi(compiled_architecture().c_str() + 3));
  }

  void* allocate(std::size_t bytes) override {
    void* p = std::malloc(bytes);
    if (p == nullptr) throw std::bad_alloc();
    bytes_ += bytes;
    return p;
  }
  void release(void* p, std::size_t bytes) noexcept override {
    std::free(p);
    bytes_ -= bytes;
  }
  void copy_in(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
  void copy_out(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
  void set_zero(void* p, std::size_t bytes) override { std::memset(p, 0, bytes); }
  void* allocate_host(std::size_t bytes) override { return allocate(bytes); }
  void release_host(void* p) noexcept override { std::free(p); }
  void copy_out_later(void* to, const void* from, std::size_t bytes) override { copy_out(to, from, bytes); }
  void gather(std::size_t, const std::int64_t*, const double*, double*) override {}
  void gather(std::size_t, const std::int64_t*, const float*, float*) override {}
  void axpby(std::size_t, double, const double*, double, double*) override {}
  void axpby(std::size_t, float, const float*, float, float*) override {}
  void synchronize() override {}
  std::size_t available_memory() const override { return std::numeric_limits<std::size_t>::max(); }
  std::unique_ptr<Recording> record(std::function<void()> work) override {
    work();
    return std::make_unique<NothingRecorded>();
  }
};

}  // namespace

std::unique_ptr<Backend> make_compile_only_backend() { return std::make_unique<CompileOnlyBackend>(); }

}  // namespace dg
