/// What a user is told who waits while kernels are compiled.
#pragma once

#include <functional>
#include <string>

namespace dg {

struct CompilationNotice {
  std::string what;  ///< that is compiled now, since the cache lacks it: "3 kernels", "kernels of degree 4 in 3-D"
  std::string target;
};

/// Calls the listener before kernels are compiled, by the thread that needs them.
void on_compilation(std::function<void(const CompilationNotice&)> listener);

/// Tells the listener, if there is one.
void notify(const CompilationNotice& notice);

}  // namespace dg
