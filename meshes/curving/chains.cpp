#include "meshes/curving/chains.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "meshes/curving/vectors.hpp"

namespace dg {

template <int Dim>
Chains<Dim>::Chains(std::span<const std::array<double, Dim>> nodes, const std::vector<Edge>& edges, double angle)
    : nodes_(nodes), least_cosine_(std::cos(angle * std::numbers::pi / 180)) {
  for (const auto& [a, b] : edges) {
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }
}

template <int Dim>
bool Chains<Dim>::has(Index a, Index b) const {
  const auto found = neighbours_.find(a);
  return found != neighbours_.end() && std::find(found->second.begin(), found->second.end(), b) != found->second.end();
}

template <int Dim>
Index Chains<Dim>::next(Index from, Index at) const {
  const std::vector<Index>& others = neighbours_.at(at);
  if (others.size() != 2) return -1;
  const Index to = others[0] == from ? others[1] : others[0];
  const auto before = direction(sum(nodes_[at], -1, nodes_[from])), after = direction(sum(nodes_[to], -1, nodes_[at]));
  return inner(before, after) < least_cosine_ ? -1 : to;
}

template <int Dim>
std::array<double, Dim> Chains<Dim>::tangent(Index at, Index to) const {
  std::vector<Index> ahead{at, to}, behind{to, at};
  const auto extend = [&](std::vector<Index>& chain, std::size_t most) {
    while (chain.size() < most) {
      const Index further = next(chain[chain.size() - 2], chain.back());
      if (further < 0 || std::find(chain.begin(), chain.end(), further) != chain.end()) return;
      chain.push_back(further);
    }
  };
  extend(behind, 4);  // to, at, and two more
  const std::size_t back = behind.size() - 2;
  extend(ahead, back == 0 ? 4 : back == 1 ? 4 : 3);
  std::vector<Index> chain(behind.rbegin(), behind.rend() - 2);
  chain.insert(chain.end(), ahead.begin(), ahead.end());
  // Few points do not swing.
  const std::size_t first = back == 0 ? 0 : back - 1;
  const std::vector<Index> few(chain.begin() + static_cast<std::ptrdiff_t>(first),
                               chain.begin() + static_cast<std::ptrdiff_t>(std::min(first + 3, chain.size())));
  const auto by_few = slope(few, back - first), by_all = slope(chain, back);
  const double bend = length(sum(direction(sum(nodes_[few[1]], -1, nodes_[few[0]])), -1,
                                 direction(sum(nodes_[few.back()], -1, nodes_[few[few.size() - 2]]))));
  return length(sum(by_few, -1, by_all)) <= 0.5 * bend ? by_all : by_few;
}

// That of the polynomial over the length of the polygon.
template <int Dim>
std::array<double, Dim> Chains<Dim>::slope(const std::vector<Index>& chain, std::size_t at) const {
  std::vector<double> s{0};
  for (std::size_t i = 1; i < chain.size(); ++i)
    s.push_back(s.back() + length(sum(nodes_[chain[i]], -1, nodes_[chain[i - 1]])));
  std::array<double, Dim> slope{};
  for (std::size_t j = 0; j < chain.size(); ++j) {
    if (j == at) continue;
    double weight = 1 / (s[j] - s[at]);
    for (std::size_t k = 0; k < chain.size(); ++k)
      if (k != j && k != at) weight *= (s[at] - s[k]) / (s[j] - s[k]);
    slope = sum(slope, weight, sum(nodes_[chain[j]], -1, nodes_[chain[at]]));
  }
  return direction(slope);
}

template class Chains<2>;
template class Chains<3>;

}  // namespace dg
