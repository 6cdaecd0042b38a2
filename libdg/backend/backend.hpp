/// Where arrays live and kernels run: CPU threads, or one CUDA device. Chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/core/backend_kind.hpp"

namespace dg {

/// Kernel launches that can be repeated.
class Recording {
 public:
  virtual ~Recording() = default;
  virtual void repeat() = 0;
};

/// Memory and identity of a backend. Kernels are launched by the operators of each backend, in order; a copy to the
/// host waits for them.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual BackendKind kind() const = 0;
  virtual std::string device() const = 0;  ///< name of the processor
  virtual int threads() const = 0;         ///< CPU threads; 1 on a GPU
  /// Whether there are matrix units for double precision, and kernels that use them.
  virtual bool has_matrix_units() const { return false; }

  /// Uninitialised memory, aligned to at least 64 bytes. Throws RunError if there is too little.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* p, std::size_t bytes) noexcept = 0;
  virtual void copy_in(void* to, const void* from_host, std::size_t bytes) = 0;
  virtual void copy_out(void* to_host, const void* from, std::size_t bytes) = 0;
  virtual void set_zero(void* p, std::size_t bytes) = 0;

  /// Host memory that a device can write to directly.
  virtual void* allocate_host(std::size_t bytes) = 0;
  virtual void release_host(void* p) noexcept = 0;
  /// Launches a copy to such memory, in order with the kernels.
  virtual void copy_out_later(void* to_host, const void* from, std::size_t bytes) = 0;

  /// to[i] = from[places[i]] for n numbers; launched in order with the kernels.
  virtual void gather(std::size_t n, const std::int64_t* places, const double* from, double* to) = 0;
  virtual void gather(std::size_t n, const std::int64_t* places, const float* from, float* to) = 0;
  /// y = a x + b y for n numbers; launched in order with the kernels.
  virtual void axpby(std::size_t n, double a, const double* x, double b, double* y) = 0;
  virtual void axpby(std::size_t n, float a, const float* x, float b, float* y) = 0;
  virtual void synchronize() = 0;

  /// Keeps what `work` launches, to be run each time that the recording is repeated. `work` must not allocate, copy or
  /// wait, and may be called now, at each repetition, or both.
  virtual std::unique_ptr<Recording> record(std::function<void()> work) = 0;

  std::size_t bytes_in_use() const { return bytes_; }

  /// Bytes that could still be allocated, as far as the system can tell.
  virtual std::size_t available_memory() const = 0;

 protected:
  std::size_t bytes_ = 0;
};

/// Makes the requested backend. `automatic` uses CUDA if the build has it and a device is present. Throws InputError
/// for CUDA without either. `threads` <= 0 means all.
std::unique_ptr<Backend> make_backend(BackendKind kind, int threads);

/// Gives this rank a device of its own among those of its node, for every backend made from now on. Throws InputError
/// if `kind` takes CUDA and there are more ranks on the node than devices.
void take_device(BackendKind kind, const Communicator& ranks);

/// An array in a backend's memory.
template <class T>
class Array {
 public:
  Array() = default;
  Array(Backend& backend, std::size_t size) : backend_(&backend), size_(size) {
    if (size > 0) data_ = static_cast<T*>(backend.allocate(size * sizeof(T)));
  }
  Array(Backend& backend, std::span<const T> values) : Array(backend, values.size()) { copy_in(values); }
  Array(Backend& backend, const std::vector<T>& values) : Array(backend, std::span<const T>(values)) {}
  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(Array&& other) noexcept { return swap(other), *this; }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() {
    if (data_) backend_->release(data_, size_ * sizeof(T));
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

  /// Precondition: as many values as the array has.
  void copy_in(std::span<const T> values) {
    if (size_ > 0) backend_->copy_in(data_, values.data(), size_ * sizeof(T));
  }
  std::vector<T> copy_out() const {
    std::vector<T> values(size_);
    if (size_ > 0) backend_->copy_out(values.data(), data_, size_ * sizeof(T));
    return values;
  }
  void set_zero() {
    if (size_ > 0) backend_->set_zero(data_, size_ * sizeof(T));
  }

 private:
  void swap(Array& other) noexcept {
    std::swap(backend_, other.backend_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  Backend* backend_ = nullptr;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace dg
