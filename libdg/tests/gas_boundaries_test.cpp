// The list of boundary conditions of a gas: a new one is its struct, and its lines in the list.
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "boundary_point.hpp"
#include "libdg/solver/boundary_kinds.hpp"

namespace dg::test {
namespace {

/// A skeleton: gas at rest at a given temperature, at the pressure inside.
struct AtRest : BoundaryDefaults {
  static constexpr const char* name = "at-rest";
  static constexpr bool conducts = false;

  template <class Condition, class Value>
  RKDG_CALL static void values(Condition& bc, Value&& value) {
    value.temperature("temperature", bc.temperature);
  }

  template <int N, int Dim, class V>
  RKDG_CALL static void state(const BoundaryParameters<RealOf<V>, Dim>& bc, const Gas<RealOf<V>>& gas,
                              const V (&inside)[N], const RealOf<V> (&)[Dim], const RealOf<V>*, V (&u_b)[N]) {
    const V still[Dim]{}, p = primitive(gas, inside).p;
    from_primitive(gas, gas.gamma * p / bc.temperature, still, p, u_b);
  }
};

using Longer = GasBoundaries::with<AtRest>;
constexpr int last = Longer::size - 1;
constexpr auto is_that_of_the_test = [](auto condition) { return std::is_same_v<decltype(condition), AtRest>; };
static_assert(Longer::size == GasBoundaries::size + 1);
static_assert(Longer::with_trait(is_that_of_the_test) == 1u << last);
static_assert(Longer::has(last, [](auto condition) { return !condition.conducts && !condition.is_closed; }));

TEST_CASE("A condition at the end of the list has its name, values and states without a word elsewhere") {
  const double data[4] = {1.3}, n[2] = {1, 0};
  auto bc = condition(static_cast<BoundaryType>(last));
  std::string name;
  Longer::visit(last, [&](auto condition) { name = condition.name; });
  CHECK(name == "at-rest");
  Longer::visit_shared<ValuesOwner>(last, [&](auto condition) { condition.values(bc, ValuesInData<double>{data}); });
  CHECK(bc.temperature == 1.3);
  double inside[4], u_b[4];
  set(inside, {1.2, 0.3, -0.1, 0.9});
  Longer::visit_shared<StateOwner>(
      last, [&](auto condition) { condition.state(bc, Gas<double>{GasOptions{}}, inside, n, data, u_b); });
  check_same(Flow::of(u_b), {gamma * 0.9 / 1.3, 0, 0, 0.9});
}

TEST_CASE("Each type is visited once, and has the name of its word") {
  std::set<std::string> names;
#define RKDG_CHECK_NAME(word, Struct)                                                                \
  {                                                                                                  \
    std::string text = #word;                                                                        \
    for (char& c : text) c = c == '_' ? '-' : c;                                                     \
    int visits = 0;                                                                                  \
    visit_boundary(BoundaryType::word, [&](auto condition) {                                         \
      CHECK(std::is_same_v<decltype(condition), Struct>);                                            \
      ++visits;                                                                                      \
    });                                                                                              \
    CHECK(visits == 1);                                                                              \
    CHECK(boundary_text(BoundaryType::word, [](auto condition) { return condition.name; }) == text); \
    names.insert(text);                                                                              \
  }
  RKDG_GAS_BOUNDARIES(RKDG_CHECK_NAME)
#undef RKDG_CHECK_NAME
  CHECK(names.size() == GasBoundaries::size);
}

TEST_CASE("What conditions share is what they have") {
  for (int i = 0; i < GasBoundaries::size; ++i) {
    int states = 0, values = 0;
    GasBoundaries::visit(i, [&](auto condition) {
      using Condition = decltype(condition);
      using Parameters = BoundaryParameters<double, 2>;
      using Value = ValuesInData<double>;
      GasBoundaries::visit_shared<StateOwner>(i, [&](auto owner) {
        using Owner = decltype(owner);
        if constexpr (std::is_base_of_v<Owner, Condition>) ++states;
        if constexpr (std::is_base_of_v<Owner, Condition>)
          CHECK(&Owner::template state<4, 2, double> == &Condition::template state<4, 2, double>);
      });
      GasBoundaries::visit_shared<ValuesOwner>(i, [&](auto owner) {
        using Owner = decltype(owner);
        if constexpr (std::is_base_of_v<Owner, Condition>) ++values;
        if constexpr (std::is_base_of_v<Owner, Condition>)
          CHECK(&Owner::template values<Parameters, Value> == &Condition::template values<Parameters, Value>);
      });
    });
    CHECK(states == 1);
    CHECK(values == 1);
  }
}

TEST_CASE("Walls are closed, and what has friction or exchanges heat is a wall") {
  for (int i = 0; i < GasBoundaries::size; ++i) {
    const auto type = static_cast<BoundaryType>(i);
    CHECK((!is_wall(type) || is_closed(type)));
    CHECK((!(is_no_slip(type) || exchanges_heat(type)) || has_friction(type)));
    CHECK((!has_friction(type) || is_wall(type)));
    CHECK((!is_closed(type) || !takes_state(type)));
  }
}

}  // namespace
}  // namespace dg::test
