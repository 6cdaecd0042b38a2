#include "libdg/formulas/angles.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace dg {
namespace {

using enum Operation;

using Nodes = std::span<const ExpressionNode>;

/// A sum of multiples of nodes, by node. The first factor of a part of an argument is positive.
using Sum = std::map<NodeId, double>;

enum class Split { none, place_and_time, terms };

constexpr std::size_t most_terms = 6;  ///< of an argument that is split
constexpr int most_visits = 100;       ///< of nodes of an argument: sums of sums share their parts

bool is_angle(const ExpressionNode& node) { return node.operation == sine || node.operation == cosine; }

/// A node as a sum of terms; nothing where these are too many. Numbers are terms, too.
std::optional<Sum> terms_of(Nodes nodes, NodeId whole) {
  std::vector<std::pair<NodeId, double>> rest{{whole, 1.0}};
  Sum sum;
  for (int visits = 0; !rest.empty(); ++visits) {
    if (visits > most_visits) return {};
    const auto [n, factor] = rest.back();
    rest.pop_back();
    const ExpressionNode& node = nodes[n];
    const auto [a, b, c] = node.arguments;
    const auto is_number = [&](NodeId k) { return nodes[k].operation == Operation::number; };
    if (node.operation == add || node.operation == subtract) {
      rest.push_back({a, factor});
      rest.push_back({b, node.operation == add ? factor : -factor});
    } else if (node.operation == negate) {
      rest.push_back({a, -factor});
    } else if (node.operation == multiply && is_number(a)) {
      rest.push_back({b, factor * nodes[a].number});
    } else if (node.operation == multiply && is_number(b)) {
      rest.push_back({a, factor * nodes[b].number});
    } else if (node.operation == divide && is_number(b)) {
      rest.push_back({a, factor / nodes[b].number});
    } else {
      sum[n] += factor;
    }
  }
  std::erase_if(sum, [](const auto& term) { return term.second == 0; });
  const bool finite = std::all_of(sum.begin(), sum.end(), [](const auto& term) { return std::isfinite(term.second); });
  return finite && sum.size() <= most_terms ? std::optional(sum) : std::nullopt;
}

/// What a value costs: nothing where it depends on time alone, twice as much where it depends on both.
int times_evaluated(Nodes nodes, const Sum& sum) {
  bool place = false, time = false;
  for (const auto& [n, factor] : sum) {
    const unsigned uses = nodes[n].uses;
    place = place || (uses & ~uses_no_place) != 0;
    time = time || (uses & uses_no_place) != 0;
  }
  return !place ? 0 : time ? 2 : 1;
}

/// The parts of a sum, those that cost least last, and of each whether it is the negative one.
std::vector<std::pair<Sum, bool>> parts_of(Nodes nodes, const Sum& sum, Split split) {
  std::vector<std::pair<Sum, bool>> parts;
  if (split == Split::none || sum.empty()) {
    parts.push_back({sum, false});
  } else if (split == Split::terms) {
    for (const auto& term : sum) parts.push_back({{term}, false});
  } else {
    std::map<bool, Sum> by_time;
    for (const auto& term : sum) by_time[times_evaluated(nodes, {term}) == 0].insert(term);
    for (const auto& [of_time, part] : by_time) parts.push_back({part, false});
  }
  for (auto& [part, negative] : parts) {
    negative = !part.empty() && part.begin()->second < 0;
    if (negative)
      for (auto& term : part) term.second = -term.second;
  }
  std::stable_sort(parts.begin(), parts.end(), [&](const auto& a, const auto& b) {
    const auto rank = [&](const Sum& s) {
      return times_evaluated(nodes, s) == 1 ? 0 : times_evaluated(nodes, s) == 2 ? 1 : 2;
    };
    return rank(a.first) < rank(b.first);
  });
  return parts;
}

/// Instructions for two times of a point, about.
int cost(Nodes nodes, const std::set<Sum>& angles, Split split) {
  constexpr int of_sine_and_cosine = 20, of_their_sum = 4;
  int total = 0;
  std::set<Sum> known;
  for (const Sum& angle : angles) {
    Sum together;
    const auto parts = parts_of(nodes, angle, split);
    for (const auto& [part, negative] : parts) {
      if (known.insert(part).second) total += of_sine_and_cosine * times_evaluated(nodes, part);
      const bool first = together.empty();
      together.insert(part.begin(), part.end());
      if (!first) total += of_their_sum * times_evaluated(nodes, together);
    }
  }
  return total;
}

/// Writes the formulas again, node by node.
class Writer {
 public:
  Writer(Nodes from, Split split) : from_(from), split_(split), places_(from.size(), -1) {}

  /// The place of a node in the new graph, whose arguments have been written.
  void write(NodeId n, const std::optional<Sum>& angle) {
    const ExpressionNode& node = from_[n];
    NodeId place = -1;
    if (node.operation == Operation::number) {
      place = graph_.number(node.number);
    } else if (node.operation == Operation::variable) {
      place = graph_.variable(static_cast<Variable>(static_cast<int>(node.number)));
    } else if (node.operation == Operation::parameter) {
      place = graph_.parameter(static_cast<int>(node.number));
    } else if (angle && split_ != Split::none) {
      const auto [s, c] = sine_and_cosine(*angle);
      place = node.operation == sine ? s : c;
    } else {
      const auto argument = [&](int k) { return node.arguments[k] < 0 ? -1 : places_[node.arguments[k]]; };
      place = graph_.make(node.operation, argument(0), argument(1), argument(2));
    }
    places_[n] = place;
  }

  SplitAngles take(const std::vector<NodeId>& values) {
    std::vector<NodeId> places;
    for (const NodeId v : values) places.push_back(places_[v]);
    return {std::move(graph_), std::move(places)};
  }

 private:
  /// By the addition theorems.
  std::pair<NodeId, NodeId> sine_and_cosine(const Sum& angle) {
    NodeId s = graph_.number(0), c = graph_.number(1);
    for (const auto& [part, negative] : parts_of(from_, angle, split_)) {
      NodeId argument = graph_.number(0);
      for (const auto& [n, factor] : part)
        argument = graph_.make(add, argument, graph_.make(multiply, graph_.number(factor), places_[n]));
      const NodeId sine_of_part = graph_.make(sine, argument), cosine_of_part = graph_.make(cosine, argument);
      const NodeId s_of_part = negative ? graph_.make(negate, sine_of_part) : sine_of_part;
      const NodeId next =
          graph_.make(add, graph_.make(multiply, s, cosine_of_part), graph_.make(multiply, c, s_of_part));
      c = graph_.make(subtract, graph_.make(multiply, c, cosine_of_part), graph_.make(multiply, s, s_of_part));
      s = next;
    }
    return {s, c};
  }

  Nodes from_;
  Split split_;
  ExpressionGraph graph_;
  std::vector<NodeId> places_;
};

}  // namespace

SplitAngles with_split_angles(std::span<const ExpressionNode> nodes, const std::vector<NodeId>& values) {
  std::vector<std::optional<Sum>> angle_of_node(nodes.size());
  std::set<Sum> angles;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (!is_angle(nodes[n])) continue;
    angle_of_node[n] = terms_of(nodes, nodes[n].arguments[0]);
    if (angle_of_node[n]) angles.insert(*angle_of_node[n]);
  }
  Split best = Split::none;
  for (const Split split : {Split::place_and_time, Split::terms})
    if (cost(nodes, angles, split) < cost(nodes, angles, best)) best = split;

  Writer writer(nodes, best);
  for (std::size_t n = 0; n < nodes.size(); ++n) writer.write(static_cast<NodeId>(n), angle_of_node[n]);
  return writer.take(values);
}

}  // namespace dg
