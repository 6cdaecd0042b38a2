#include "apps/run/periodic_partners.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "apps/case/ini_file.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

template <int Dim>
std::vector<std::string> partners_in(const Mesh<Dim>& mesh, const std::string& name) {
  std::set<std::string> partners;
  for (const auto& pair : mesh.periodic_pairs) {
    if (mesh.boundary_names[pair.a] == name) partners.insert(mesh.boundary_names[pair.b]);
    if (mesh.boundary_names[pair.b] == name) partners.insert(mesh.boundary_names[pair.a]);
  }
  return {partners.begin(), partners.end()};
}

std::string partner_line(const std::string& name) { return "'partner = " + shown(name_in_title(name)) + "'"; }

/// Precondition: a periodic boundary has a name in the mesh.
void settle_partner(BoundaryCondition& boundary, const std::vector<std::string>& known, bool is_open,
                    const std::string& where) {
  const std::string opening = where + ": boundary " + in_quotes(boundary.name);
  if (boundary.partner.empty() && known.empty())
    throw InputError(opening +
                     " is periodic, but neither the case nor the mesh says with which other; add 'partner = NAME'");
  if (boundary.partner.empty() && known.size() > 1)
    throw InputError(opening + " is periodic with several boundaries of the mesh (" + name_list(known) + "); add " +
                     partner_line(known.front()) + ", or with one of the others");
  if (boundary.partner.empty()) boundary.partner = known.front();
  if (is_open && !known.empty() && std::ranges::find(known, boundary.partner) == known.end())
    throw InputError(opening + " is periodic with " + name_list(known) + " in the mesh file, not with " +
                     in_quotes(boundary.partner) + "; give " + partner_line(known.front()) +
                     ", or use a mesh file that does not say so");
}

}  // namespace

template <int Dim>
void settle_partners(Case& c, const Mesh<Dim>& mesh, const std::set<std::string>& open) {
  for (BoundaryCondition& boundary : c.solver.boundaries) {
    if (boundary.type != BoundaryType::periodic || std::ranges::count(mesh.boundary_names, boundary.name) == 0)
      continue;
    settle_partner(boundary, partners_in(mesh, boundary.name), open.contains(boundary.name),
                   c.where_boundary.at(boundary.name));
  }
}

template void settle_partners<2>(Case&, const Mesh<2>&, const std::set<std::string>&);
template void settle_partners<3>(Case&, const Mesh<3>&, const std::set<std::string>&);

}  // namespace dg::app
