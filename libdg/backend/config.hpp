/// How a function that runs on the host and on the device is declared; the one place that knows which compiler reads
/// it.
///
/// RKDG_FN: always inlined. RKDG_CALL: the compiler decides. RKDG_UNROLL unrolls the loop that follows.
/// RKDG_UNROLL_DEVICE does so only on the device, where an array stays in registers if all its indices are known. A
/// file that defines RKDG_ROLLED before all else does not unroll there either, for arrays that no registers would hold.
#pragma once

#ifdef __CUDACC__
#define RKDG_FN __host__ __device__ __forceinline__
#define RKDG_CALL __host__ __device__ inline
#define RKDG_UNROLL _Pragma("unroll")
#ifdef RKDG_ROLLED
#define RKDG_UNROLL_DEVICE _Pragma("unroll 1")
#else
#define RKDG_UNROLL_DEVICE _Pragma("unroll")
#endif
#else
#define RKDG_FN inline __attribute__((always_inline))
#define RKDG_CALL inline
#define RKDG_UNROLL _Pragma("GCC unroll 64")
#define RKDG_UNROLL_DEVICE
#endif
