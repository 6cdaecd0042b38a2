/// Eddy viscosities of large-eddy simulation: nu_t = K width^2 D(g) with the velocity gradient g of the resolved flow.
///
/// K is the square of the constant; for Vreman's model, whose constant is 2.5 times the square of Smagorinsky's, it is
/// the constant itself. D is a rate, 1 / time. With S the symmetric part of g:
///   smagorinsky  D = (2 S : S)^(1/2)             Smagorinsky, Mon. Weather Rev. 91 (1963) 99; Lilly (1967): 0.17
///   wale         D = (T : T)^(3/2) / ((S : S)^(5/2) + (T : T)^(5/4)), T the traceless symmetric part of g g
///                                                Nicoud, Ducros, Flow Turbul. Combust. 62 (1999) 183: 0.5
///   vreman       D = (B / (g : g))^(1/2), B the sum of the squares of the cofactors of g
///                                                Vreman, Phys. Fluids 16 (2004) 3670: 0.07
///   sigma        D = s3 (s1 - s2) (s2 - s3) / s1^2 with the singular values s1 >= s2 >= s3 of g
///                                                Nicoud et al., Phys. Fluids 23 (2011) 085106: 1.35
/// D is 0 in pure shear but for smagorinsky, and grows with the cube of the distance from a wall for wale and sigma.
#pragma once

#include <limits>

#include "libdg/equations/navier_stokes/viscous_flux.hpp"

namespace dg {

/// The constant that the literature gives a model.
constexpr double default_constant(SubgridModel model) {
  switch (model) {
    case SubgridModel::smagorinsky:
      return 0.17;
    case SubgridModel::wale:
      return 0.5;
    case SubgridModel::vreman:
      return 0.07;
    case SubgridModel::sigma:
      return 1.35;
    case SubgridModel::given:
    case SubgridModel::none:
      break;
  }
  return 0.0;
}

/// K of nu_t = K width^2 D.
constexpr double eddy_factor(const SubgridOptions& o) {
  const double constant = o.constant > 0 ? o.constant : default_constant(o.model);
  return o.model == SubgridModel::vreman ? constant : constant * constant;
}

/// g[d][i] = du_i / dx_d.
template <class V>
using VelocityGradient = PrimitiveDerivative<V, 3>[3];

/// S : S.
template <class V>
RKDG_FN V strain_square(const VelocityGradient<V>& g) {
  V sum(RealOf<V>(0));
  RKDG_UNROLL
  for (int d = 0; d < 3; ++d) {
    sum += g[d].velocity(d) * g[d].velocity(d);
    const int i = (d + 1) % 3;
    const V shear = g[d].velocity(i) + g[i].velocity(d);
    sum += V(RealOf<V>(0.5)) * shear * shear;
  }
  return sum;
}

template <class V>
RKDG_FN V smagorinsky_rate(const VelocityGradient<V>& g) {
  return square_root(V(RealOf<V>(2)) * strain_square(g));
}

/// With x = (S : S)^(1/2) and y = (T : T)^(1/4), D = y^6 / (x^5 + y^5), here of x and y over the larger of both.
template <class V>
RKDG_FN V wale_rate(const VelocityGradient<V>& g) {
  using Real = RealOf<V>;
  V square[3][3];  // g g
  RKDG_UNROLL
  for (int d = 0; d < 3; ++d) RKDG_UNROLL
  for (int i = 0; i < 3; ++i)
    square[d][i] =
        g[d].velocity(0) * g[0].velocity(i) + g[d].velocity(1) * g[1].velocity(i) + g[d].velocity(2) * g[2].velocity(i);
  const V trace = V(Real(1) / Real(3)) * (square[0][0] + square[1][1] + square[2][2]);
  V traceless(Real(0));
  RKDG_UNROLL
  for (int d = 0; d < 3; ++d) {
    const V normal = square[d][d] - trace;
    const int i = (d + 1) % 3;
    const V shear = square[d][i] + square[i][d];
    traceless += normal * normal + V(Real(0.5)) * shear * shear;
  }
  const V x = square_root(strain_square(g)), y = square_root(square_root(traceless));
  const V scale = reciprocal(maximum(x, y) + V(std::numeric_limits<Real>::min()));
  const V a = x * scale, b = y * scale, a2 = a * a, b2 = b * b, b5 = b2 * b2 * b;
  return y * divide(b5, a2 * a2 * a + b5 + V(std::numeric_limits<Real>::min()));
}

/// Cofactors of g, minors of two rows and two columns. Their squares add up to s1^2 s2^2 + s2^2 s3^2 + s3^2 s1^2 of the
/// singular values without a difference of large numbers.
template <class V>
struct Cofactors {
  V of[3][3];

  explicit RKDG_FN Cofactors(const VelocityGradient<V>& g) {
    RKDG_UNROLL
    for (int d = 0; d < 3; ++d) RKDG_UNROLL
    for (int i = 0; i < 3; ++i) {
      const int e = (d + 1) % 3, f = (d + 2) % 3, j = (i + 1) % 3, k = (i + 2) % 3;
      of[d][i] = g[e].velocity(j) * g[f].velocity(k) - g[e].velocity(k) * g[f].velocity(j);
    }
  }

  RKDG_FN V square() const {
    V sum(RealOf<V>(0));
    RKDG_UNROLL
    for (int d = 0; d < 3; ++d) RKDG_UNROLL
    for (int i = 0; i < 3; ++i) sum += of[d][i] * of[d][i];
    return sum;
  }
  RKDG_FN V determinant(const VelocityGradient<V>& g) const {
    return g[0].velocity(0) * of[0][0] + g[0].velocity(1) * of[0][1] + g[0].velocity(2) * of[0][2];
  }
};

/// An element of g g^T.
template <class V>
RKDG_FN V gradient_product(const VelocityGradient<V>& g, int d, int e) {
  return g[d].velocity(0) * g[e].velocity(0) + g[d].velocity(1) * g[e].velocity(1) +
         g[d].velocity(2) * g[e].velocity(2);
}

/// g : g.
template <class V>
RKDG_FN V gradient_square(const VelocityGradient<V>& g) {
  V sum(RealOf<V>(0));
  RKDG_UNROLL
  for (int d = 0; d < 3; ++d) RKDG_UNROLL
  for (int i = 0; i < 3; ++i) sum += g[d].velocity(i) * g[d].velocity(i);
  return sum;
}

template <class V>
RKDG_FN V vreman_rate(const VelocityGradient<V>& g) {
  using Real = RealOf<V>;
  return square_root(divide(Cofactors<V>(g).square(), gradient_square(g) + V(std::numeric_limits<Real>::min())));
}

/// The square of the largest singular value of g, an eigenvalue of g g^T. It is `q + 2 p cos(angle)`, where the angle
/// is a third of arccos r. The cosine c of its half solves `4 c^3 - 3 c = ((1 + r) / 2)^(1/2)`, by Newton's method
/// without trigonometry. It is between cos 30 and 1, where the slope is between 6 and 9.
template <class V>
RKDG_FN V largest_square(const VelocityGradient<V>& g) {
  using Real = RealOf<V>;
  constexpr Real tiny = std::numeric_limits<Real>::min(), cos_30 = Real(0.8660254037844386);
  const V one(Real(1)), q = V(Real(1) / Real(3)) * gradient_square(g);
  V xx = gradient_product(g, 0, 0) - q, yy = gradient_product(g, 1, 1) - q, zz = gradient_product(g, 2, 2) - q,
    xy = gradient_product(g, 0, 1), yz = gradient_product(g, 1, 2), zx = gradient_product(g, 2, 0);
  const V off = xy * xy + yz * yz + zx * zx,
          p = square_root(V(Real(1) / Real(6)) * (xx * xx + yy * yy + zz * zz + V(Real(2)) * off)),
          over_p = reciprocal(p + V(tiny));
  xx *= over_p, yy *= over_p, zz *= over_p, xy *= over_p, yz *= over_p, zx *= over_p;
  const V det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) + zx * (xy * yz - yy * zx);
  const V r = maximum(minimum(V(Real(0.5)) * det, one), -one), x = square_root(V(Real(0.5)) * (one + r));
  V c = V(cos_30) + V(Real(1) - cos_30) * x;
  RKDG_UNROLL
  for (int i = 0; i < 4; ++i) {
    const V c2 = c * c;
    c = divide(V(Real(8)) * c * c2 + x, V(Real(12)) * c2 - V(Real(3)));
  }
  return q + V(Real(2)) * p * (V(Real(2)) * c * c - one);
}

/// With s1, the others follow from `s2 s3 = |det g| / s1` and `s1^2 (s2^2 + s3^2) = (the square of the cofactors) - (s2
/// s3)^2`. That holds for gradients in which one direction is much stronger than the others, too.
template <class V>
RKDG_FN V sigma_rate(const VelocityGradient<V>& g) {
  using Real = RealOf<V>;
  const V zero(Real(0)), tiny(std::numeric_limits<Real>::min()), half(Real(0.5)), two(Real(2));
  const Cofactors<V> cofactors(g);
  const V square = largest_square(g), s1 = square_root(square), over_square = reciprocal(square + tiny);
  const V product = absolute(cofactors.determinant(g)) * s1 * over_square,
          sum = maximum(cofactors.square() - product * product, zero) * over_square;
  const V plus = square_root(sum + two * product), minus = square_root(maximum(sum - two * product, zero)),
          s2 = half * (plus + minus), s3 = divide(product, s2 + tiny);
  return s3 * maximum(s1 - s2, zero) * minus * over_square;
}

/// The model, where a run fixes it to the compiler: see AddedViscosityGas::fixed_by_run().
RKDG_FN SubgridModel fixed_model([[maybe_unused]] SubgridModel model) {
#ifdef RKDG_SUBGRID_MODEL
  return static_cast<SubgridModel>(RKDG_SUBGRID_MODEL);
#else
  return model;
#endif
}

#ifdef RKDG_SUBGRID_MODEL
#define RKDG_SUBGRID_FN RKDG_FN
#else  // all models: too much text for each flux
#define RKDG_SUBGRID_FN RKDG_CALL
#endif
/// D of a model.
template <class V>
RKDG_SUBGRID_FN V subgrid_rate(SubgridModel model, const VelocityGradient<V>& g) {
  switch (fixed_model(model)) {
    case SubgridModel::smagorinsky:
      return smagorinsky_rate(g);
    case SubgridModel::wale:
      return wale_rate(g);
    case SubgridModel::vreman:
      return vreman_rate(g);
    case SubgridModel::sigma:
      return sigma_rate(g);
    case SubgridModel::given:
    case SubgridModel::none:
      break;
  }
  return V(RealOf<V>(0));
}
#undef RKDG_SUBGRID_FN

}  // namespace dg
