#include "apps/run/earlier_summary.hpp"

#include <fstream>

namespace dg::app {

EarlierSummary::EarlierSummary(const std::filesystem::path& folder, long step, double time) {
  std::ifstream stream(folder / "summary.json");
  if (!stream) return;
  auto json = nlohmann::ordered_json::parse(stream, nullptr, false);
  const bool counts = json.is_object() && json.value("status", nlohmann::ordered_json()) == "done" &&
                      json.value("steps", nlohmann::ordered_json()) == step &&
                      json.value("time", nlohmann::ordered_json()) == time;
  if (counts) json_ = std::move(json);
}

void EarlierSummary::restore_totals(RunState& state) const {
  const auto start = [&](const char* total, double& value) {
    const nlohmann::ordered_json::json_pointer at(std::string("/totals/") + total + "/start");
    if (json_.is_object() && json_.contains(at) && json_[at].is_number()) value = json_[at].get<double>();
  };
  start("mass", state.mass_start);
  start("energy", state.energy_start);
}

void EarlierSummary::add_to(nlohmann::ordered_json& json) const {
  for (const char* key : {"setup_seconds", "wall_seconds", "seconds_per_step", "dof_per_second", "newton_steps",
                          "krylov_steps", "right_hand_sides", "rejected_steps", "stall", "sequence"}) {
    if (json_.is_object() && json_.contains(key)) json[key] = json_[key];
  }
}

}  // namespace dg::app
