/// A lane type that carries a derivative. Beside each number, kernel bodies run with it compute the exact derivative
/// along a direction in which the state moves. To be included before any header with kernel bodies, and after simd.hpp.
///
/// What is read of a state has both, see DualState; all else that lies in memory is constant. What is written is the
/// derivative. Where a body takes one of two branches, so does the derivative: at a kink it is that of one side.
#pragma once

#include <cmath>
#include <concepts>

#include "libdg/backend/lanes.hpp"
#include "libdg/backend/prefetch.hpp"

namespace dg {

/// Numbers that have no derivative beside lanes L.
template <class S, class L>
concept ConstantBeside = std::same_as<S, L> || std::is_arithmetic_v<S>;

template <class L>
struct Dual {
  L value, derivative;

  Dual() = default;
  RKDG_FN Dual(L v, L d) : value(v), derivative(d) {}
  template <ConstantBeside<L> S>
  RKDG_FN Dual(S constant) : value(constant), derivative(RealOf<L>(0)) {}

  friend RKDG_FN Dual operator-(Dual a) { return {-a.value, -a.derivative}; }
  friend RKDG_FN Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.derivative + b.derivative}; }
  friend RKDG_FN Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.derivative - b.derivative}; }
  friend RKDG_FN Dual operator*(Dual a, Dual b) {
    return {a.value * b.value, a.value * b.derivative + a.derivative * b.value};
  }
  friend RKDG_FN Dual operator/(Dual a, Dual b) {
    const L inverse = reciprocal(b.value), quotient = a.value * inverse;
    return {quotient, (a.derivative - quotient * b.derivative) * inverse};
  }

  template <ConstantBeside<L> S>
  friend RKDG_FN Dual operator+(Dual a, S b) {
    return {a.value + L(b), a.derivative};
  }
  template <ConstantBeside<L> S>
  friend RKDG_FN Dual operator+(S a, Dual b) {
    return b + a;
  }
  template <ConstantBeside<L> S>
  friend RKDG_FN Dual operator-(Dual a, S b) {
    return {a.value - L(b), a.derivative};
  }
  template <ConstantBeside<L> S>
  friend RKDG_FN Dual operator-(S a, Dual b) {
    return {L(a) - b.value, -b.derivative};
  }
  template <ConstantBeside<L> S>
  friend RKDG_FN Dual operator*(Dual a, S b) {
    return {a.value * L(b), a.derivative * L(b)};
  }
  template <ConstantBeside<L> S>
  friend RKDG_FN Dual operator*(S a, Dual b) {
    return b * a;
  }
  template <ConstantBeside<L> S>
  friend RKDG_FN Dual operator/(Dual a, S b) {
    return a * reciprocal(L(b));
  }
  template <ConstantBeside<L> S>
  friend RKDG_FN Dual operator/(S a, Dual b) {
    return a * reciprocal(b);
  }

  template <class S>
  RKDG_FN Dual& operator+=(S b) {
    return *this = *this + b;
  }
  template <class S>
  RKDG_FN Dual& operator-=(S b) {
    return *this = *this - b;
  }
  template <class S>
  RKDG_FN Dual& operator*=(S b) {
    return *this = *this * b;
  }
};

template <class L>
struct LaneTraits<Dual<L>> {
  using Real = RealOf<L>;
  using IndexLanes = IndexOf<L>;
  using Mask = MaskOf<L>;
  static constexpr int width = LaneTraits<L>::width;
};

#define RKDG_COMPARE(op)                                \
  template <class L>                                    \
  RKDG_FN MaskOf<L> operator op(Dual<L> a, Dual<L> b) { \
    return a.value op b.value;                          \
  }                                                     \
  template <class L, ConstantBeside<L> S>               \
  RKDG_FN MaskOf<L> operator op(Dual<L> a, S b) {       \
    return a.value op L(b);                             \
  }
RKDG_COMPARE(<)
RKDG_COMPARE(>)
RKDG_COMPARE(<=)
RKDG_COMPARE(>=)
#undef RKDG_COMPARE

template <class L>
RKDG_FN Dual<L> select(MaskOf<L> m, Dual<L> a, Dual<L> b) {
  return {select(m, a.value, b.value), select(m, a.derivative, b.derivative)};
}
template <class L>
RKDG_FN Dual<L> absolute(Dual<L> a) {
  return select(a.value < RealOf<L>(0), -a, a);
}
template <class L>
RKDG_FN Dual<L> maximum(Dual<L> a, Dual<L> b) {
  return select(a.value > b.value, a, b);
}
template <class L>
RKDG_FN Dual<L> minimum(Dual<L> a, Dual<L> b) {
  return select(a.value < b.value, a, b);
}
/// At 0, where there is no derivative, it counts as 0.
template <class L>
RKDG_FN Dual<L> square_root(Dual<L> a) {
  const L root = square_root(a.value), zero(RealOf<L>(0));
  return {root, select(root > zero, a.derivative * reciprocal(root + root), zero)};
}
template <class L>
RKDG_FN Dual<L> reciprocal(Dual<L> a) {
  const L inverse = reciprocal(a.value);
  return {inverse, -(inverse * inverse) * a.derivative};
}
/// To a constant power, for numbers above 0.
template <std::floating_point Real>
RKDG_FN Dual<Real> power(Dual<Real> base, Real exponent) {
  const Real result = power(base.value, exponent);
  return {result, exponent * result / base.value * base.derivative};
}

/// A lane of it, which is a number with a derivative, too.
template <class L>
RKDG_FN Dual<RealOf<L>> lane_of(Dual<L> x, int lane) {
  return {lane_of(x.value, lane), lane_of(x.derivative, lane)};
}
template <class L>
RKDG_FN void set_lane(Dual<L>& x, int lane, Dual<RealOf<L>> number) {
  set_lane(x.value, lane, number.value);
  set_lane(x.derivative, lane, number.derivative);
}
template <class L>
struct NumberOfLane<Dual<L>> {
  using Type = Dual<RealOf<L>>;
};
template <class L>
struct ConstantOfLane<Dual<L>> {
  using Type = L;
};
template <std::floating_point Real>
RKDG_FN Real value_of(Dual<Real> x) {
  return x.value;
}

/// A state array and the direction in which it moves: what a pointer is for lanes without derivatives.
template <class Real>
struct DualState {
  const Real *value, *derivative;

  friend RKDG_FN DualState operator+(DualState p, std::int64_t offset) {
    return {p.value + offset, p.derivative + offset};
  }
};
template <class L>
struct StateOfLane<Dual<L>> {
  using Type = DualState<RealOf<L>>;
  static RKDG_FN Type moving(const RealOf<L>* state, const RealOf<L>* direction) { return {state, direction}; }
};
template <class Real>
RKDG_FN void prefetch_read(DualState<Real> p) {
  prefetch_read(p.value);
  prefetch_read(p.derivative);
}

template <class V>
inline constexpr bool is_dual = false;
template <class L>
inline constexpr bool is_dual<Dual<L>> = true;

template <class V>
requires is_dual<V> RKDG_FN V load(DualState<RealOf<V>> p) {
  using L = ConstantOf<V>;
  return {load<L>(p.value), load<L>(p.derivative)};
}
template <class V>
requires is_dual<V> RKDG_FN V gather(DualState<RealOf<V>> p, IndexOf<V> i) {
  using L = ConstantOf<V>;
  return {gather<L>(p.value, i), gather<L>(p.derivative, i)};
}
template <class V>
requires is_dual<V> RKDG_FN V load(const RealOf<V>* p) { return load<ConstantOf<V>>(p); }
template <class V>
requires is_dual<V> RKDG_FN V gather(const RealOf<V>* p, IndexOf<V> i) { return gather<ConstantOf<V>>(p, i); }
template <class V>
requires is_dual<V> RKDG_FN V lookup(const RealOf<V>* table, IndexOf<V> slot) {
  return lookup<ConstantOf<V>>(table, slot);
}
template <class V>
requires is_dual<V> RKDG_FN IndexOf<V> load_index(const Index* p) { return load_index<ConstantOf<V>>(p); }
template <class V>
requires is_dual<V> RKDG_FN IndexOf<V> gather_index(const Index* p, IndexOf<V> i) {
  return gather_index<ConstantOf<V>>(p, i);
}
template <class V>
requires is_dual<V> RKDG_FN IndexOf<V> lane_numbers(Index i) { return lane_numbers<ConstantOf<V>>(i); }

/// Writes the derivative alone.
template <class L>
RKDG_FN void store(RealOf<L>* p, Dual<L> x) {
  store(p, x.derivative);
}

}  // namespace dg
