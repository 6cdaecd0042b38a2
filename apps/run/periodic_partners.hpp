/// Partners of periodic boundaries that the case leaves to the mesh.
#pragma once

#include <set>
#include <string>

#include "apps/case/case.hpp"
#include "meshes/mesh.hpp"

namespace dg::app {

/// Gives each periodic boundary without a partner the one that the mesh is joined to there, or that its file states.
/// Throws InputError if there is none or several, and for partners other than those stated of the boundaries `open`,
/// which have faces.
template <int Dim>
void settle_partners(Case& c, const Mesh<Dim>& mesh, const std::set<std::string>& open);

}  // namespace dg::app
