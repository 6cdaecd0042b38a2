#include "apps/run/boundary_rules.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/case/ini_file.hpp"
#include "apps/ranks.hpp"
#include "apps/run/periodic_partners.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_groups.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// True if `name` is `pattern`, in which each * stands for any text.
bool fits(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, retry = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++retry;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string title(const BoundaryRule& rule) { return "[boundary." + shown(rule.pattern) + "]"; }

/// The rule for a boundary that no section names, or null.
const BoundaryRule* rule_for(const Case& c, const std::string& name) {
  if (name == boundary_without_group) return nullptr;
  const BoundaryRule* best = nullptr;
  const BoundaryRule* equal = nullptr;
  for (const BoundaryRule& rule : c.boundary_rules) {
    if (!fits(rule.pattern, name)) continue;
    if (best != nullptr && rule.pattern.size() < best->pattern.size()) continue;
    equal = best != nullptr && rule.pattern.size() == best->pattern.size() ? best : nullptr;
    best = &rule;
  }
  if (equal == nullptr) return best;
  throw InputError(best->where + ": boundary " + in_quotes(name) + " fits " + title(*best) + " and " + title(*equal) +
                   " equally well; give it a section of its own, [" + shown(boundary_title(name)) + "]");
}

bool is_named(const Case& c, const std::string& name) {
  return std::ranges::any_of(c.solver.boundaries,
                             [&](const BoundaryCondition& b) { return b.name == name || b.partner == name; });
}

/// The group whose boundary takes the faces that are in all of these; empty if the case knows none of them.
std::string chosen_group(const Case& c, const std::vector<std::string>& groups) {
  std::vector<std::string> named;
  std::ranges::copy_if(groups, std::back_inserter(named), [&](const std::string& g) { return is_named(c, g); });
  if (named.size() > 1) {
    throw InputError(c.path + ": faces of the mesh are in the groups " + in_quotes(named[0]) + " and " +
                     in_quotes(named[1]) + ", and the case names both; drop one of the two sections, or add [" +
                     shown(boundary_title(overlap_of(groups))) + "] for these faces");
  }
  if (!named.empty()) return named.front();
  const BoundaryRule* rule = nullptr;
  std::string chosen;
  for (const std::string& group : groups) {
    const BoundaryRule* other = rule_for(c, group);
    if (other == nullptr || other == rule) continue;
    if (rule != nullptr) {
      throw InputError(c.path + ": faces of the mesh are in the groups " + in_quotes(chosen) + " and " +
                       in_quotes(group) + ", to which " + title(*rule) + " and " + title(*other) +
                       " apply; add a section for one of the groups");
    }
    rule = other;
    chosen = group;
  }
  return chosen;
}

/// Moves faces in several groups to the boundary of the one that the case chooses.
template <int Dim>
void settle_overlaps(const Case& c, const std::set<std::string>& open, Mesh<Dim>& mesh) {
  const std::vector<std::string>& names = mesh.boundary_names;
  std::vector<std::int16_t> moved(names.size());
  bool moves = false;
  for (std::size_t b = 0; b < names.size(); ++b) {
    moved[b] = static_cast<std::int16_t>(b);
    const std::vector<std::string> groups = overlapping_groups(names[b]);
    if (groups.empty() || !open.contains(names[b]) || is_named(c, names[b])) continue;
    const auto group = std::find(names.begin(), names.end(), chosen_group(c, groups));
    if (group == names.end()) continue;
    moved[b] = static_cast<std::int16_t>(group - names.begin());
    moves = true;
  }
  if (!moves) return;
  for (Face& face : mesh.faces)
    if (face.boundary >= 0) face.boundary = moved[face.boundary];
  for (auto& pair : mesh.periodic_pairs) pair.a = moved[pair.a], pair.b = moved[pair.b];
}

void add_condition(const BoundaryRule& rule, const std::string& name, Case& c) {
  BoundaryCondition& condition = c.solver.boundaries.emplace_back(rule.condition);
  condition.name = name;
  c.where_boundary[name] = rule.where;
  if (rule.formulas) c.boundary_formulas[name] = *rule.formulas;
  if (rule.inflow) c.inflows[name] = *rule.inflow;
}

void require_use(const Case& c, const std::vector<std::string>& names) {
  for (const BoundaryRule& rule : c.boundary_rules) {
    if (std::ranges::any_of(
            names, [&](const std::string& name) { return name != boundary_without_group && fits(rule.pattern, name); }))
      continue;
    throw InputError(rule.where + ": " + title(rule) + " fits no boundary of the mesh (it has: " + name_list(names) +
                     ")");
  }
}

}  // namespace

template <int Dim>
std::set<std::string> open_boundaries(const Mesh<Dim>& mesh, bool cut) {
  std::vector<std::int64_t> is_open(mesh.boundary_names.size());
  for (const Face& face : mesh.faces) {
    if (face.boundary >= 0) is_open[face.boundary] = 1;
  }
  if (cut) all_ranks().reduce(is_open, Reduction::largest);
  std::set<std::string> names;
  for (std::size_t b = 0; b < is_open.size(); ++b)
    if (is_open[b]) names.insert(mesh.boundary_names[b]);
  return names;
}

template <int Dim>
Case apply_boundary_rules(Case c, Mesh<Dim>& mesh, bool cut) {
  settle_overlaps(c, open_boundaries(mesh, cut), mesh);
  settle_partners(c, mesh, open_boundaries(mesh, cut));
  require_use(c, mesh.boundary_names);
  for (const std::string& name : open_boundaries(mesh, cut)) {
    if (is_named(c, name)) continue;
    if (const BoundaryRule* rule = rule_for(c, name)) add_condition(*rule, name, c);
  }
  return c;
}

template std::set<std::string> open_boundaries<2>(const Mesh<2>&, bool);
template std::set<std::string> open_boundaries<3>(const Mesh<3>&, bool);
template Case apply_boundary_rules<2>(Case, Mesh<2>&, bool);
template Case apply_boundary_rules<3>(Case, Mesh<3>&, bool);

}  // namespace dg::app
