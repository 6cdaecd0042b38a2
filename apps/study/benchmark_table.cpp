#include "apps/study/benchmark_table.hpp"

#include <fmt/format.h>

namespace dg::app {
namespace {

using Json = nlohmann::ordered_json;

/// 0 stands for what was not measured.
Json known(double value) { return value > 0.0 ? Json(value) : Json(nullptr); }

double copy_fraction(const BenchmarkRow& row) {
  return row.copy_gb_per_second > 0.0 ? row.gb_per_second / row.copy_gb_per_second : 0.0;
}

/// `value` with so many decimals, or a dash for what was not measured.
std::string number(double value, int width, int decimals) {
  return value > 0.0 ? fmt::format("{:>{}.{}f}", value, width, decimals) : fmt::format("{:>{}}", "-", width);
}

double metric(const BenchmarkRow& row, const char* name) { return row.metrics.value(name, 0.0); }

Json row_json(const BenchmarkRow& row) {
  return {{"degree", row.degree},
          {"ordering", row.ordering},
          {"start", row.start},
          {"assembly", row.assembly},
          {"layout", row.layout},
          {"backend", row.backend},
          {"device", row.device},
          {"ranks", row.ranks},
          {"threads", row.threads},
          {"precision", row.precision},
          {"cells", row.cells},
          {"dof", row.dof},
          {"steps", row.steps},
          {"seconds_per_step", row.seconds_per_step},
          {"spread", row.spread},
          {"dof_per_second", row.dof_per_second},
          {"gb_per_second", row.gb_per_second},
          {"copy_gb_per_s", known(row.copy_gb_per_second)},
          {"copy_fraction", known(copy_fraction(row))},
          {"over_one_core", known(row.over_one_core)},
          {"over_all_cores", known(row.over_all_cores)},
          {"over_baseline", known(row.over_baseline)},
          {"metrics", row.metrics}};
}

}  // namespace

std::string hardware_text(const Hardware& h) {
  return fmt::format("cpu       {}, {} cores\ngpu       {}\ncompiler  {}\n", h.cpu, h.cores,
                     h.gpu.empty() ? "none" : h.gpu, h.compiler);
}

std::string benchmark_head() {
  return fmt::format(
      "{:>2} {:<17} {:<10} {:<12} {:<7} {:<4} {:>3} {:<6} {:>10} {:>6} {:>8} {:>7} {:>5} {:>7} {:>7} {:>6} {:>7} "
      "{:>5} {:>9}\n",
      "p", "ordering", "start", "assembly", "layout", "on", "thr", "real", "s/step", "spread", "MDOF/s", "GB/s", "copy",
      "x1core", "xcores", "gain", "seg/wrp", "reuse", "bandwidth");
}

std::string benchmark_line(const BenchmarkRow& row) {
  return fmt::format("{:>2} {:<17} {:<10} {:<12} {:<7} {:<4} {:>3} {:<6} {:>10.3e} {:>5.1f}% {:>8.1f} {:>7.1f} {}%",
                     row.degree, row.ordering, row.start.empty() ? "-" : row.start, row.assembly, row.layout,
                     row.backend, row.threads, row.precision, row.seconds_per_step, 100.0 * row.spread,
                     1e-6 * row.dof_per_second, row.gb_per_second, number(100.0 * copy_fraction(row), 4, 0)) +
         fmt::format(" {} {} {} {:>7.2f} {:>5.2f} {:>9.0f}\n", number(row.over_one_core, 7, 2),
                     number(row.over_all_cores, 7, 2), number(row.over_baseline, 6, 3),
                     metric(row, "segments_per_warp"), metric(row, "reuse_1024"), metric(row, "bandwidth"));
}

Json benchmark_json(const std::vector<BenchmarkRow>& rows, const Hardware& h) {
  Json json = {{"device", nullptr},
               {"copy_gb_per_s", nullptr},
               {"hardware", {{"cpu", h.cpu}, {"cores", h.cores}, {"gpu", h.gpu}, {"compiler", h.compiler}}},
               {"baseline", nullptr},
               {"rows", Json::array()}};
  double best_copy = 0.0;
  for (const BenchmarkRow& row : rows) {
    if (json["device"].is_null() || row.copy_gb_per_second > best_copy) json["device"] = row.device;
    best_copy = std::max(best_copy, row.copy_gb_per_second);
    json["rows"].push_back(row_json(row));
  }
  json["copy_gb_per_s"] = known(best_copy);
  if (!rows.empty()) json["baseline"] = rows.front().ordering;
  return json;
}

std::string benchmark_csv(const std::vector<BenchmarkRow>& rows) {
  const char* const metrics[] = {"segments_per_warp", "gather_segments", "reuse_1024",
                                 "soa_lines",         "bandwidth",       "mean_distance"};
  std::string text;
  for (const BenchmarkRow& row : rows) {
    Json fields = row_json(row);
    for (const char* name : metrics)
      fields[name] = row.metrics.contains(name) ? Json(row.metrics[name]) : Json(nullptr);
    fields.erase("metrics");
    fields.erase("device");
    std::string names, values;
    for (const auto& [name, value] : fields.items()) {
      names += (names.empty() ? "" : ",") + name;
      values += values.empty() ? "" : ",";
      if (value.is_string())
        values += value.get<std::string>();
      else if (!value.is_null())
        values += value.dump();
    }
    if (text.empty()) text = names + "\n";
    text += values + "\n";
  }
  return text;
}

}  // namespace dg::app
