#include "benchmarks/ranks/timeline_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/run/output_directory.hpp"

namespace dg::benchmark {
namespace {

constexpr double microseconds = 1e6;

nlohmann::json events_of(const std::vector<TimelineEntry>& entries, int rank) {
  nlohmann::json events = nlohmann::json::array();
  events.push_back(
      {{"ph", "M"}, {"name", "process_name"}, {"pid", rank}, {"args", {{"name", fmt::format("rank {}", rank)}}}});
  for (const TimelineEntry& e : entries)
    events.push_back({{"ph", "X"},
                      {"name", e.name},
                      {"pid", rank},
                      {"tid", e.line},
                      {"ts", microseconds * e.begin},
                      {"dur", microseconds * (e.end - e.begin)}});
  return events;
}

void print_totals(const std::vector<TimelineEntry>& entries) {
  std::map<std::pair<std::string, std::string>, std::pair<int, double>> totals;
  for (const TimelineEntry& e : entries) {
    auto& [count, seconds] = totals[{e.line, e.name}];
    ++count;
    seconds += e.end - e.begin;
  }
  for (const auto& [pass, total] : totals)
    fmt::print("  {} / {}: {} times, {:.1f} us each\n", pass.first, pass.second, total.first,
               microseconds * total.second / total.first);
}

}  // namespace

std::vector<TimelineEntry> last_run(std::vector<TimelineEntry> entries) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  auto first = entries.begin();
  double longest = 0, end = 0;
  for (auto e = entries.begin(); e != entries.end(); ++e) {
    if (e != entries.begin() && e->begin - end > longest) {
      longest = e->begin - end;
      first = e;
    }
    end = std::max(end, e->end);
  }
  const double begin = first == entries.end() ? 0 : first->begin;
  std::vector<TimelineEntry> last(first, entries.end());
  for (TimelineEntry& e : last) e.begin -= begin, e.end -= begin;
  return last;
}

void write_timeline(const std::vector<TimelineEntry>& entries, Communicator& ranks, const std::string& path) {
  const std::vector<TimelineEntry> last = last_run(entries);
  const std::string own = events_of(last, ranks.rank()).dump();
  nlohmann::json all = nlohmann::json::array();
  for (const auto& bytes : ranks.gather(std::as_bytes(std::span(own)))) {
    const auto* text = reinterpret_cast<const char*>(bytes.data());
    for (auto& event : nlohmann::json::parse(text, text + bytes.size())) all.push_back(std::move(event));
  }
  if (ranks.rank() != 0) return;
  app::write_file(path, nlohmann::json{{"traceEvents", std::move(all)}, {"displayTimeUnit", "ms"}}.dump());
  print_totals(last);
}

}  // namespace dg::benchmark
