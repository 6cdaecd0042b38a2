#include "meshes/su2_elements.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "meshes/lattice.hpp"
#include "meshes/msh_elements.hpp"

namespace dg {
namespace {

constexpr int vtk_line = 3;

std::optional<CellShape> su2_shape_of(int vtk_type) {
  using enum CellShape;
  static constexpr std::array<std::pair<int, CellShape>, 6> shapes{
      {{5, triangle}, {9, quadrilateral}, {10, tetrahedron}, {12, hexahedron}, {13, prism}, {14, pyramid}}};
  const auto found = std::find_if(shapes.begin(), shapes.end(), [&](const auto& s) { return s.first == vtk_type; });
  return found == shapes.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

Su2Element su2_element(int type) {
  if (type < 0) return {};
  const int without_solution = type > 10000 ? type % 10000 : type, vtk_type = without_solution % 100;
  Su2Element element;
  element.order = without_solution / 100 + 1;
  const std::optional<CellShape> shape = su2_shape_of(vtk_type);
  if (element.order > max_geometry_order || (!shape && vtk_type != vtk_line)) return element;
  element.type = shape ? msh_cell_type(*shape, element.order) : msh_line_type(element.order);
  if (shape && element.order > 1) {
    element.nodes = msh_node_order(*shape, element.order);
    return element;
  }
  element.nodes.resize(static_cast<std::size_t>(msh_element_type(element.type).node_count));
  std::iota(element.nodes.begin(), element.nodes.end(), 0);
  // The ends of a line come first in Gmsh's order.
  if (!shape) std::rotate(element.nodes.begin() + 1, element.nodes.end() - 1, element.nodes.end());
  return element;
}

}  // namespace dg
