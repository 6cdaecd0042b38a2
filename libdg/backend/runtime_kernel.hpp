/// A kernel whose text is written while the program runs, as that of a user's formulas.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libdg/core/index.hpp"

namespace dg {

class RuntimeKernel {
 public:
  static constexpr int block = 128;  ///< threads of a block

  /// `text` is CUDA C++ with an extern "C" __global__ function `name`. Throws RunError where there is no compiler, or
  /// with its words.
  RuntimeKernel(const std::string& text, const std::string& name);
  RuntimeKernel(RuntimeKernel&&) noexcept;
  RuntimeKernel& operator=(RuntimeKernel&&) noexcept;
  ~RuntimeKernel();

  /// Launches blocks of `block` threads, at least `threads` in all, after what has been launched. `arguments` point to
  /// the arguments of the function. May be recorded.
  void launch(Index threads, const std::vector<void*>& arguments) const;

 private:
  class Function;
  std::unique_ptr<Function> function_;
};

}  // namespace dg
