#include "apps/case/boundary_keys.hpp"

namespace dg::app {
namespace {

using Vector = std::array<double, 3>;

struct ListValues {
  std::vector<BoundaryKey>& keys;

  void number(const char* key, double& x, bool positive = false) { keys.push_back({key, {&x}, positive}); }
  void pressure(const char* key, double& x) { number(key, x, true); }
  void temperature(const char* key, double& x) { number(key, x, true); }
  void vector(const char* key, Vector& x) { keys.push_back({key, {&x[0], &x[1], &x[2]}, false}); }
  void direction(const char* key, Vector& x) { vector(key, x); }
  void state(PrimitiveState& w) {
    number("rho", w.rho, true);
    vector("velocity", w.velocity);
    pressure("pressure", w.p);
  }
};

struct ListConstants {
  using Kind = ConstantKey::Kind;
  std::vector<ConstantKey>& keys;

  void not_negative(const char* key, double& x) { keys.push_back({Kind::not_negative, key, &x}); }
  void optional_temperature(const char* key, double& x) { keys.push_back({Kind::optional_temperature, key, &x}); }
  void needed_length(const char* key, double& x, const char* what) {
    keys.push_back({Kind::needed_length, key, &x, what});
  }
};

}  // namespace

std::vector<BoundaryKey> boundary_keys(BoundaryCondition& b) {
  std::vector<BoundaryKey> keys;
  visit_boundary(b.type, [&](auto condition) { condition.values(b, ListValues{keys}); });
  return keys;
}

std::vector<ConstantKey> constant_keys(BoundaryCondition& b) {
  std::vector<ConstantKey> keys;
  visit_boundary(b.type, [&](auto condition) { condition.constants(b, ListConstants{keys}); });
  return keys;
}

}  // namespace dg::app
