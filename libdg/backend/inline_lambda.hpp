/// RKDG_INLINE: a lambda of a kernel body that is always inlined on the host, as functions with RKDG_FN are.
#pragma once

#ifdef __CUDACC__
#define RKDG_INLINE
#else
#define RKDG_INLINE __attribute__((always_inline))
#endif
