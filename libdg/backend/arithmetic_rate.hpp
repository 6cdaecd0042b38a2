/// Rates of multiply-adds on the CUDA device: the ceilings that kernels which compute are held against.
#pragma once

namespace dg {

/// Floating-point operations per second, a multiply-add counting as two; 0 where the device or the build has no such
/// instruction.
struct ArithmeticRates {
  double vector_double = 0.0, vector_single = 0.0;
  double tensor_double_8x8x4 = 0.0;  ///< matrix units, C += A B with C of 8 x 8 and A of 8 x 4 (compute capability 8.0)
  double tensor_double_16x8x16 = 0.0;  ///< and with C of 16 x 8 and A of 16 x 16 (9.0)
};

/// Best of several runs of kernels that only multiply and add, in registers; all zero without a device.
ArithmeticRates cuda_arithmetic_rates();

}  // namespace dg
