/// Runge-Kutta stages with assembly `tensor`; .cu files only.
#pragma once

#include "libdg/operator/cuda_launcher.hpp"
#include "libdg/operator/operators.hpp"
#include "libdg/operator/tensor_cells.hpp"
#include "libdg/operator/tensor_curved_cells.hpp"
#include "libdg/operator/tensor_faces.hpp"
#include "libdg/operator/zone_kind.hpp"

namespace dg {

/// Two passes as in `gather`: faces store fluxes and jumps, cells gather them.
template <class Real, int P>
class TensorStages {
 public:
  TensorStages(Backend& backend, const Scheme<Real>& scheme)
      : store_(backend, std::size_t(scheme.tiles.begin[face_classes]) * tile_faces(P + 1) * StoredFace<P>::size) {}

  /// Streams that it wants.
  static int branches(const Scheme<Real>& scheme) { return std::max(scheme.zones.count, branch(scheme, face_classes)); }

  void take(const CudaLauncher& launch, const Scheme<Real>& scheme, const Stage<Real>& stage) {
    // What takes longest by itself starts first, so that its last blocks are not left alone at the end.
    launch.fork();
    faces<true, false>(launch, scheme, stage);
    faces<true, true>(launch, scheme, stage);
    faces<false, true>(launch, scheme, stage);
    faces<false, false>(launch, scheme, stage);
    launch.join();
    launch.fork();
    for (int z = scheme.zones.count - 1; z >= 0; --z) {
      const ZoneView<Real>& zone = scheme.zones.zone[z];
      with_zone_kind(zone, [&]<Space S, bool Curved>() {
        using Cells = std::conditional_t<Curved, TensorCurvedCells<Real, S, P>, TensorCells<Real, S, P>>;
        launch.run_tiles(Cells{scheme, stage, store_.data(), z}, zone.padded / tile_rows, "gather stage", z);
      });
    }
    launch.join();
  }

 private:
  /// Of a class of faces. Small kernels side by side rather than one after the other pay at low degree only
  /// (benchmarks/NOTES.md).
  static int branch(const Scheme<Real>& scheme, int of) {
    if (P > 1) return of == static_cast<int>(FaceClass::affine_inner) ? 0 : scheme.zones.count - 1;
    int before = 0;
    for (int c = 0; c < of; ++c) before += scheme.tiles.begin[c + 1] > scheme.tiles.begin[c] ? 1 : 0;
    return before;
  }

  template <bool Curved, bool Boundary>
  void faces(const CudaLauncher& launch, const Scheme<Real>& scheme, const Stage<Real>& stage) {
    constexpr int c = static_cast<int>(face_class(Curved, Boundary));
    using Faces = TensorFaces<Real, P, Curved, Boundary>;
    launch.run_tiles(Faces{scheme, scheme.tiles, stage.in, store_.data(), Faces::Tile::most_side_numbers(scheme)},
                     scheme.tiles.begin[c + 1] - scheme.tiles.begin[c], "store faces", branch(scheme, c));
  }

  Array<Real> store_;
};

}  // namespace dg
