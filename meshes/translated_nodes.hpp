/// Nodes of two groups of faces that lie a translation apart.
#pragma once

#include "meshes/foreign_mesh.hpp"

namespace dg {

/// The vertices of the faces of group `b`, each as the image of one of group `a`. The translation is that between the
/// mean places of the vertices. There are no pairs unless every vertex has a counterpart within 1e-8 of the size of the
/// groups.
PeriodicNodes translated_nodes(const std::vector<std::array<double, 3>>& nodes, const std::vector<ElementBlock>& faces,
                               int a, int b);

}  // namespace dg
