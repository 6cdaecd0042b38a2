/// The passes of a stage of finite volumes, the same on every backend; see kernels/schedules/stages.hpp for what a
/// launcher must offer.
#pragma once

#include <type_traits>
#include <utility>

#include "libdg/finite_volume/face_stage.hpp"
#include "libdg/finite_volume/find_slopes.hpp"
#include "libdg/finite_volume/finite_volume_space.hpp"
#include "libdg/finite_volume/ghost_values.hpp"
#include "libdg/finite_volume/options.hpp"
#include "libdg/finite_volume/patch_slopes.hpp"
#include "libdg/finite_volume/smoothing.hpp"
#include "libdg/finite_volume/wall_flux.hpp"
#include "libdg/kernels/range.hpp"

namespace dg {

template <class Eq>
class FiniteVolumeStages {
  using Real = typename Eq::Real;

 public:
  FiniteVolumeStages(Backend& backend, const Mesh<Eq::dim>& mesh, const Discretisation<Real, Eq::dim>& discretisation,
                     const KernelContext<Eq>& context, const ResidualSmoothing& smoothing,
                     const FiniteVolumePart& part = {})
      : space_(backend, mesh, discretisation, context),
        ghosts_(backend, discretisation, space_.view().slope_layout, part),
        assembly_(discretisation.options().assembly),
        smoothing_(static_cast<Real>(smoothing.strength)),
        sweeps_(smoothing.strength > 0 ? smoothing.sweeps : 0),
        slopes_(backend, std::size_t(slope_count<Eq>) * discretisation.padded_cells()) {
    if (assembly_ == Assembly::gather)
      fluxes_ = Array<Real>(backend, std::size_t(Eq::n_var) * space_.view().faces.padded);
    if (assembly_ == Assembly::atomic) fluxes_ = Array<Real>(backend, discretisation.state_size());
    if constexpr (Eq::dim == 2)
      if (assembly_ == Assembly::patches) make_patches(backend, mesh, discretisation.state_size(), part);
    for (int i = 0; sweeps_ > 0 && i < std::min(sweeps_ + 1, 3); ++i)
      sums_.emplace_back(backend, discretisation.state_size());
  }

  template <class Launcher>
  void compute(const Launcher& launch, const Stage<Real>& stage) {
    if (assembly_ != Assembly::patches) {
      find_slopes(launch, stage.in);
      ghosts_.fill_slopes(slopes_);
    } else if (is_part_) {
      find_patch_slopes(launch, stage);
      ghosts_.fill_slopes(slopes_);
      ghosts_.fill_sums(parts_);
    }
    const bool smooths = stage.smooths && sweeps_ > 0;
    take_stage(launch, stage, smooths ? sums_[0].data() : nullptr);
    if (smooths) smooth(launch, stage);
  }

  /// Launches each kernel of compute() without the exchanges between them, for a launcher that collects kernels.
  template <class Launcher>
  void launch_kernels(const Launcher& launch) {
    if (assembly_ != Assembly::patches) find_slopes(launch, nullptr);
    if (is_part_) find_patch_slopes(launch, {});
    take_stage(launch, {}, nullptr);
    if (sweeps_ > 0) sweep(launch, {}, nullptr, nullptr);
  }

  template <class Launcher>
  void boundary_flux(const Launcher& launch, const Real* state, const BoundaryList& faces, Real* flux) {
    find_slopes(launch, state);
    const auto run = [&]<bool Viscous>() {
      launch.template run<Real>(WallFlux<Eq, Viscous>{space_.view(), state, slopes_.data(), faces, flux},
                                Range{0, faces.padded}, "wall flux");
    };
    space_.view().equations.viscous ? run.template operator()<true>() : run.template operator()<false>();
  }

  /// The slopes of a state, in the order of the mesh.
  template <class Launcher>
  std::vector<double> slopes(const Launcher& launch, const Real* state) {
    find_slopes(launch, state);
    return space_.unpack_slopes(slopes_.copy_out());
  }

 private:
  template <class E, int Faces, bool Straight>
  using ViscousCellStage = CellStage<E, Faces, Straight, true>;
  template <class E, int Faces, bool Straight>
  using ConvectiveCellStage = CellStage<E, Faces, Straight, false>;

  template <class Launcher>
  void take_stage(const Launcher& launch, const Stage<Real>& stage, Real* sums) {
    if (space_.view().equations.viscous)
      take_stage<true>(launch, stage, sums);
    else
      take_stage<false>(launch, stage, sums);
  }

  template <bool Viscous, class Launcher>
  void take_stage(const Launcher& launch, const Stage<Real>& stage, Real* sums) {
    const Real* slopes = slopes_.data();
    if (assembly_ == Assembly::fused && Viscous)
      over_zones<ViscousCellStage>(launch, "cell stage", stage, slopes, sums);
    if (assembly_ == Assembly::fused && !Viscous)
      over_zones<ConvectiveCellStage>(launch, "cell stage", stage, slopes, sums);
    if (assembly_ == Assembly::gather) gather<Viscous>(launch, stage, sums);
    if (assembly_ == Assembly::atomic) add<Viscous>(launch, stage, sums);
    if constexpr (!Viscous && Eq::dim == 2)
      if (assembly_ == Assembly::patches) by_patches(launch, stage, sums);
  }

  /// Launches Kernel<Eq, Faces, Straight>{view, args..., z} over the cells of every zone z.
  template <template <class, int, bool> class Kernel, class Launcher, class... Args>
  void over_zones(const Launcher& launch, const char* name, const Args&... args) const {
    const FiniteVolumeView<Eq>& view = space_.view();
    launch.fork();
    for (int z = 0; z < view.count; ++z)
      with_sides<Eq::dim>(view.zone[z], [&]<int Faces, bool Straight>() {
        launch.template run<Real>(Kernel<Eq, Faces, Straight>{view, args..., z}, Range{0, view.zone[z].launched}, name,
                                  z);
      });
    launch.join();
  }

  template <bool Viscous, class Launcher>
  void gather(const Launcher& launch, const Stage<Real>& stage, Real* sums) {
    const FiniteVolumeView<Eq>& view = space_.view();
    launch.template run<Real>(StoreFluxes<Eq, Viscous>{view, stage.in, slopes_.data(), fluxes_.data()},
                              Range{0, view.faces.count}, "fluxes");
    over_zones<GatherFluxes>(launch, "gather fluxes", stage, fluxes_.data(), sums);
  }

  template <bool Viscous, class Launcher>
  void add(const Launcher& launch, const Stage<Real>& stage, Real* sums) {
    const FiniteVolumeView<Eq>& view = space_.view();
    fluxes_.set_zero();
    launch.template run<Real>(AddFluxes<Eq, Viscous>{view, stage.in, slopes_.data(), fluxes_.data()},
                              Range{0, view.faces.count}, "add fluxes");
    over_zones<UpdateCells>(launch, "take sums", stage, fluxes_.data(), sums);
  }

  template <class Launcher>
  void by_patches(const Launcher& launch, const Stage<Real>& stage, Real* sums) {
    with_sides<2>(patches_.view.sides, patches_.view.straight, [&]<int Faces, bool Straight>() {
      const auto run = [&]<bool OfPart>(std::bool_constant<OfPart>) {
        const PatchSlopes<const Real> of_ghosts{slopes_.data(), parts_.data()};
        launch.run_patches(
            PatchStage<Eq, Faces, Straight, OfPart>{space_.view(), patches_.view, stage, sums, of_ghosts}, "patches");
      };
      is_part_ ? run(std::true_type()) : run(std::false_type());
    });
  }

  /// Of own cells; and, of one of several ranks, those that others have as ghosts once more, to find their slopes
  /// first.
  void make_patches(Backend& backend, const Mesh2& mesh, std::size_t state_size, const FiniteVolumePart& part) {
    PatchPlan plan = space_.plan_patches(mesh, part, patch_cells);
    patches_ = space_.make_patches(backend, mesh, plan);
    if (part.is_whole()) return;
    is_part_ = true;
    plan.cells = part.halo->interface_cells;
    interface_patches_ = space_.make_patches(backend, mesh, plan);
    parts_ = Array<Real>(backend, state_size);
  }

  template <class Launcher>
  void find_patch_slopes(const Launcher& launch, const Stage<Real>& stage) {
    if constexpr (Eq::dim == 2) {
      const FiniteVolumePatches<Real>& patches = interface_patches_.view;
      if (patches.count == 0) return;
      with_sides<2>(patches.sides, patches.straight, [&]<int Faces, bool Straight>() {
        launch.run_patches(FindPatchSlopes<Eq, Faces, Straight>{{space_.view(), patches, stage, nullptr, {}},
                                                                {slopes_.data(), parts_.data()}},
                           "slopes of the interface");
      });
    }
  }

  template <class Launcher>
  void find_slopes(const Launcher& launch, const Real* state) {
    over_zones<FindSlopes>(launch, "slopes", state, slopes_.data());
  }

  /// The first sweep starts from the sums themselves; the last one takes the stage.
  template <class Launcher>
  void smooth(const Launcher& launch, const Stage<Real>& stage) {
    Array<Real>* from = &sums_[0];
    for (int i = 1; i <= sweeps_; ++i) {
      Array<Real>* to = i == sweeps_ ? nullptr : &sums_[1 + i % 2];
      ghosts_.fill_sums(*from);
      sweep(launch, stage, from->data(), to ? to->data() : nullptr);
      from = to;
    }
  }

  template <class Launcher>
  void sweep(const Launcher& launch, const Stage<Real>& stage, const Real* from, Real* to) const {
    over_zones<SmoothSums>(launch, "smoothing", stage, smoothing_, static_cast<const Real*>(sums_[0].data()), from, to);
  }

  /// With the cells across their sides some 250 triangles: one for each thread of a block.
  static constexpr Index patch_cells = 212;

  FiniteVolumeSpace<Eq> space_;
  GhostValues<Eq> ghosts_;
  UploadedPatches<Real> patches_, interface_patches_;
  bool is_part_ = false;  ///< of several ranks, in patches
  Assembly assembly_;
  Real smoothing_;
  int sweeps_;
  Array<Real> slopes_;
  Array<Real> fluxes_;  ///< of faces, or summed for cells
  Array<Real> parts_;   ///< PatchSlopes::parts
  std::vector<Array<Real>> sums_;
};

}  // namespace dg
