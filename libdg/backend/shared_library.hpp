/// Functions of a library that is opened at run time, so that programs start without it.
#pragma once

#include <dlfcn.h>

#include <string>
#include <vector>

#include "libdg/core/errors.hpp"

namespace dg {

/// Stays open for as long as the process lives, since what it returned may be in use.
class SharedLibrary {
 public:
  /// The first of several names or paths that can be opened. Throws RunError, with `what` and the last reason, if none
  /// can.
  SharedLibrary(const std::vector<std::string>& names, const std::string& what) : what_(what) {
    for (const std::string& name : names) {
      handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle_ != nullptr) return;
    }
    const char* reason = dlerror();
    throw RunError("cannot open " + what + " (" + (reason != nullptr ? reason : "not found") + ")");
  }

  /// Throws RunError if the library has no function of that name.
  template <class Function>
  Function* get(const char* name) const {
    void* address = dlsym(handle_, name);
    if (address == nullptr) throw RunError(what_ + " has no function " + name);
    return reinterpret_cast<Function*>(address);
  }

 private:
  std::string what_;
  void* handle_ = nullptr;
};

}  // namespace dg
