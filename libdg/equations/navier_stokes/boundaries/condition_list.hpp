/// A list of boundary conditions as a type, and how to visit one of them at run time.
#pragma once

#include <type_traits>
#include <utility>

#include "libdg/backend/config.hpp"

namespace dg {

/// The struct whose state() a condition has, if it shares that with others; else itself.
template <class Condition>
struct StateOwner : std::type_identity<Condition> {};
template <class Condition>
requires requires { typename Condition::SharedState; }
struct StateOwner<Condition> : std::type_identity<typename Condition::SharedState> {};

/// The same of its values.
template <class Condition>
struct ValuesOwner : std::type_identity<Condition> {};
template <class Condition>
requires requires { typename Condition::SharedValues; }
struct ValuesOwner<Condition> : std::type_identity<typename Condition::SharedValues> {};

/// A condition has the number of its place in the list.
template <class... Conditions>
struct ConditionList {
  static constexpr int size = sizeof...(Conditions);
  static_assert(size <= 32, "sets of conditions are bits of a number");
  template <class Condition>
  using with = ConditionList<Conditions..., Condition>;

  /// Bits of those for which `trait` of the condition is true.
  template <class Trait>
  static constexpr unsigned with_trait(Trait trait) {
    unsigned set = 0, bit = 1;
    ((set |= trait(Conditions{}) ? bit : 0u, bit <<= 1), ...);
    return set;
  }
  /// Whether that of this number is one of them. `trait` is a lambda without captures.
  template <class Trait>
  RKDG_CALL static constexpr bool has(int number, Trait) {
    constexpr unsigned set = with_trait(Trait{});
    return (set >> number & 1u) != 0;
  }

  /// Calls visit(condition) for that of this number.
  template <class Visit>
  RKDG_FN static void visit(int number, Visit&& visit) {
    any([&]<int Place, class Condition>(At<Place, Condition>) {
      if (number == Place) visit(Condition{});
      return number == Place;
    });
  }

  /// Calls visit(struct) for that which the condition of this number shares with others, StateOwner or ValuesOwner. So
  /// kernels hold its code once.
  template <template <class> class Shared, class Visit>
  RKDG_FN static void visit_shared(int number, Visit&& visit) {
    any([&]<int Place, class Condition>(At<Place, Condition>) {
      using Owner = typename Shared<Condition>::type;
      constexpr unsigned sharing =
          with_trait([](auto other) { return std::is_same_v<typename Shared<decltype(other)>::type, Owner>; });
      if constexpr ((sharing & ((1u << Place) - 1)) != 0) return false;  // an earlier one has them
      const bool here =
          any([&]<int Other, class C>(At<Other, C>) { return (sharing >> Other & 1u) && number == Other; });
      if (here) visit(Owner{});
      return here;
    });
  }

 private:
  template <int Place, class Condition>
  struct At {};

  template <class Take, int... Place>
  RKDG_FN static bool any_at(Take&& take, std::integer_sequence<int, Place...>) {
    return (take(At<Place, Conditions>{}) || ...);
  }
  /// Whether take() of one of them is true, in order; the rest is not asked.
  template <class Take>
  RKDG_FN static bool any(Take&& take) {
    return any_at(take, std::make_integer_sequence<int, size>{});
  }
};

}  // namespace dg
