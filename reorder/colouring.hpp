/// Colouring of faces, so that the faces of one colour can add to their cells at the same time without a race.
///
/// Reference: X. Zhang, X. Sun, X. Guo, Y. Du, Y. Lu, Y. Liu, Optimizations of graph coloring method for unstructured
/// finite volume computational fluid dynamics on GPU, J. Natl. Univ. Def. Technol. 44(5), 2022, algorithms 3 and 4.
#pragma once

#include <vector>

#include "reorder/graph.hpp"

namespace dg {

/// More colours than this are refused: a solver would launch as many kernels, and the sets of colours are 64-bit masks.
inline constexpr int max_colours = 64;

enum class ColouringRule {
  greedy,    ///< each face takes the lowest colour that no face of its cells has; the last colours come out small
  balanced,  ///< the same number of colours, but faces move from full colours to free ones until the sizes even out
  few  ///< at most one colour more than a cell has faces (Vizing 1964), where no two cells share two faces. Elsewhere a
       ///< face may need another one. By Kempe chains and fans: J. Misra, D. Gries, A constructive proof of Vizing's
       ///< theorem, Inf. Process. Lett. 41(3), 1992. Linear time, but for the length of the chains
};

/// Faces sorted by colour. No two faces of one colour share a cell.
struct FaceColouring {
  std::vector<Index> faces;  ///< new to old; within a colour ascending, which keeps what it can of the order
  std::vector<Index> colour_begin{
      0};  ///< colour c holds faces[colour_begin[c]] up to faces[colour_begin[c+1]], exclusive

  int colour_count() const { return static_cast<int>(colour_begin.size()) - 1; }
};

/// Colours the faces in their order, boundary faces included, in linear time.
/// Throws InputError if that takes more than max_colours.
FaceColouring colour_faces(const CellGraph& graph, ColouringRule rule = ColouringRule::greedy);

/// Numbers of items between consecutive begin offsets, e.g. the sizes of the colours.
std::vector<Index> sizes_of(const std::vector<Index>& begin);

}  // namespace dg
