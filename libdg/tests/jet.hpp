/// A number with its first and second derivatives in x and y.
#pragma once

#include <cmath>

namespace dg::test {

struct Jet {
  double f = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;

  Jet() = default;
  Jet(double value) : f(value) {}
  Jet(double f_, double x_, double y_, double xx_, double xy_, double yy_)
      : f(f_), x(x_), y(y_), xx(xx_), xy(xy_), yy(yy_) {}
  static Jet at_x(double at) { return {at, 1, 0, 0, 0, 0}; }
  static Jet at_y(double at) { return {at, 0, 1, 0, 0, 0}; }

  /// g(this), given g and its two derivatives there.
  Jet through(double g, double g1, double g2) const {
    return {g, g1 * x, g1 * y, g1 * xx + g2 * x * x, g1 * xy + g2 * x * y, g1 * yy + g2 * y * y};
  }
  friend Jet operator+(Jet a, Jet b) {
    return {a.f + b.f, a.x + b.x, a.y + b.y, a.xx + b.xx, a.xy + b.xy, a.yy + b.yy};
  }
  friend Jet operator*(Jet a, Jet b) {
    return {a.f * b.f,
            a.f * b.x + a.x * b.f,
            a.f * b.y + a.y * b.f,
            a.f * b.xx + 2 * a.x * b.x + a.xx * b.f,
            a.f * b.xy + a.x * b.y + a.y * b.x + a.xy * b.f,
            a.f * b.yy + 2 * a.y * b.y + a.yy * b.f};
  }
  friend Jet operator/(Jet a, Jet b) { return a * b.through(1 / b.f, -1 / (b.f * b.f), 2 / (b.f * b.f * b.f)); }
  friend Jet sin(Jet a) { return a.through(std::sin(a.f), std::cos(a.f), -std::sin(a.f)); }
  friend Jet cos(Jet a) { return a.through(std::cos(a.f), -std::sin(a.f), -std::cos(a.f)); }
};

}  // namespace dg::test
