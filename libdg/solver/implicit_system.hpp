/// Equations on a mesh as the implicit solver takes them: right-hand sides by the kernels and vectors beside them,
/// wherever they run.
#pragma once

#include <array>
#include <optional>

#include "libdg/backend/array_exchange.hpp"
#include "libdg/backend/stop_request.hpp"
#include "libdg/implicit/nonlinear_system.hpp"
#include "libdg/implicit/p_multigrid.hpp"
#include "libdg/implicit/state_transfer.hpp"
#include "libdg/kernels/operators/exact_products.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/solver/conserved_quantities.hpp"
#include "libdg/solver/field_data.hpp"
#include "libdg/solver/host_space.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "libdg/time/filters/stage_filter.hpp"
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
  double time;                         ///< at which data are evaluated until set_time() is called
  StageFilter<Eq>* limiter = nullptr;  ///< null: states are not limited
  /// One of several ranks: what it has of the mesh, the others, and how ghosts of a state array come from them.
  struct Ranks {
    const Halo& halo;
    Communicator& communicator;
    ArrayExchange<Real>& exchange;
    bool overlaps;  ///< RunOptions::overlaps_exchange
  };
  std::optional<Ranks> ranks{};
};

/// What the rates of a system are measured in. On the way to a steady state, it is what one explicit step at the limit
/// of stability adds, of each cell its own. Otherwise it is units of time.
enum class RateUnit { explicit_step, time };

template <class Eq>
class ImplicitSystem final : public EvolvingSystem {
  using Real = typename Eq::Real;
  using Parts = ImplicitParts<Eq>;

 public:
  using Conserved = std::vector<ConservedQuantity<Eq::n_var>>;

  /// All ranks make it together. The parts must outlive this object; `scales` are the sizes of the variables, and
  /// `conserved` is what boundaries and sources keep, with RateUnit::explicit_step only.
  ImplicitSystem(const Parts& parts, const std::vector<double>& scales, int threads,
                 RateUnit unit = RateUnit::explicit_step, Conserved conserved = {})
      : parts_(parts),
        unit_(unit),
        scales_(scales),
        conserved_(std::move(conserved)),
        cells_(parts.ranks ? std::optional(dg::rank_cells(parts.ranks->halo, parts.ranks->communicator))
                           : std::nullopt),
        graph_(graph_of(parts.space.options().degree)),
        whole_(cells_ ? whole_graph(graph_of(std::min(1, parts.space.options().degree)), *cells_) : BlockGraph{}),
        vectors_(make_vector_operations(parts.backend, graph_, cells_ ? cells_->ranks : nullptr, threads)),
        transfer_(make_state_transfer<Real>(
            *vectors_, graph_,
            state_tables(
                graph_, places(), scales, [&](Index cell) { return is_affine(parts.mesh, in_mesh(cell)); },
                [&](Index cell) { return parts.host_space.mass(in_mesh(cell)); }))),
        in_(parts.backend, parts.space.state_size()),
        out_(parts.backend, parts.space.state_size()),
        one_(parts.backend, std::vector<Real>(1, Real(1))),
        steps_(parts.backend, parts.space.padded_cells()) {
    if (parts.products) {
      direction_ = Array<Real>(parts.backend, parts.space.state_size());
      direction_.set_zero();
    }
    for (Index cell = 0; !conserved_.empty() && cell < graph_.cells(); ++cell) {
      volumes_.push_back(cell_volume(parts.mesh, in_mesh(cell)));
      constants_.push_back(std::sqrt(parts.host_space.mass(in_mesh(cell))[0] / volumes_.back()));
    }
    parts_.limits.cfl = 1;
    parts_.limits.fixed = 0;
    parts_.limits.spread = Real(1e30);
    std::int64_t sizes[]{graph_.cells(), static_cast<std::int64_t>(graph_.unknowns())};
    if (cells_) cells_->ranks->reduce(sizes, Reduction::sum);
    all_cells_ = sizes[0];
    all_unknowns_ = sizes[1];
  }

  const BlockGraph& graph() const override { return graph_; }
  const VectorOperations& vectors() const override { return *vectors_; }
  CellColours colours() const override { return cells_ ? cell_colours(graph_, whole_, *cells_) : cell_colours(graph_); }
  std::int64_t all_cells() const override { return all_cells_; }
  std::int64_t all_unknowns() const override { return all_unknowns_; }

  /// What p-multigrid takes: its degrees, and the cells of this rank, null on a single one.
  std::vector<BlockGraph> levels() const {
    const SpaceOptions& o = parts_.space.options();
    return cells_ ? multigrid_levels(graph_, whole_, o.degree, parts_.backend.kind())
                  : multigrid_levels(parts_.mesh, o.degree, o.quads, Eq::n_var, parts_.backend.kind());
  }
  const RankCells* rank_cells() const { return cells_ ? &*cells_ : nullptr; }

  void start(double* x) override {
    in_.copy_in(parts_.state.copy_out());
    parts_.operators.change_to_modes(parts_.space.context(), in_);
    if (parts_.data.followers().read_ghosts()) fill_ghosts(in_);
    parts_.data.followers().update_viscosity(in_.data());
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
    if (parts_.data.followers().read_ghosts()) fill_ghosts(in_);
    parts_.data.followers().update_viscosity(in_.data());
    bring_source();
    parts_.operators.change_from_modes(parts_.space.context(), in_);
    if (parts_.data.followers().read_ghosts())
      parts_.operators.stage(parts_.space.context(), rate());  // ghosts are there
    else
      compute_stage();
    parts_.operators.change_to_modes(parts_.space.context(), out_);
    transfer_->from_state(out_.data(), factors_.data(), f);
  }

  bool has_exact_products() const override { return parts_.products != nullptr; }

  void multiply(const double* x, const double* v, double* y) override {
    transfer_->to_state(x, in_.data());
    transfer_->to_state(v, direction_.data());
    for (Array<Real>* array : {&in_, &direction_}) fill_ghosts(*array);
    parts_.products->multiply(parts_.space.context(), rate());
    transfer_->from_state(out_.data(), factors_.data(), y);
  }

  bool admissible(const double* x) override {
    transfer_->to_state(x, in_.data());
    auto sums = parts_.operators.sums(parts_.space.context(), in_.data())();
    if (cells_) sums.reduce(*cells_->ranks);
    return sums.is_admissible();
  }

  bool limit(double* x) override {
    if (!parts_.limiter) return false;
    const auto& context = parts_.space.context();
    transfer_->to_state(x, in_.data());
    parts_.operators.change_from_modes(context, in_);
    parts_.limiter->apply_to_start(context, in_.data());
    parts_.operators.change_to_modes(context, in_);
    transfer_->from_state(in_.data(), nullptr, x);
    return true;
  }

  void accept(const double* x) override {
    transfer_->to_state(x, parts_.state.data());
    if (parts_.data.followers().read_ghosts()) fill_ghosts(parts_.state);
    parts_.data.followers().update_viscosity(parts_.state.data());
    parts_.operators.change_from_modes(parts_.space.context(), parts_.state);
  }

  /// Throws Interrupted where a StopScope asks for it, but on several ranks, none of which may leave the others.
  void set_time(double t) override {
    if (!cells_) throw_if_stop_requested();
    parts_.time = t;
    if (clock_.size() > 0) clock_.copy_in(std::array{t, 0.0});
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
    stage.source = parts_.data.source().moments();
    return stage;
  }

  /// Brings a source of the state to in_, which is by modes.
  void bring_source() {
    SourceData<Eq>& source = parts_.data.source();
    if (!source.uses_state()) return;
    if (source.needs_host()) {
      source.set_state(parts_.space.unpack(in_.copy_out()));
      return source.evaluate(parts_.time);
    }
    if (clock_.size() == 0) clock_ = Array<double>(parts_.backend, std::vector<double>{parts_.time, 0.0});
    source.launch({clock_.data(), clock_.data() + 1, 0.0}, in_.data());
  }

  void fill_ghosts(Array<Real>& array) {
    if (!parts_.ranks) return;
    parts_.ranks->exchange.start(array.data());
    parts_.ranks->exchange.finish();
  }

  void compute_stage() {
    if (!parts_.ranks || !parts_.ranks->overlaps) {
      fill_ghosts(in_);
      return parts_.operators.stage(parts_.space.context(), rate());
    }
    parts_.ranks->exchange.start(in_.data());
    parts_.operators.stage_of_rank(parts_.space.context(), rate(), parts_.ranks->exchange, false);
    parts_.ranks->exchange.finish();
  }

  Index in_mesh(Index cell) const { return cells_ ? cells_->order[cell] : cell; }

  BlockGraph graph_of(int degree) const {
    const QuadSpace quads = parts_.space.options().quads;
    if (!cells_) return make_block_graph(parts_.mesh, degree, quads, Eq::n_var);
    return make_block_graph(parts_.mesh, degree, quads, Eq::n_var, *cells_);
  }

  std::vector<CellPlace> places() const {
    std::vector<CellPlace> places;
    const CellPlaces& where = parts_.space.places();
    for (Index cell = 0; cell < graph_.cells(); ++cell) {
      const Index there = in_mesh(cell);
      const ZoneView<Real>& zone = parts_.space.view().zones.zone[where.zone[there]];
      places.push_back({zone.state_begin + zone.layout.cell(std::int64_t(where.local[there])), zone.layout});
    }
    return places;
  }

  void find_factors() {
    parts_.operators.local_steps(parts_.space.context(), in_.data(), parts_.limits, one_.data(), steps_.data());
    const std::vector<Real> steps = steps_.copy_out();
    steps_of_cells_.resize(graph_.cells());
    const CellPlaces& places = parts_.space.places();
    for (Index cell = 0; cell < graph_.cells(); ++cell) {
      const Index there = in_mesh(cell);
      steps_of_cells_[cell] =
          steps[parts_.space.view().zones.zone[places.zone[there]].cell_begin + places.local[there]];
    }
    if (factors_.size() == 0) factors_ = Array<double>(parts_.backend, steps_of_cells_.size());
    factors_.copy_in(steps_of_cells_);
  }

  Parts parts_;
  RateUnit unit_;
  std::vector<double> scales_;
  Conserved conserved_;
  std::vector<double> volumes_, constants_;  ///< of cells and their first modes, to find what is conserved: means are
                                             ///< entries of these modes times their constants
  std::optional<RankCells> cells_;           ///< on several ranks
  BlockGraph graph_;
  BlockGraph whole_;  ///< on several ranks, of degree 1 at most
  std::int64_t all_cells_ = 0, all_unknowns_ = 0;
  std::unique_ptr<VectorOperations> vectors_;
  std::unique_ptr<StateTransfer<Real>> transfer_;
  Array<Real> in_, out_, one_, steps_;
  Array<Real> direction_;               ///< with exact products
  std::vector<double> steps_of_cells_;  ///< explicit ones, where they are the unit
  Array<double> factors_;               ///< the same where kernels run
  Array<double> clock_;                 ///< time and step of a source of the state on a device
};

}  // namespace dg
