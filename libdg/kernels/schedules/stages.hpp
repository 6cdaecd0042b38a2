/// The passes of a Runge-Kutta stage for each way of assembling line integrals, the same on every backend.
///
/// `launcher.template run<Real>(kernel, range, name)` runs kernel(i, team) for range.begin <= i < range.end, one launch
/// after the other. run_blocks() does so for the faces of blocks, group after group within each. Between fork() and
/// join(), launches with another branch as a last argument may run side by side. Assembly::tiles has stages of its own
/// (tiles/stages.hpp). Cells of three dimensions have `fused` and `gather` only. On devices they do not have the first,
/// which was slower and took the compiler most of its time.
#pragma once

#include <cassert>

#include "libdg/backend/backend.hpp"
#include "libdg/kernels/assembly_plan.hpp"
#include "libdg/kernels/range.hpp"
#include "libdg/kernels/schedules/fused.hpp"
#include "libdg/kernels/schedules/gather.hpp"
#include "libdg/kernels/schedules/split.hpp"
#include "libdg/space/face_blocks.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

template <class Eq, int P, bool HasFused = true>
class Stages {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  using Line = FaceOfKind<2, 0, P>;
  /// Without cells that a face gives modes to, `blocks` is `fused`.
  static constexpr bool has_fused =
      HasFused && (is_compiled(Assembly::fused) || (P == 0 && is_compiled(Assembly::blocks)));
  static constexpr bool has_face_sums = dim == 2 && (is_compiled(Assembly::atomic) || is_compiled(Assembly::colour) ||
                                                     is_compiled(Assembly::block_colour));

 public:
  Stages(Backend& backend, const KernelContext<Eq>& context, const AssemblyPlan& plan)
      : assembly_(plan.assembly), groups_(plan.groups) {
    assert(assembly_ != Assembly::automatic);
    const bool viscous = context.equations.viscous;
    if (assembly_ == Assembly::gather) {
      for (int kind = 0; kind < face_kinds(dim); ++kind) {
        const int points = face_point_count(face_shape_of_kind(dim, kind), P);
        const std::size_t size = std::size_t(context.faces[kind].padded) * points * n_var;
        for (int i = 0; i < (viscous ? 2 : 1); ++i) scratch_.emplace_back(backend, size);
      }
    } else if (!works_by_cells(assembly_) && assembly_ != Assembly::tiles) {
      for (int i = 0; i < (viscous ? 1 + dim : 1); ++i) scratch_.emplace_back(backend, plan.state_size);
    }
    if (assembly_ == Assembly::block_colour) {
      group_begin_ = Array<Index>(backend, groups_.begin);
      block_begin_ = Array<Index>(backend, groups_.block_begin);
    }
  }

  /// The faces of a part of the stage. What this launches for the interface may write to faces of the interior, too: it
  /// comes after these.
  template <class Launcher>
  void compute_faces(const Launcher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage) {
    if (assembly_ == Assembly::gather) {
      if constexpr (is_compiled(Assembly::gather)) {
        store_faces<0>(launch, context, stage);
        if constexpr (face_kinds(dim) > 1) store_faces<1>(launch, context, stage);
      }
    } else if (!works_by_cells(assembly_)) {
      if constexpr (has_face_sums) add_faces(launch, context, stage);
    }
  }

  /// The cells of a part of the stage, whose faces have been taken.
  template <class Launcher>
  void compute_cells(const Launcher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage) {
    if (works_by_cells(assembly_)) {
      if constexpr (has_fused) over_zones<FusedStage>(launch, "fused stage", context, stage);
    } else if (assembly_ == Assembly::gather) {
      if constexpr (is_compiled(Assembly::gather))
        over_zones<GatherStage>(launch, "gather stage", context, stage, stored_faces(context));
    } else if constexpr (has_face_sums) {
      over_zones<VolumeStage>(launch, "volume stage", context, stage, face_sums(context));
    }
  }

 private:
  static Range cells_of(const ZoneView<Real>& zone, Part part) {
    return {part == Part::interior ? zone.interface : 0, part == Part::interface ? zone.interface : zone.launched};
  }

  /// All faces but those with a ghost, or these, from whole registers on.
  static Range faces_of(const FaceList& faces, Part part) {
    return {part == Part::interface ? faces.own / zone_padding * zone_padding : 0,
            part == Part::interior ? faces.own : faces.count};
  }

  /// Launches Kernel<Eq, S, P, Curved>{args..., z} over the cells of every zone z.
  template <template <class, Space, int, bool> class Kernel, class Launcher, class... Args>
  static void over_zones(const Launcher& launch, const char* name, const KernelContext<Eq>& context,
                         const Stage<Real>& stage, const Args&... args) {
    launch.fork();
    for (int z = 0; z < context.zones.count; ++z) {
      const ZoneView<Real>& zone = context.zones.zone[z];
      with_zone_kind<dim>(zone, [&]<Space S, bool Curved>() {
        launch.template run<Real>(Kernel<Eq, S, P, Curved>{context, stage, args..., z}, cells_of(zone, stage.part),
                                  name, z);
      });
    }
    launch.join();
  }

  StoredFaces<Real> stored_faces(const KernelContext<Eq>& context) {
    StoredFaces<Real> stored{};
    const int arrays = context.equations.viscous ? 2 : 1;
    for (int kind = 0; kind < face_kinds(dim); ++kind) {
      Array<Real>* of_kind = &scratch_[kind * arrays];
      stored.of_kind[kind] = {of_kind[0].data(), arrays > 1 ? of_kind[1].data() : nullptr};
      stored.padded[kind] = context.faces[kind].padded;
    }
    return stored;
  }

  template <int Kind, class Launcher>
  void store_faces(const Launcher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage) {
    const FaceList& list = context.faces[Kind];
    launch.template run<Real>(
        StoreFaces<Eq, FaceOfKind<dim, Kind, P>>{context, list, stage.in, stored_faces(context).of_kind[Kind]},
        faces_of(list, stage.part), "store faces");
  }

  FaceSums<Real, dim> face_sums(const KernelContext<Eq>& context) {
    FaceSums<Real, dim> sums{};
    sums.rate = scratch_[0].data();
    if (context.equations.viscous)
      for (int d = 0; d < dim; ++d) sums.lifted[d] = scratch_[1 + d].data();
    return sums;
  }

  template <class Launcher>
  void add_faces(const Launcher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage) {
    for (Array<Real>& s : scratch_) s.set_zero();
    const FaceSums<Real, dim> sums = face_sums(context);
    if (assembly_ == Assembly::atomic) {
      faces<AtomicAdd>(launch, context, stage, sums, 0, context.faces[0].count);
    } else if (assembly_ == Assembly::colour) {
      for (std::size_t c = 0; c + 1 < groups_.begin.size(); ++c)
        faces<PlainAdd>(launch, context, stage, sums, groups_.begin[c], groups_.begin[c + 1]);
    } else {
      for (std::size_t c = 0; c + 1 < groups_.colour_begin.size(); ++c)
        blocks(launch, context, stage, sums, groups_.colour_begin[c], groups_.colour_begin[c + 1]);
    }
  }

  /// Both face passes for faces [begin, end); the flux of a face does not need the liftings of others.
  template <class Add, class Launcher>
  static void faces(const Launcher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage,
                    const FaceSums<Real, dim>& sums, Index begin, Index end) {
    if (context.equations.viscous)
      launch.template run<Real>(LiftFaces<Eq, Line, Add>{context, context.faces[0], stage.in, sums, begin, end},
                                Range{0, end - begin}, "lift faces");
    launch.template run<Real>(FluxFaces<Eq, Line, Add>{context, context.faces[0], stage.in, sums, begin, end},
                              Range{0, end - begin}, "flux faces");
  }

  /// Both face passes for blocks [begin, end), which are of one colour.
  template <class Launcher>
  void blocks(const Launcher& launch, const KernelContext<Eq>& context, const Stage<Real>& stage,
              const FaceSums<Real, dim>& sums, Index begin, Index end) const {
    const FaceBlocks list{group_begin_.data(), block_begin_.data()};
    if (context.equations.viscous)
      launch.template run_blocks<Real>(LiftFaces<Eq, Line, PlainAdd>{context, context.faces[0], stage.in, sums, 0, 0},
                                       list, begin, end, "lift blocks");
    launch.template run_blocks<Real>(FluxFaces<Eq, Line, PlainAdd>{context, context.faces[0], stage.in, sums, 0, 0},
                                     list, begin, end, "flux blocks");
  }

  Assembly assembly_;
  ColouredFaces groups_;
  Array<Index> group_begin_, block_begin_;
  std::vector<Array<Real>> scratch_;
};

}  // namespace dg
