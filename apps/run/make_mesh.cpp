#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "apps/case/ini_file.hpp"
#include "apps/console.hpp"
#include "apps/ranks.hpp"
#include "apps/run/boundary_rules.hpp"
#include "apps/run/problem.hpp"
#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_groups.hpp"
#include "meshes/generate.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

template <int Dim>
bool has_name(const Mesh<Dim>& mesh, const std::string& name) {
  return std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), name) != mesh.boundary_names.end();
}

using Conditions = std::vector<BoundaryCondition>;

const BoundaryCondition* condition_of(const Conditions& all, const std::string& name) {
  const auto it = std::find_if(all.begin(), all.end(), [&](const BoundaryCondition& b) { return b.name == name; });
  return it == all.end() ? nullptr : &*it;
}

/// The conditions of a case with mutual periodic ones: a partner without a section gets one.
template <int Dim>
Conditions with_partners(const Case& c, const Mesh<Dim>& mesh) {
  Conditions all = c.solver.boundaries;
  for (const BoundaryCondition& boundary : c.solver.boundaries) {
    if (boundary.type != BoundaryType::periodic) continue;
    const std::string where = c.where_boundary.at(boundary.name);
    require_boundary(mesh, boundary.partner, where);
    if (const BoundaryCondition* partner = condition_of(all, boundary.partner)) {
      if (partner->type == BoundaryType::periodic && partner->partner == boundary.name) continue;
      const auto stated = c.where_boundary.find(boundary.partner);
      throw InputError(where + ": partner '" + boundary.partner + "' has a condition of its own at " +
                       (stated == c.where_boundary.end() ? c.where_boundary.at(partner->partner) : stated->second) +
                       "; drop that section or make it periodic with partner '" + boundary.name + "'");
    }
    BoundaryCondition partner = boundary;
    std::swap(partner.name, partner.partner);
    all.push_back(partner);
  }
  return all;
}

/// Of a periodic boundary or its partner.
std::string where_joined(const Case& c, const BoundaryCondition& boundary) {
  const auto stated = c.where_boundary.find(boundary.name);
  return stated == c.where_boundary.end() ? c.where_boundary.at(boundary.partner) : stated->second;
}

/// The partner that the mesh has joined to a boundary; empty if none, as long as either has faces.
template <int Dim>
std::string joined_to(const Mesh<Dim>& mesh, const std::set<std::string>& open, const std::string& name) {
  for (const auto& pair : mesh.periodic_pairs) {
    if (open.contains(mesh.boundary_names[pair.a]) || open.contains(mesh.boundary_names[pair.b])) continue;
    if (mesh.boundary_names[pair.a] == name) return mesh.boundary_names[pair.b];
    if (mesh.boundary_names[pair.b] == name) return mesh.boundary_names[pair.a];
  }
  return "";
}

std::string periodic_section(const std::string& name, const std::string& partner) {
  return "'type = periodic' and 'partner = " + shown(name_in_title(partner)) + "' in [" + shown(boundary_title(name)) +
         "]";
}

/// Boundaries that a mesh has joined must be so in the case, too.
template <int Dim>
void require_joins_of_mesh(const Case& c, const Conditions& boundaries, const Mesh<Dim>& mesh, bool cut) {
  const std::set<std::string> open = open_boundaries(mesh, cut);
  for (const std::string& name : mesh.boundary_names) {
    const std::string partner = joined_to(mesh, open, name);
    if (partner.empty()) continue;
    const std::string is_joined = ": boundary " + in_quotes(name) + " of the mesh is joined to " + in_quotes(partner);
    const BoundaryCondition* condition = condition_of(boundaries, name);
    if (condition == nullptr)
      throw InputError(c.path + is_joined + " and has no condition; add " + periodic_section(name, partner));
    if (condition->type == BoundaryType::periodic && condition->partner == partner) continue;
    throw InputError(where_joined(c, *condition) + is_joined + "; give " + periodic_section(name, partner) +
                     ", or use a mesh where it is not joined");
  }
}

template <int Dim>
void join_periodic_boundaries(const Case& c, const Conditions& boundaries, bool cut, Mesh<Dim>& mesh) {
  std::set<std::string> open = open_boundaries(mesh, cut);
  for (const BoundaryCondition& boundary : boundaries) {
    if (boundary.type != BoundaryType::periodic || !open.contains(boundary.name)) continue;
    if (cut)
      throw InputError(fmt::format(
          "{}: boundary '{}' of the mesh is not joined to '{}', which has to be done before a mesh is cut: by 'rkdg "
          "partition --periodic {}={}'",
          where_joined(c, boundary), boundary.name, boundary.partner, boundary.name, boundary.partner));
    connect_periodic(mesh, boundary.name, boundary.partner, where_joined(c, boundary));
    open.erase(boundary.name);
    open.erase(boundary.partner);
  }
}

/// Pairs that the file of a mesh states, but the case does not take, mean nothing to a solver.
template <int Dim>
void drop_pairs_of(const std::set<std::string>& open, Mesh<Dim>& mesh) {
  std::erase_if(mesh.periodic_pairs, [&](const auto& pair) {
    return open.contains(mesh.boundary_names[pair.a]) || open.contains(mesh.boundary_names[pair.b]);
  });
}

/// Once periodic boundaries have been joined, those with faces and the conditions of others belong to each other.
template <int Dim>
void require_conditions(const Case& c, const Conditions& boundaries, const Mesh<Dim>& mesh, bool cut) {
  const std::set<std::string> open = open_boundaries(mesh, cut);
  for (const std::string& name : open) {
    if (condition_of(boundaries, name) != nullptr) continue;
    if (name == boundary_without_group)
      throw InputError(c.path + ": faces of the mesh are in no group, and so on its boundary 'default'; give them a " +
                       "group in the mesh, or add a section [boundary.default] with a type");
    if (const std::vector<std::string> groups = overlapping_groups(name); !groups.empty())
      throw InputError(c.path + ": faces of the mesh are in the groups " + name_list(groups) +
                       ", of which the case names none; add a section [" + shown(boundary_title(groups.front())) +
                       "] with a type");
    throw InputError(c.path + ": boundary " + in_quotes(name) + " of the mesh has no condition; add a section [" +
                     shown(boundary_title(name)) + "] with a type");
  }
  const auto require_faces = [&](const std::string& name, const std::string& where) {
    if (open.contains(name)) return;
    const std::string partner = joined_to(mesh, open, name);
    throw InputError(where + ": boundary " + in_quotes(name) + " has no faces" +
                     (partner.empty() ? "" : ": it is joined to " + in_quotes(partner)));
  };
  for (const BoundaryCondition& boundary : boundaries)
    if (joined_to(mesh, open, boundary.name).empty()) require_faces(boundary.name, where_joined(c, boundary));
  for (const std::string& name : c.output.forces) require_faces(name, c.output.where_forces);
  for (const std::string& name : c.output.surface) require_faces(name, c.output.where_surface);
  for (const std::string& name : c.mesh.ordering.starts) require_faces(name, c.mesh.where_start);
}

}  // namespace

template <int Dim>
void require_boundary(const Mesh<Dim>& mesh, const std::string& name, const std::string& where) {
  if (has_name(mesh, name)) return;
  throw InputError(where + ": boundary " + in_quotes(name) +
                   " is not in the mesh (it has: " + name_list(mesh.boundary_names) + ")");
}

template void require_boundary<2>(const Mesh<2>&, const std::string&, const std::string&);
template void require_boundary<3>(const Mesh<3>&, const std::string&, const std::string&);

AnyMesh read_foreign_mesh(const std::string& path, int highest_order) {
  std::vector<std::string> notes;
  AnyMesh mesh = read_any_mesh(path, &notes, highest_order);
  if (all_ranks().rank() == 0)
    for (const std::string& note : notes) print_warning("{}", note);
  return mesh;
}

AnyMesh read_mesh_of(const Case& c) {
  if (!c.mesh.file.empty()) return read_foreign_mesh(c.resolve(c.mesh.file));
  try {
    return generate_any_mesh(c.mesh.generate, c.mesh.level, c.mesh.parameters);
  } catch (const InputError& error) {
    throw InputError(c.mesh.where + ": " + error.what());
  }
}

template <int Dim>
std::vector<BoundaryCondition> join_and_check_boundaries(const Case& c, Mesh<Dim>& mesh, bool cut) {
  require_dimension(c, Dim);
  for (const BoundaryCondition& boundary : c.solver.boundaries) {
    require_boundary(mesh, boundary.name, c.where_boundary.at(boundary.name));
  }
  for (const std::string& name : c.output.forces) require_boundary(mesh, name, c.output.where_forces);
  for (const std::string& name : c.output.surface) require_boundary(mesh, name, c.output.where_surface);
  for (const std::string& name : c.mesh.ordering.starts) require_boundary(mesh, name, c.mesh.where_start);
  Conditions boundaries = with_partners(c, mesh);
  require_joins_of_mesh(c, boundaries, mesh, cut);
  join_periodic_boundaries(c, boundaries, cut, mesh);
  drop_pairs_of(open_boundaries(mesh, cut), mesh);
  require_conditions(c, boundaries, mesh, cut);
  return boundaries;
}

template std::vector<BoundaryCondition> join_and_check_boundaries<2>(const Case&, Mesh<2>&, bool);
template std::vector<BoundaryCondition> join_and_check_boundaries<3>(const Case&, Mesh<3>&, bool);

}  // namespace dg::app
