#include "libdg/backend/built_kernels.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>

/// Of the headers that this program has embedded (cmake/embed_headers.cmake); the library has a function of that name.
extern "C" const char* rkdg_key_of_kernels();

namespace dg {
namespace {

/// Kernels of other headers would read other structures.
void* open_own_kernels(const char* library) {
  const char* tree = std::getenv("RKDG_KERNEL_SOURCES");
  if (tree != nullptr && *tree != '\0') return nullptr;
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return nullptr;
  const auto key = reinterpret_cast<const char* (*)()>(dlsym(handle, "rkdg_key_of_kernels"));
  return key != nullptr && std::string_view(key()) == rkdg_key_of_kernels() ? handle : nullptr;
}

void* function_of(void* handle, const std::string& name) {
  return handle == nullptr ? nullptr : dlsym(handle, name.c_str());
}

}  // namespace

void* built_function(const std::string& name) {
  static void* const handle = open_own_kernels("librkdg_kernels.so");
  return function_of(handle, name);
}

void* built_function(const std::string& library, const std::string& name) {
  return function_of(open_own_kernels(library.c_str()), name);
}

}  // namespace dg
