/// Body of count_work(); instantiated once for each degree.
#pragma once

#include "benchmarks/roofline/counted.hpp"
// After the lane type, before the kernels.
#include "benchmarks/roofline/count_work.hpp"
#include "libdg/element/hexahedron_lines.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/kernels/range.hpp"
#include "libdg/kernels/schedules/stages.hpp"
#include "libdg/solver/semi_discretisation.hpp"

namespace dg::roofline {

/// Runs kernels one cell or face after the other and books what they do under their names: faces of two shapes are one
/// pass, as they are where passes are timed.
struct CountingLauncher {
  std::vector<PassWork>& passes;

  void fork() const {}
  void join() const {}

  template <class Real, class Kernel>
  void run(const Kernel& kernel, Range range, const char* name, int = 0) const {
    Ledger::get().take();
    for (Index i = range.begin; i < range.end; ++i) kernel(i, Team<1, Counted>{});
    const Work work = Ledger::get().take();
    const auto known = std::find_if(passes.begin(), passes.end(), [&](const PassWork& p) { return p.name == name; });
    if (known != passes.end())
      known->work += work;
    else
      passes.push_back({name, work});
  }

  template <class Real, class Kernel>
  void run_blocks(const Kernel&, const FaceBlocks&, Index, Index, const char*) const {
    assert(false && "colourings do the same work as `atomic`");
  }
};

/// Tables of 3-D cells that lanes read entry by entry, as they read the state.
template <int P, class Eq>
void share_tables(const KernelContext<Eq>& context) {
  Ledger& ledger = Ledger::get();
  ledger.share_nothing();
  if constexpr (Eq::dim == 3) {
    constexpr std::size_t slots = code_slots(3);
    const auto& zone = context.zones.zone[0];
    for (int kind = 0; kind < face_kinds(3); ++kind) {
      const FaceTablesView<double>& faces = zone.tables.faces[kind];
      const std::size_t entries =
          std::size_t(mode_count(zone.space, P)) * face_point_count(face_shape_of_kind(3, kind), P);
      for (int order = 0; order < point_orders; ++order) {
        ledger.share(faces.frame[order], 9 * slots);
        ledger.share(faces.side_normal[order], 3 * slots);
        ledger.share(faces.side[order], 2 * entries * slots);
        ledger.share(faces.side_lift[order], entries * slots);
      }
    }
    if constexpr (P > 0) {
      const auto& lines = hexahedron_lines<double, P + 1>();
      ledger.share(reinterpret_cast<const double*>(&lines), sizeof lines / sizeof(double));
    }
  }
}

template <int Dim, int P>
StageWork count_work(CellKind kind, Assembly assembly) {
  using Eq = NavierStokes<double, Dim>;
  constexpr int n = Dim == 2 ? 8 : 4;
  const Mesh<Dim> mesh = make_box<Dim>(kind, n);
  assert(mesh.cell_count() % zone_padding == 0);  // padding would be counted as well
  const SolverOptions options = stage_options(kind, P, assembly);
  const auto backend = make_backend(BackendKind::cpu, 1);
  const SemiDiscretisation<Eq> d(*backend, mesh, options,
                                 gas_physics<double, Dim>(options.gas, options.riemann, options.boundaries));
  assert(d.context().zones.count == 1);
  const Array<double> state(*backend, d.pack(stage_state(kind, P, mesh.cell_count())));
  const Array<double> history(*backend, d.pack(stage_state(kind, P, mesh.cell_count())));
  Array<double> out(*backend, d.state_size());
  const double dt = 1e-6;
  Stage<double> stage{};
  stage.in = state.data();
  stage.out = out.data();
  stage.history[0] = history.data();
  stage.history_weight[0] = 0.75;
  stage.n_history = 1;
  stage.in_weight = stage.rate_weight = 0.25;
  stage.dt = &dt;
  share_tables<P>(d.context());
  StageWork result;
  result.dof = d.dof();
  Stages<Eq, P> stages(*backend, d.context(), {assembly, d.state_size(), {}});
  const CountingLauncher launcher{result.passes};
  stages.compute_faces(launcher, d.context(), stage);
  stages.compute_cells(launcher, d.context(), stage);
  return result;
}

}  // namespace dg::roofline
