/// What a user is told who waits while kernels are compiled.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace dg {

struct CompilationNotice {
  std::size_t kernels;  ///< that are compiled now, since the cache lacks them
  std::string architecture;
};

/// Calls the listener before kernels are compiled, by the thread that needs them.
void on_compilation(std::function<void(const CompilationNotice&)> listener);

/// Tells the listener, if there is one.
void notify(const CompilationNotice& notice);

}  // namespace dg
