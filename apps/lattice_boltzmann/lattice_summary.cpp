#include "apps/lattice_boltzmann/lattice_summary.hpp"

#include <cmath>

#include "apps/case/choices.hpp"
#include "apps/run/json_number.hpp"
#include "apps/study/copy_bandwidth.hpp"
#include "apps/version.hpp"
#include "libdg/backend/copy_bandwidth.hpp"
#include "libdg/lattice_boltzmann/velocity_set.hpp"

namespace dg::app {
namespace {

using Json = nlohmann::ordered_json;

void add_rates(const lbm::Lattice& lattice, const LatticeRunState& state, Json& json) {
  if (state.steps == 0 || !(state.seconds > 0.0)) return;
  const double per_step = state.seconds / static_cast<double>(state.steps);
  const double updates = static_cast<double>(lattice.all().count()) / per_step;
  const double bandwidth = updates * bytes_per_update(lattice.options());
  json["seconds_per_step"] = per_step;
  json["mlups"] = 1e-6 * updates;
  json["gb_per_second"] = 1e-9 * bandwidth;
  if (state.copy_bandwidth > 0.0) {
    json["copy_gb_per_second"] = 1e-9 * state.copy_bandwidth;
    json["copy_fraction"] = bandwidth / state.copy_bandwidth;
  }
}

}  // namespace

double measure_copy(const lbm::LatticeInfo& info) {
  return info.backend == "cuda" ? cuda_copy_bandwidth() : measure_host_copy_bandwidth(info.threads);
}

double bytes_per_update(const lbm::LatticeOptions& options) {
  const double size = options.precision == Precision::double_precision ? sizeof(double) : sizeof(float);
  constexpr int moved = 2 * lbm::n_populations, exchanged = 4 * lbm::n_pairs;
  return size * (options.streaming == lbm::Streaming::swap ? moved + exchanged : moved);
}

Json make_lattice_summary(const LatticeCase& c, const lbm::Lattice& lattice, const LatticeRunState& state) {
  const lbm::LatticeInfo& info = lattice.info();
  Json json = {{"rkdg", version},
               {"method", "lattice-boltzmann"},
               {"case", c.path},
               {"status", state.status},
               {"backend", info.backend},
               {"device", info.device},
               {"threads", info.threads},
               {"precision", word_of(precision_choices, c.lattice.precision)},
               {"streaming", word_of(streaming_choices, c.lattice.streaming)},
               {"collision", word_of(collision_choices, c.lattice.collision)},
               {"cells", c.lattice.cells},
               {"reynolds", c.reynolds},
               {"speed", c.speed},
               {"length", c.length},
               {"tau", c.lattice.tau},
               {"steps", lattice.step()},
               {"time", c.time_of(lattice.step())},
               {"wall_seconds", state.wall_seconds},
               {"memory_bytes", info.bytes},
               {"bytes_per_cell", static_cast<double>(info.bytes) / static_cast<double>(lattice.all().count())}};
  if (!state.reason.empty()) json["reason"] = state.reason;
  add_rates(lattice, state, json);
  json["converged"] = state.converged;
  json["change"] = json_number(state.change);
  json["totals"] = {
      {"mass", {{"start", json_number(state.totals_start.mass)}, {"end", json_number(state.totals.mass)}}},
      {"kinetic_energy",
       {{"start", json_number(state.totals_start.kinetic_energy)}, {"end", json_number(state.totals.kinetic_energy)}}}};
  return json;
}

}  // namespace dg::app
