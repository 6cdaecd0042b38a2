#include <algorithm>

#include "benchmarks/face_loops/face_loop_on.hpp"

namespace dg::face_loops {
namespace {

struct CpuLauncher {
  static std::unique_ptr<Backend> make_backend(int threads) { return dg::make_backend(BackendKind::cpu, threads); }

  template <class Body>
  static void one(const Body& body, Index face) {
    typename Body::Real staged[Body::staged];
    body.stage(face, staged, 1);
    body.finish(face, staged, 1);
  }

  template <class Body>
  static void one_by_one(const Body& body, const FaceRun& faces) {
    for (Index i = 0; i < faces.size(); ++i) one(body, faces[i]);
  }

  template <class Body>
  static void for_each(const Backend& backend, const Body& body, const FaceRun& faces) {
#pragma omp parallel for num_threads(backend.threads()) schedule(static)
    for (Index i = 0; i < faces.size(); ++i) one(body, faces[i]);
  }

  /// What a block of faces reads stands in the first-level cache before it is used.
  template <class Body>
  static void for_each_staged(const Backend& backend, const Body& body, const FaceRun& faces) {
    const Index blocks = (faces.size() + faces_per_block - 1) / faces_per_block;
#pragma omp parallel for num_threads(backend.threads()) schedule(static)
    for (Index b = 0; b < blocks; ++b) {
      typename Body::Real staged[Body::staged * faces_per_block];
      const Index first = b * faces_per_block, count = std::min(faces_per_block, faces.size() - first);
      for (Index i = 0; i < count; ++i) body.stage(faces[first + i], staged + i, faces_per_block);
      for (Index i = 0; i < count; ++i) body.finish(faces[first + i], staged + i, faces_per_block);
    }
  }

  /// One thread does a block, so that its faces need no colours.
  template <class Body>
  static void for_each_block(const Backend& backend, const Body& body, const BlockRun& run) {
#pragma omp parallel for num_threads(backend.threads()) schedule(static)
    for (Index i = run.begin; i < run.end; ++i) {
      const Index b = run.blocks[i];
      for (Index f = run.block_begin[b]; f < run.block_begin[b + 1]; ++f) one(body, f);
    }
  }

  template <class Body>
  static void for_each_cell(const Backend& backend, const Body& body, const SliceRun& run) {
    const Index slices = (run.cells + slice_size - 1) / slice_size;
#pragma omp parallel for num_threads(backend.threads()) schedule(static)
    for (Index s = 0; s < slices; ++s) {
      const Index first = run.slice_begin[s], end = run.slice_begin[s + 1], cell = s * slice_size;
      if (cell + slice_size <= run.cells) {
        body.template run<slice_size>(cell, first, end, slice_size);
        continue;
      }
      for (Index i = 0; cell + i < run.cells; ++i) body.template run<1>(cell + i, first + i, end, slice_size);
    }
  }
};

}  // namespace

std::unique_ptr<FaceLoop> make_cpu_loop(const Problem& problem, const LoopLayout& layout, const LoopOptions& options) {
  return make_loop_on<CpuLauncher>(problem, layout, options);
}

}  // namespace dg::face_loops
