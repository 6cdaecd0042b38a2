/// Handles of CUDA's streams and events, for headers that compilers read where those of CUDA are not installed.
#pragma once

struct CUstream_st;
struct CUevent_st;

namespace dg {

using StreamHandle = CUstream_st*;
using EventHandle = CUevent_st*;

/// The stream of the calling thread, in which everything happens that names no other.
StreamHandle thread_stream();

/// Multiprocessors of the present device; 1 in a process that compiles only.
int multiprocessor_count();

/// Copies bytes from one place of the device to another, in the order of a stream. `name` says what, should it fail.
void copy_on_device(void* to, const void* from, unsigned long bytes, StreamHandle stream, const char* name);

}  // namespace dg
