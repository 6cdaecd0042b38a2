/// Flushes numbers too small for their type's full precision to zero, for as long as this lives, in the thread that
/// made it. Processors take a hundred times as long for such numbers.
#pragma once

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace dg {

class FlushDenormals {
 public:
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

#if defined(__SSE__)
  FlushDenormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | results_are_zero | operands_are_zero); }
  ~FlushDenormals() { _mm_setcsr(before_); }

 private:
  static constexpr unsigned results_are_zero = 0x8000, operands_are_zero = 0x0040;
  unsigned before_;
#else
  FlushDenormals() = default;
#endif
};

}  // namespace dg
