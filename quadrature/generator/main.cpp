/// Prints the data file of a triangle rule: `triangle_rules DEGREE POINTS [SEED [MAX_STARTS]]`.
#include <cstdlib>
#include <iostream>
#include <string>

#include "quadrature/generator/triangle_shape.hpp"

int main(int argc, char** argv) {
  using namespace dg::generator;
  if (argc < 3 || argc > 5) {
    std::cerr << "usage: triangle_rules DEGREE POINTS [SEED [MAX_STARTS]] > quadrature/data/triangle_DEGREE.txt\n";
    return 2;
  }
  const int degree = std::atoi(argv[1]), points = std::atoi(argv[2]);
  constexpr int max_degree = 17;
  if (degree < 1 || degree > max_degree || points < 1) {
    std::cerr << "triangle_rules: the degree must be 1 to " << max_degree << ", the number of points at least 1\n";
    return 2;
  }
  SearchOptions options;
  if (argc > 3) options.seed = std::strtoull(argv[3], nullptr, 10);
  if (argc > 4) options.max_starts = std::atol(argv[4]);
  const auto rule = find_rule<TriangleShape>(degree, points, options);
  if (!rule) {
    std::cerr << "triangle_rules: no positive inside rule of degree " << degree << " with " << points
              << " points found\n";
    return 1;
  }
  if (rule->residual > Extended(1e-40)) {
    std::cerr << "triangle_rules: the polish stopped at a moment error of " << rule->residual.convert_to<double>()
              << '\n';
    return 1;
  }
  write(std::cout, make_rule(degree, rule->orbits, rule->unknowns, rule->residual), options.seed);
}
