/// Equations on a mesh as the implicit solver takes them: right-hand sides by the kernels, wherever they run; vectors
/// on the host.
#pragma once

#include "libdg/backend/stop_request.hpp"
#include "libdg/implicit/nonlinear_system.hpp"
#include "libdg/implicit/state_map.hpp"
#include "libdg/kernels/launch/operators.hpp"
#include "libdg/solver/field_data.hpp"
#include "libdg/solver/host_space.hpp"
#include "libdg/solver/semi_discretisation.hpp"

namespace dg {

/// What a solver has already.
template <class Eq>
struct ImplicitParts {
  using Real = typename Eq::Real;

  Backend& backend;
  const Mesh<Eq::dim>& mesh;
  const SemiDiscretisation<Eq>& space;
  const HostSpace<Eq::n_var, Eq::dim>& host_space;
  Operators<Eq>& operators;
  StepLimits<Real> limits;
  Array<Real>& state;
  FieldData<Eq>& data;
};

/// What the rates of a system are measured in: what one explicit step at the limit of stability adds, of each cell its
/// own, on the way to a steady state; or units of time.
enum class RateUnit { explicit_step, time };

template <class Eq>
class ImplicitSystem final : public EvolvingSystem {
  using Real = typename Eq::Real;
  using Parts = ImplicitParts<Eq>;

 public:
  /// The parts must outlive this object; `scales` are the sizes of the variables.
  ImplicitSystem(const Parts& parts, const std::vector<double>& scales, int threads,
                 RateUnit unit = RateUnit::explicit_step)
      : parts_(parts),
        unit_(unit),
        graph_(make_block_graph(parts.mesh, parts.space.options().degree, parts.space.options().quads, Eq::n_var)),
        map_(
            graph_, places(parts), scales, [&](Index cell) { return is_affine(parts.mesh, cell); },
            [&](Index cell) { return parts.host_space.mass(cell); }, threads),
        in_(parts.backend, parts.space.state_size()),
        out_(parts.backend, parts.space.state_size()),
        one_(parts.backend, std::vector<Real>(1, Real(1))),
        steps_(parts.backend, parts.space.padded_cells()) {
    parts_.limits.cfl = 1;
    parts_.limits.fixed = 0;
    parts_.limits.spread = Real(1e30);
  }

  const BlockGraph& graph() const override { return graph_; }

  std::vector<double> start() override {
    if (unit_ == RateUnit::explicit_step) find_factors();
    moved_ = parts_.state.copy_out();
    in_.copy_in(moved_);
    std::vector<double> x(graph_.unknowns());
    map_.from_state(moved_.data(), nullptr, x.data());
    return x;
  }

  void evaluate(const double* x, double* f) override {
    set(x);
    Stage<Real> stage{};
    stage.in = in_.data();
    stage.out = out_.data();
    stage.rate_weight = Real(1);
    stage.dt = one_.data();
    stage.source = parts_.data.source_moments();
    parts_.operators.stage(parts_.space.scheme(), stage);
    const double* factors = factors_.empty() ? nullptr : factors_.data();
    if (parts_.backend.kind() == BackendKind::cpu) return map_.from_state(out_.data(), factors, f);
    const std::vector<Real> rate = out_.copy_out();
    map_.from_state(rate.data(), factors, f);
  }

  bool admissible(const double* x) override {
    set(x);
    return parts_.operators.sums(parts_.space.scheme(), in_.data())().is_admissible();
  }

  void accept(const double* x) override {
    map_.to_state(x, moved_.data());
    parts_.state.copy_in(moved_);
  }

  /// Throws Interrupted where a StopScope asks for it.
  void set_time(double t) override {
    throw_if_stop_requested();
    parts_.data.evaluate(t);
  }

 private:
  static std::vector<CellPlace> places(const Parts& parts) {
    std::vector<CellPlace> places;
    const CellPlaces& where = parts.space.places();
    for (Index cell = 0; cell < parts.mesh.cell_count(); ++cell) {
      const ZoneView<Real>& zone = parts.space.view().zones.zone[where.zone[cell]];
      places.push_back({zone.state_begin + zone.layout.cell(std::int64_t(where.local[cell])), zone.layout});
    }
    return places;
  }

  void find_factors() {
    parts_.operators.local_steps(parts_.space.scheme(), parts_.state.data(), parts_.limits, one_.data(), steps_.data());
    const std::vector<Real> steps = steps_.copy_out();
    factors_.resize(graph_.cells());
    const CellPlaces& places = parts_.space.places();
    for (Index cell = 0; cell < graph_.cells(); ++cell)
      factors_[cell] = steps[parts_.space.view().zones.zone[places.zone[cell]].cell_begin + places.local[cell]];
  }

  void set(const double* x) {
    if (parts_.backend.kind() == BackendKind::cpu) return map_.to_state(x, in_.data());
    map_.to_state(x, moved_.data());
    in_.copy_in(moved_);
  }

  Parts parts_;
  RateUnit unit_;
  BlockGraph graph_;
  StateMap map_;
  Array<Real> in_, out_, one_, steps_;
  std::vector<Real> moved_;
  std::vector<double> factors_;  ///< [cell] explicit steps, where they are the unit
};

}  // namespace dg
