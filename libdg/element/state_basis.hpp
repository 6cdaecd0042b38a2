/// What the numbers of a cell in a state of assembly `tiles` stand for; for that of `blocks` see ZoneView::by_points.
#pragma once

namespace dg {

enum class StateBasis {
  modes,            ///< of element/basis.hpp
  symmetric_modes,  ///< of tetrahedra, in blocks (element/tetrahedron_symmetry.hpp)
  triangle_modes,   ///< of prisms with Q^p, those of the triangle at each point of the line (element/prism_modes.hpp)
  line_points       ///< of hexahedra with Q^p, values at the points of lines, see place_of_line_point()
};

}  // namespace dg
