#include "benchmarks/face_loops/face_loop_on.hpp"
#include "libdg/backend/cuda_backend.hpp"
#include "libdg/backend/cuda_check.hpp"

namespace dg::face_loops {
namespace {

constexpr int block_size = 256;
static_assert(block_size == faces_per_block);

template <class Body>
__global__ void __launch_bounds__(block_size) run_face(Body body, FaceRun faces) {
  const Index i = blockIdx.x * block_size + threadIdx.x;
  if (i >= faces.size()) return;
  const Index face = faces[i];
  typename Body::Real staged[Body::staged];
  body.stage(face, staged, 1);
  body.finish(face, staged, 1);
}

template <class Body>
__global__ void __launch_bounds__(block_size) run_staged(Body body, FaceRun faces) {
  __shared__ typename Body::Real staged[Body::staged * block_size];
  const Index i = blockIdx.x * block_size + threadIdx.x;
  if (i >= faces.size()) return;
  const Index face = faces[i];
  body.stage(face, staged + threadIdx.x, block_size);
  body.finish(face, staged + threadIdx.x, block_size);
}

/// A block of threads for a block of faces.
template <class Body>
__global__ void __launch_bounds__(block_size) run_block(Body body, BlockRun run) {
  const Index b = run.blocks[run.begin + blockIdx.x], face = run.block_begin[b] + threadIdx.x;
  const bool active = face < run.block_begin[b + 1];
  const Index own = active ? run.face_colours[face] : -1, colours = run.block_colours[b];
  typename Body::Real staged[Body::staged];
  if (active) body.stage(face, staged, 1);
  for (Index colour = 0; colour < colours; ++colour) {
    if (own == colour) body.finish(face, staged, 1);
    __syncthreads();
  }
}

template <class Body>
__global__ void __launch_bounds__(block_size) run_cell(Body body, SliceRun run) {
  const Index cell = blockIdx.x * block_size + threadIdx.x;
  if (cell >= run.cells) return;
  const Index slice = cell / slice_size, lane = cell % slice_size;
  body.template run<1>(cell, run.slice_begin[slice] + lane, run.slice_begin[slice + 1], slice_size);
}

struct CudaLauncher {
  static std::unique_ptr<Backend> make_backend(int) { return make_cuda_backend(); }

  static unsigned blocks_for(Index count) { return static_cast<unsigned>((count + block_size - 1) / block_size); }

  template <class Body>
  static void one_by_one(const Body&, const FaceRun&) {
    throw InputError("strategy serial runs on the CPU only");
  }

  template <class Body>
  static void for_each(const Backend&, const Body& body, const FaceRun& faces) {
    if (faces.size() == 0) return;
    run_face<<<blocks_for(faces.size()), block_size, 0, cudaStreamPerThread>>>(body, faces);
    check_launch("loop over faces");
  }

  template <class Body>
  static void for_each_staged(const Backend&, const Body& body, const FaceRun& faces) {
    if (faces.size() == 0) return;
    run_staged<<<blocks_for(faces.size()), block_size, 0, cudaStreamPerThread>>>(body, faces);
    check_launch("loop over faces through shared memory");
  }

  template <class Body>
  static void for_each_block(const Backend&, const Body& body, const BlockRun& run) {
    run_block<<<run.end - run.begin, block_size, 0, cudaStreamPerThread>>>(body, run);
    check_launch("loop over blocks of faces");
  }

  template <class Body>
  static void for_each_cell(const Backend&, const Body& body, const SliceRun& run) {
    run_cell<<<blocks_for(run.cells), block_size, 0, cudaStreamPerThread>>>(body, run);
    check_launch("loop over cells");
  }
};

}  // namespace

std::unique_ptr<FaceLoop> make_cuda_loop(const Problem& problem, const LoopLayout& layout, const LoopOptions& options) {
  return make_loop_on<CudaLauncher>(problem, layout, options);
}

}  // namespace dg::face_loops
