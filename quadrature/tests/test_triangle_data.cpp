#include <boost/multiprecision/cpp_bin_float.hpp>
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Extended = boost::multiprecision::cpp_bin_float_50;

struct RulePoint {
  Extended weight, l0, l1;
};

struct DataFile {
  int degree = 0;
  int points = 0;
  std::vector<RulePoint> rule;
};

void append_permutations(std::vector<RulePoint>& rule, const std::string& kind, const Extended& weight,
                         const Extended& a, const Extended& b) {
  const Extended c = 1 - a - b;
  if (kind == "S3") rule.push_back({weight, a, b});
  if (kind == "S21") rule.insert(rule.end(), {{weight, a, a}, {weight, a, c}, {weight, c, a}});
  if (kind == "S111") {
    rule.insert(rule.end(), {{weight, a, b}, {weight, b, a}, {weight, a, c}});
    rule.insert(rule.end(), {{weight, c, a}, {weight, b, c}, {weight, c, b}});
  }
}

DataFile read_data(int degree) {
  std::ifstream file(std::string(RULE_DATA) + "/triangle_" + std::to_string(degree) + ".txt");
  REQUIRE(file);
  DataFile data;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind, key;
    words >> kind;
    if (kind == "#") {
      words >> key;
      if (key == "degree") words >> data.degree;
      if (key == "points") words >> data.points;
      continue;
    }
    std::string weight, a, b;
    words >> weight >> a >> b;
    const Extended third = Extended(1) / 3;
    const Extended first = kind == "S3" ? third : Extended(a);
    append_permutations(data.rule, kind, Extended(weight), first, kind == "S111" ? Extended(b) : first);
  }
  return data;
}

/// Integral of l0^p l1^q over a triangle of area 2: 4 p! q!/(p + q + 2)!.
Extended barycentric_moment(int p, int q) {
  Extended moment = 4;
  for (int k = 1; k <= p; ++k) moment *= Extended(k) / (q + k);
  return moment / ((p + q + 1) * (p + q + 2));
}

}  // namespace

TEST_CASE("The data files hold solutions of the moment equations to 30 digits", "[quadrature]") {
  for (const int degree : {1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}) {
    CAPTURE(degree);
    const DataFile data = read_data(degree);
    CHECK(data.degree == degree);
    REQUIRE(static_cast<int>(data.rule.size()) == data.points);
    for (int p = 0; p <= degree; ++p) {
      for (int q = 0; p + q <= degree; ++q) {
        CAPTURE(p, q);
        Extended sum = 0;
        for (const RulePoint& point : data.rule) sum += point.weight * pow(point.l0, p) * pow(point.l1, q);
        CHECK(abs(sum - barycentric_moment(p, q)) < Extended("1e-30"));
      }
    }
  }
}
