#include "libdg/solver/sponge_to_mean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "libdg/backend/parallel.hpp"
#include "libdg/backend/runtime_kernel.hpp"
#include "libdg/backend/simd.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/element/spaced_shapes.hpp"
#include "libdg/kernels/integrands/mean_sponge.hpp"
#include "libdg/solver/stage_of_scheme.hpp"

namespace dg {
namespace {

/// Cells of which a block of a device has differences and sources of one variable in its memory.
template <class Real>
int cells_of_block(int numbers) {
  constexpr int shared_numbers = (16 << 10) / sizeof(Real), most = 32;
  return std::clamp(shared_numbers / numbers, 1, most);
}

/// MeanSponge in CUDA C++: a block takes one variable of some cells.
template <class Real>
std::string kernel_text(int modes, int points, int variables) {
  return fmt::format(R"(
#include "libdg/kernels/integrands/mean_sponge.hpp"
extern "C" __global__ void __launch_bounds__({block})
    draw_to_mean(const __grid_constant__ dg::MeanSponge<{real}> zone, const __grid_constant__ dg::Stage<{real}> stage,
                 const {real}* state, const {real}* of_case, {real}* moments) {{
  constexpr int cells = {cells}, modes = {modes}, points = {points};
  __shared__ {real} differences[modes * cells], sources[points * cells];
  const int n = blockIdx.x % {variables}, first = blockIdx.x / {variables} * cells, here = min(cells, zone.count - first);
  for (int i = threadIdx.x; i < modes * cells; i += blockDim.x)
    if (i % cells < here) differences[i] = zone.difference(first + i % cells, n, i / cells, stage.in, state);
  __syncthreads();
  for (int i = threadIdx.x; i < points * cells; i += blockDim.x)
    if (i % cells < here) sources[i] = zone.source(first + i % cells, i / cells, differences + i % cells, cells);
  __syncthreads();
  for (int i = threadIdx.x; i < modes * cells; i += blockDim.x) {{
    const int cell = i % cells, k = i / cells;
    if (cell >= here) continue;
    zone.put_moment(first + cell, n, k, zone.moment(k, sources + cell, cells), of_case, moments);
    if (stage.out) zone.advance(first + cell, n, k, stage, state);
  }}
}}
)",
                     fmt::arg("block", RuntimeKernel::block), fmt::arg("real", sizeof(Real) == 8 ? "double" : "float"),
                     fmt::arg("cells", cells_of_block<Real>(modes + points)), fmt::arg("modes", modes),
                     fmt::arg("points", points), fmt::arg("variables", variables));
}

/// The strength of a cell at points, times their weights; empty where all are 0.
template <int Dim>
std::vector<double> weighted_strength(const Mesh<Dim>& mesh, Index cell, bool curved, const VolumeRule<Dim>& rule,
                                      const Formulas& strength, double& largest) {
  CellPoints<Dim> at;
  at.place(mesh, cell, rule);
  std::vector<double> values(at.x.size());
  strength.evaluate<Dim>(at.x, 0.0, values.data());
  bool any = false;
  for (std::size_t q = 0; q < values.size(); ++q) {
    if (!(values[q] >= 0.0 && std::isfinite(values[q])))
      throw InputError(fmt::format("the strength of a sponge is {:.6g} at ({:.6g}); it must not be negative", values[q],
                                   fmt::join(at.x[q], ", ")));
    largest = std::max(largest, values[q]);
    any = any || values[q] > 0.0;
    values[q] *= curved ? at.weight[q] : rule.rule.weights[q];
  }
  return any ? values : std::vector<double>{};
}

/// V: lanes of a CPU, or one number on a device.
template <class V, int Dim>
class LanesOfSponge final : public SpongeToMean<RealOf<V>> {
 public:
  using Real = RealOf<V>;
  static constexpr int width = LaneTraits<V>::width;

  LanesOfSponge(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& discretisation,
                std::span<const VolumeRule<Dim>> rules, int variables, const Formulas& strength, double averaging_time,
                const RungeKutta& scheme)
      : backend_(backend), discretisation_(discretisation), scheme_(in_place(scheme)) {
    const auto& zones = discretisation.view().zones;
    std::int64_t size = 0;
    for (int z = 0; z < zones.count; ++z) {
      const ZoneView<Real>& zone = zones.zone[z];
      Zone& here = zones_.emplace_back();
      MeanSponge<V>& work = here.work;
      const VolumeRule<Dim>& rule = rules[shape_number(shape_of(zone.space))];
      work.layout = zone.layout;
      work.state_begin = zone.state_begin;
      work.mean_begin = size;
      work.modes = zone.coefficients / variables;
      work.points = rule.size();
      work.variables = variables;
      work.inverse_time = static_cast<Real>(1 / averaging_time);
      list_cells(mesh, z, rule, strength);
      size += std::int64_t(work.count) * zone.coefficients;
      if (backend.kind() == BackendKind::cuda && work.count > 0)
        here.kernel =
            std::make_unique<RuntimeKernel>(kernel_text<Real>(work.modes, work.points, variables), "draw_to_mean");
    }
    for (int r = 0; r < scheme_.registers; ++r)
      means_.emplace_back(backend, std::vector<Real>(static_cast<std::size_t>(size), Real(0)));
    moments_ = Array<Real>(backend, discretisation.state_size());
    moments_.set_zero();
  }

  double strength() const override { return largest_; }

  void set_mean(std::span<const double> coefficients) override {
    std::vector<Real> mean(means_[0].size());
    each_number([&](std::int64_t in_mean, std::size_t at) { mean[in_mean] = static_cast<Real>(coefficients[at]); });
    means_[0].copy_in(mean);
  }

  void put_mean(std::vector<double>& coefficients) const override {
    const std::vector<Real> mean = means_[0].copy_out();
    each_number([&](std::int64_t in_mean, std::size_t at) { coefficients[at] = mean[in_mean]; });
  }

  void update(const Real* state, const Real* of_case) override {
    Stage<Real> stage{};
    stage.in = means_[0].data();
    draw(stage, state, of_case);
  }

  void advance(std::size_t number, const Real* dt, const Real* state, const Real* of_case) override {
    Stage<Real> stage = stage_of_scheme(scheme_.stages[number], means_, dt);
    draw(stage, state, of_case);
  }

  const Real* moments() const override { return moments_.data(); }

 private:
  struct Zone {
    MeanSponge<V> work{};
    std::vector<Index> listed;  ///< as `cells`, on the host
    Array<Index> cells;
    Array<Real> basis, strength;
    std::unique_ptr<RuntimeKernel> kernel;  ///< on a device
  };

  /// The cells of the last zone that have a strength, own ones alone, and this strength.
  void list_cells(const Mesh<Dim>& mesh, int z, const VolumeRule<Dim>& rule, const Formulas& strength) {
    const ZoneView<Real>& zone = discretisation_.view().zones.zone[z];
    Zone& here = zones_.back();
    std::vector<std::vector<double>> values;
    for (Index i = 0; i < zone.cells; ++i) {
      std::vector<double> of_cell =
          weighted_strength(mesh, discretisation_.zones()[z].cells[i], zone.curved, rule, strength, largest_);
      if (of_cell.empty()) continue;
      here.listed.push_back(i);
      values.push_back(std::move(of_cell));
    }
    while (here.listed.size() % width != 0) {
      here.listed.push_back(here.listed.back());
      values.push_back(values.back());
    }
    here.work.count = static_cast<Index>(here.listed.size());
    std::vector<Real> placed(values.size() * rule.size());
    for (Index i = 0; i < here.work.count; ++i)
      for (int q = 0; q < rule.size(); ++q)
        placed[here.work.place(i, q, rule.size())] = static_cast<Real>(values[i][q]);
    here.cells = Array<Index>(backend_, here.listed);
    here.basis = Array<Real>(backend_, std::vector<Real>(rule.basis.begin(), rule.basis.end()));
    here.strength = Array<Real>(backend_, placed);
    here.work.cells = here.cells.data();
    here.work.basis = here.basis.data();
    here.work.strength = here.strength.data();
  }

  /// Calls visit(place in a mean, place in coefficients) for all numbers of cells that have a mean.
  template <class Visit>
  void each_number(const Visit& visit) const {
    for (std::size_t z = 0; z < zones_.size(); ++z)
      for (Index i = 0; i < zones_[z].work.count; ++i) {
        const MeanSponge<V>& work = zones_[z].work;
        std::size_t at = discretisation_.cell_begin()[discretisation_.zones()[z].cells[zones_[z].listed[i]]];
        for (int n = 0; n < work.variables; ++n)
          for (Index k = 0; k < work.modes; ++k) visit(work.in_mean(i, n, k), at++);
      }
  }

  void draw(Stage<Real>& stage, const Real* state, const Real* of_case) {
    if (of_case) backend_.axpby(moments_.size(), Real(1), of_case, Real(0), moments_.data());
    const StopScope undisturbed([] { return false; });  // a mean that is half a stage further has no meaning
    Real* moments = moments_.data();
    for (Zone& zone : zones_) {
      if (zone.work.count == 0) continue;
      if (!zone.kernel) {
        on_cpu(zone.work, stage, state, of_case, moments);
        continue;
      }
      const int cells = cells_of_block<Real>(zone.work.modes + zone.work.points);
      const Index blocks = (zone.work.count + cells - 1) / cells * zone.work.variables;
      zone.kernel->launch(blocks * RuntimeKernel::block, {&zone.work, &stage, &state, &of_case, &moments});
    }
  }

  static void on_cpu(const MeanSponge<V>& work, const Stage<Real>& stage, const Real* state, const Real* of_case,
                     Real* moments) {
    parallel_for(work.count / width, [&](std::ptrdiff_t batch) {
      std::vector<Real> space(static_cast<std::size_t>((work.modes + work.points) * width));
      for (int n = 0; n < work.variables; ++n)
        lanes_on_cpu(work, static_cast<Index>(batch) * width, n, stage, state, of_case, moments, space.data());
    });
  }

  /// Of one variable of the lanes of an entry, with space for their modes and points.
  static void lanes_on_cpu(const MeanSponge<V>& work, Index entry, int n, const Stage<Real>& stage, const Real* state,
                           const Real* of_case, Real* moments, Real* differences) {
    Real* sources = differences + work.modes * width;
    for (Index k = 0; k < work.modes; ++k)
      for (int lane = 0; lane < width; ++lane)
        differences[k * width + lane] = work.difference(entry + lane, n, k, stage.in, state);
    for (Index q = 0; q < work.points; ++q) store(sources + q * width, work.source(entry, q, differences, width));
    for (Index k = 0; k < work.modes; ++k) {
      Real found[width];
      store(found, work.moment(k, sources, width));
      for (int lane = 0; lane < width; ++lane) {
        work.put_moment(entry + lane, n, k, found[lane], of_case, moments);
        if (stage.out) work.advance(entry + lane, n, k, stage, state);
      }
    }
  }

  Backend& backend_;
  const Discretisation<Real, Dim>& discretisation_;
  RungeKutta scheme_;  ///< for the arrays of means
  std::vector<Zone> zones_;
  std::vector<Array<Real>> means_;  ///< the first holds the mean, the others only count within a step
  Array<Real> moments_;
  double largest_ = 0.0;
};

}  // namespace

template <class Real, int Dim>
std::unique_ptr<SpongeToMean<Real>> make_sponge_to_mean(Backend& backend, const Mesh<Dim>& mesh,
                                                        const Discretisation<Real, Dim>& discretisation,
                                                        std::span<const VolumeRule<Dim>> rules, int variables,
                                                        const Formulas& strength, double averaging_time,
                                                        const RungeKutta& scheme) {
  if (backend.kind() == BackendKind::cuda)
    return std::make_unique<LanesOfSponge<Real, Dim>>(backend, mesh, discretisation, rules, variables, strength,
                                                      averaging_time, scheme);
  return std::make_unique<LanesOfSponge<SimdPack<Real>, Dim>>(backend, mesh, discretisation, rules, variables, strength,
                                                              averaging_time, scheme);
}

#define RKDG_SPONGE(Real, Dim)                                                                             \
  template std::unique_ptr<SpongeToMean<Real>> make_sponge_to_mean(                                        \
      Backend&, const Mesh<Dim>&, const Discretisation<Real, Dim>&, std::span<const VolumeRule<Dim>>, int, \
      const Formulas&, double, const RungeKutta&);
RKDG_SPONGE(float, 2)
RKDG_SPONGE(float, 3)
RKDG_SPONGE(double, 2)
RKDG_SPONGE(double, 3)
#undef RKDG_SPONGE

}  // namespace dg
