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
template <int P>
class TensorStages {
 public:
  TensorStages(Backend& backend, const Scheme<double>& scheme)
      : store_(backend, std::size_t(scheme.tiles.begin[face_classes]) * tile_faces * StoredFace<P>::size) {}

  void take(const CudaLauncher& launch, const Scheme<double>& scheme, const Stage<double>& stage) {
    const int last = scheme.zones.count - 1;  // branch
    launch.fork();
    faces<false, false>(launch, scheme, stage, 0);
    faces<false, true>(launch, scheme, stage, 0);
    faces<true, false>(launch, scheme, stage, last);
    faces<true, true>(launch, scheme, stage, last);
    launch.join();
    launch.fork();
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<double>& zone = scheme.zones.zone[z];
      with_zone_kind(zone, [&]<Space S, bool Curved>() {
        using Cells = std::conditional_t<Curved, TensorCurvedCells<S, P>, TensorCells<S, P>>;
        launch.run_tiles(Cells{scheme, stage, store_.data(), z}, zone.padded / tile_items, "gather stage", z);
      });
    }
    launch.join();
  }

 private:
  template <bool Curved, bool Boundary>
  void faces(const CudaLauncher& launch, const Scheme<double>& scheme, const Stage<double>& stage, int branch) {
    constexpr int c = static_cast<int>(face_class(Curved, Boundary));
    launch.run_tiles(TensorFaces<P, Curved, Boundary>{scheme, scheme.tiles, stage.in, store_.data()},
                     scheme.tiles.begin[c + 1] - scheme.tiles.begin[c], "store faces", branch);
  }

  Array<double> store_;
};

}  // namespace dg
