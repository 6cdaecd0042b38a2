/// Equations on a mesh as the implicit solver takes them: right-hand sides by the kernels and vectors beside them,
/// wherever they run.
#pragma once

#include "libdg/backend/stop_request.hpp"
#include "libdg/implicit/nonlinear_system.hpp"
#include "libdg/implicit/state_transfer.hpp"
#include "libdg/kernels/launch/exact_products.hpp"
#include "libdg/kernels/launch/operators.hpp"
#include "libdg/solver/conserved_quantities.hpp"
#include "libdg/solver/field_data.hpp"
#include "libdg/solver/host_space.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "meshes/cell_geometry.hpp"

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
  ExactProducts<Eq>* products;  ///< null: products are differences
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
  using Conserved = std::vector<ConservedQuantity<Eq::n_var>>;

  /// The parts must outlive this object; `scales` are the sizes of the variables, and `conserved` is what boundaries
  /// and sources keep, with RateUnit::explicit_step only.
  ImplicitSystem(const Parts& parts, const std::vector<double>& scales, int threads,
                 RateUnit unit = RateUnit::explicit_step, Conserved conserved = {})
      : parts_(parts),
        unit_(unit),
        scales_(scales),
        conserved_(std::move(conserved)),
        graph_(make_block_graph(parts.mesh, parts.space.options().degree, parts.space.options().quads, Eq::n_var)),
        vectors_(make_vector_operations(parts.backend, threads)),
        transfer_(make_state_transfer<Real>(
            *vectors_, graph_,
            state_tables(
                graph_, places(parts), scales, [&](Index cell) { return is_affine(parts.mesh, cell); },
                [&](Index cell) { return parts.host_space.mass(cell); }))),
        in_(parts.backend, parts.space.state_size()),
        out_(parts.backend, parts.space.state_size()),
        one_(parts.backend, std::vector<Real>(1, Real(1))),
        steps_(parts.backend, parts.space.padded_cells()) {
    if (parts.products) {
      direction_ = Array<Real>(parts.backend, parts.space.state_size());
      direction_.set_zero();
    }
    for (Index cell = 0; !conserved_.empty() && cell < graph_.cells(); ++cell) {
      volumes_.push_back(cell_volume(parts.mesh, cell));
      constants_.push_back(std::sqrt(parts.host_space.mass(cell)[0] / volumes_.back()));
    }
    parts_.limits.cfl = 1;
    parts_.limits.fixed = 0;
    parts_.limits.spread = Real(1e30);
  }

  const BlockGraph& graph() const override { return graph_; }
  const VectorOperations& vectors() const override { return *vectors_; }

  void start(double* x) override {
    in_.copy_in(parts_.state.copy_out());
    parts_.operators.turn_to_modes(parts_.space.scheme(), in_);
    if (unit_ == RateUnit::explicit_step) find_factors();
    transfer_->from_state(in_.data(), nullptr, x);
  }

  std::vector<ConservedSum> conserved_sums() const override {
    std::vector<ConservedSum> sums;
    for (const auto& quantity : conserved_) {
      ConservedSum& sum = sums.emplace_back();
      for (auto* numbers : {&sum.amount, &sum.rate, &sum.supply}) numbers->assign(graph_.unknowns(), 0.0);
      for (Index cell = 0; cell < graph_.cells(); ++cell) {
        for (int n = 0; n < Eq::n_var; ++n) {
          const std::size_t at = graph_.begin[cell] + n;
          sum.amount[at] = volumes_[cell] * constants_[cell] * scales_[n] * quantity.weights[n];
          sum.rate[at] = sum.amount[at] / steps_of_cells_[cell];
          sum.supply[at] = steps_of_cells_[cell] / constants_[cell] * quantity.supply[n];
        }
      }
    }
    return sums;
  }

  void evaluate(const double* x, double* f) override {
    transfer_->to_state(x, in_.data());
    parts_.operators.turn_from_modes(parts_.space.scheme(), in_);
    parts_.operators.stage(parts_.space.scheme(), rate());
    parts_.operators.turn_to_modes(parts_.space.scheme(), out_);
    transfer_->from_state(out_.data(), factors_.data(), f);
  }

  bool has_exact_products() const override { return parts_.products != nullptr; }

  void multiply(const double* x, const double* v, double* y) override {
    transfer_->to_state(x, in_.data());
    transfer_->to_state(v, direction_.data());
    parts_.products->multiply(parts_.space.scheme(), rate());
    transfer_->from_state(out_.data(), factors_.data(), y);
  }

  bool admissible(const double* x) override {
    transfer_->to_state(x, in_.data());
    return parts_.operators.sums(parts_.space.scheme(), in_.data())().is_admissible();
  }

  void accept(const double* x) override {
    transfer_->to_state(x, parts_.state.data());
    parts_.operators.turn_from_modes(parts_.space.scheme(), parts_.state);
  }

  /// Throws Interrupted where a StopScope asks for it.
  void set_time(double t) override {
    throw_if_stop_requested();
    parts_.data.evaluate(t);
  }

 private:
  /// The stage that writes dU/dt of in_ to out_, or how it changes along direction_.
  Stage<Real> rate() {
    Stage<Real> stage{};
    stage.in = in_.data();
    stage.direction = direction_.data();
    stage.out = out_.data();
    stage.rate_weight = Real(1);
    stage.dt = one_.data();
    stage.source = parts_.data.source_moments();
    return stage;
  }

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
    parts_.operators.local_steps(parts_.space.scheme(), in_.data(), parts_.limits, one_.data(), steps_.data());
    const std::vector<Real> steps = steps_.copy_out();
    steps_of_cells_.resize(graph_.cells());
    const CellPlaces& places = parts_.space.places();
    for (Index cell = 0; cell < graph_.cells(); ++cell)
      steps_of_cells_[cell] = steps[parts_.space.view().zones.zone[places.zone[cell]].cell_begin + places.local[cell]];
    if (factors_.size() == 0) factors_ = Array<double>(parts_.backend, steps_of_cells_.size());
    factors_.copy_in(steps_of_cells_);
  }

  Parts parts_;
  RateUnit unit_;
  std::vector<double> scales_;
  Conserved conserved_;
  std::vector<double> volumes_, constants_;  ///< of cells and their first modes, to find what is conserved: means are
                                             ///< entries of these modes times their constants
  BlockGraph graph_;
  std::unique_ptr<VectorOperations> vectors_;
  std::unique_ptr<StateTransfer<Real>> transfer_;
  Array<Real> in_, out_, one_, steps_;
  Array<Real> direction_;               ///< with exact products
  std::vector<double> steps_of_cells_;  ///< explicit ones, where they are the unit
  Array<double> factors_;               ///< the same where kernels run
};

}  // namespace dg
