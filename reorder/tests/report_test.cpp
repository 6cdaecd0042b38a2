#include "reorder/report.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "meshes/errors.hpp"
#include "reorder/block_colouring.hpp"
#include "reorder/colouring.hpp"
#include "reorder/order.hpp"
#include "reorder/tests/sample_graphs.hpp"

using namespace dg;

namespace {

OrderReport sample_report() {
  const auto graph = test::shuffled(make_graph(test::grid_mesh(40, 30)), 1);
  OrderingOptions options;
  options.starts = {"left"};
  OrderReport report{"layers", "left", graph.cell_count(), graph.face_count(), 0.25, {}, {}};
  report.before = assess(graph, options.starts);
  report.after = assess(permuted(graph, order(graph, options)), options.starts);
  return report;
}

}  // namespace

TEST_CASE("the report has the keys that scripts rely on") {
  const auto report = sample_report();
  const auto json = report_json(report);
  CHECK(json.at("method") == "layers");
  CHECK(json.at("start") == "left");
  CHECK(json.at("cells") == 1200);
  CHECK(json.at("faces") == 40 * 31 + 30 * 41);
  CHECK(json.at("seconds") == 0.25);
  for (const auto* side : {"before", "after"})
    for (const auto* key : {"bandwidth", "profile", "mean_distance", "segments_per_warp", "gather_segments",
                            "reuse_1024", "soa_lines", "l1_hit", "l2_hit", "layers"})
      CHECK(json.at(side).at(key).is_number());
  const auto& after = json.at("after");
  CHECK(after.at("bandwidth") == 30);
  CHECK(after.at("layers") == 40);
  CHECK(after.at("narrowest_layer") == 30);
  CHECK(after.at("widest_layer") == 30);
  CHECK(after.at("reuse_1024") == report.after.metrics.reuse_1024);
  CHECK(json.at("before").at("bandwidth") > 900);
  Index faces = 0;
  for (const auto& size : after.at("colours")) faces += size.get<Index>();
  CHECK(faces == report.faces);
}

TEST_CASE("a mesh that takes too many colours has none in its report") {
  std::vector<GraphFace> faces;
  for (Index i = 1; i <= 65; ++i) faces.push_back({0, i});
  const auto quality = assess(build_graph(66, std::move(faces), {}), {});
  CHECK(quality.colours.empty());
  CHECK(quality.block_colours.empty());
  CHECK(quality.metrics.bandwidth == 65);
  CHECK(quality.layers == 3);  // one of the 65, the middle, the others
  CHECK(quality.narrowest_layer == 1);
  CHECK(quality.widest_layer == 64);
}

TEST_CASE("the table has a line for each metric, before and after") {
  const auto report = sample_report();
  std::istringstream table(report_table(report));
  std::string line;
  REQUIRE(std::getline(table, line));
  CHECK(line == "layers from left: 1200 cells, 2470 faces, 0.250 s");
  std::map<std::string, std::pair<std::string, std::string>> rows;
  std::getline(table, line);
  while (std::getline(table, line)) {
    std::istringstream words(line);
    std::string key, before, after;
    words >> key >> before >> after;
    rows[key] = {before, after};
  }
  CHECK(rows.size() == quality_json(report.after).size());
  CHECK(rows.at("bandwidth").second == "30");
  CHECK(rows.at("layers") == std::pair<std::string, std::string>{"40", "40"});
  CHECK(rows.at("colours").second == std::to_string(report.after.colours.size()));
}

TEST_CASE("an assessment refuses a start boundary that is not there") {
  const std::vector<std::string> starts{"wal"};
  CHECK_THROWS_AS(assess(make_graph(test::grid_mesh(2, 2)), starts), InputError);
}
