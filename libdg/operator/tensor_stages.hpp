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

  void take(const CudaLauncher& launch, const Scheme<Real>& scheme, const Stage<Real>& stage) {
    // What takes longest by itself starts first, so that its last blocks are not left alone at the end.
    const int last = scheme.zones.count - 1;  // branch
    launch.fork();
    faces<true, false>(launch, scheme, stage, last);
    faces<true, true>(launch, scheme, stage, last);
    faces<false, true>(launch, scheme, stage, last);
    faces<false, false>(launch, scheme, stage, 0);
    launch.join();
    launch.fork();
    for (int z = last; z >= 0; --z) {
      const ZoneView<Real>& zone = scheme.zones.zone[z];
      with_zone_kind(zone, [&]<Space S, bool Curved>() {
        using Cells = std::conditional_t<Curved, TensorCurvedCells<Real, S, P>, TensorCells<Real, S, P>>;
        launch.run_tiles(Cells{scheme, stage, store_.data(), z}, zone.padded / tile_rows, "gather stage", z);
      });
    }
    launch.join();
  }

 private:
  template <bool Curved, bool Boundary>
  void faces(const CudaLauncher& launch, const Scheme<Real>& scheme, const Stage<Real>& stage, int branch) {
    constexpr int c = static_cast<int>(face_class(Curved, Boundary));
    using Faces = TensorFaces<Real, P, Curved, Boundary>;
    launch.run_tiles(Faces{scheme, scheme.tiles, stage.in, store_.data(), Faces::Tile::most_side_numbers(scheme)},
                     scheme.tiles.begin[c + 1] - scheme.tiles.begin[c], "store faces", branch);
  }

  Array<Real> store_;
};

}  // namespace dg
