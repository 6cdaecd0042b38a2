/// NVIDIA's library of collective communication, as far as rkdg uses it, loaded at run time.
///
/// Its C interface has been the same since version 2.7: https://docs.nvidia.com/deeplearning/nccl.
#pragma once

#include <cstddef>
#include <string>

struct ncclComm;
struct CUstream_st;

namespace dg {

struct Nccl {
  struct UniqueId {
    char internal[128];
  };
  using Result = int;  ///< 0: success
  using Stream = CUstream_st*;
  enum DataType : int { uint8 = 1, uint32 = 3, uint64 = 5 };
  enum Op : int { sum = 0, largest = 2 };

  Result (*get_unique_id)(UniqueId*);
  Result (*init_rank)(ncclComm**, int ranks, UniqueId, int rank);
  Result (*group_start)();
  Result (*group_end)();
  Result (*send)(const void*, std::size_t, DataType, int peer, ncclComm*, Stream);
  Result (*receive)(void*, std::size_t, DataType, int peer, ncclComm*, Stream);
  Result (*all_reduce)(const void*, void*, std::size_t, DataType, Op, ncclComm*, Stream);
  const char* (*error_string)(Result);
};

/// The library that the environment variable RKDG_NCCL names, or else libnccl.so.2 where the system finds it; null if
/// there is none or RKDG_NCCL is "off". Throws InputError if the library named is none.
const Nccl* find_nccl();

/// Throws RunError.
void check_nccl(const Nccl& nccl, Nccl::Result result, const char* what);

}  // namespace dg
