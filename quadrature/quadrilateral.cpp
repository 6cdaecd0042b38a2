#include <array>
#include <span>
#include <stdexcept>
#include <string>

#include "quadrature/rule.hpp"

namespace dg {
namespace {

/// The points (+-x, +-y) and (+-y, +-x), each once, of one weight.
struct Orbit {
  double weight, x, y;
};

// Solutions of the moment equations over such orbits by Newton's method in 40 digits from random starts, with positive
// weights and all points inside. As many points as in Witherden and Vincent, Comput. Math. Appl. 69 (2015) 1232.
constexpr std::array<Orbit, 3> degree_7{{{0.24197530864197530864, 0.92582009977255146157, 0},
                                         {0.52059291666739445714, 0.38055443320831565638, 0.38055443320831565638},
                                         {0.23743177469063023422, 0.80597978291859874371, 0.80597978291859874371}}};
constexpr std::array<Orbit, 4> degree_9{{{0.45409035255154522413, 0.48888634284237241623, 0},
                                         {0.071613424709810966785, 0.98453981194225239243, 0},
                                         {0.042784615466778051169, 0.93956728742152153413, 0.93956728742152153413},
                                         {0.21575580363593287896, 0.8367103250239889741, 0.50737677367461300528}}};
constexpr std::array<Orbit, 5> degree_11{{{0.21740043986871200552, 0.71461782966460591763, 0},
                                          {0.2139336378782481045, 0.63660393221230104406, 0.63660393221230104406},
                                          {0.27727410298385108795, 0.27365721017145961384, 0.27365721017145961384},
                                          {0.044074569114983092054, 0.95163038878403345881, 0.81556543368963841306},
                                          {0.10162134051961130896, 0.34620720004764544119, 0.93556787148759108135}}};

QuadratureRule<2> from_orbits(int degree, std::span<const Orbit> orbits) {
  QuadratureRule<2> rule;
  rule.degree = degree;
  const auto add = [&](const Orbit& o, double x, double y) {
    rule.points.push_back({x, y});
    rule.weights.push_back(o.weight);
  };
  for (const Orbit& o : orbits) {
    if (o.y == 0) {
      for (const double s : {-1.0, 1.0}) {
        add(o, s * o.x, 0);
        add(o, 0, s * o.x);
      }
      continue;
    }
    for (const double s : {-1.0, 1.0})
      for (const double t : {-1.0, 1.0}) {
        add(o, s * o.x, t * o.y);
        if (o.x != o.y) add(o, s * o.y, t * o.x);
      }
  }
  return rule;
}

}  // namespace

QuadratureRule<2> quadrilateral_rule(int degree) {
  if (degree < 0) throw std::out_of_range("quadrilateral_rule: degree " + std::to_string(degree) + " is negative");
  const QuadratureRule<1> line = gauss_legendre(degree / 2 + 1);
  QuadratureRule<2> rule;
  rule.degree = line.degree;
  for (int j = 0; j < line.size(); ++j) {
    for (int i = 0; i < line.size(); ++i) {
      rule.points.push_back({line.points[i][0], line.points[j][0]});
      rule.weights.push_back(line.weights[i] * line.weights[j]);
    }
  }
  return rule;
}

QuadratureRule<2> total_degree_quadrilateral_rule(int degree) {
  if (degree == 6 || degree == 7) return from_orbits(7, degree_7);
  if (degree == 8 || degree == 9) return from_orbits(9, degree_9);
  if (degree == 10 || degree == 11) return from_orbits(11, degree_11);
  return quadrilateral_rule(degree);
}

}  // namespace dg
