/// Shapes of cells in two and three dimensions: their vertices, faces and nodes by number.
#pragma once

#include <array>
#include <cstdint>

namespace dg {

/// Shapes of cells. The values are stored in mesh files: never renumber them.
///
/// Reference cells, by the places of the vertices in order:
/// - triangle: (-1, -1), (1, -1), (-1, 1);
/// - quadrilateral: [-1, 1]^2, counter-clockwise from (-1, -1);
/// - tetrahedron: (-1, -1, -1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1);
/// - prism: the triangle at zeta = -1, then at zeta = 1;
/// - hexahedron: the quadrilateral at zeta = -1, then at zeta = 1;
/// - pyramid: the quadrilateral at zeta = -1, then the apex (-1, -1, 1). As for bases in collapsed coordinates, a
///   section at zeta is the square from -1 to -zeta in xi and eta.
enum class CellShape : std::uint8_t {
  triangle = 0,
  quadrilateral = 1,
  tetrahedron = 2,
  prism = 3,
  hexahedron = 4,
  pyramid = 5
};

inline constexpr int cell_shape_count = 6;
inline constexpr int most_faces = 6;          ///< of a cell
inline constexpr int most_vertices = 8;       ///< of a cell
inline constexpr int most_face_vertices = 4;  ///< of a face

/// Dimension of the cells of a shape: 2 or 3.
constexpr int dim_of(CellShape shape) { return shape <= CellShape::quadrilateral ? 2 : 3; }

/// Number of vertices of a cell.
constexpr int vertex_count(CellShape shape) {
  switch (shape) {
    case CellShape::triangle:
      return 3;
    case CellShape::quadrilateral:
    case CellShape::tetrahedron:
      return 4;
    case CellShape::pyramid:
      return 5;
    case CellShape::prism:
      return 6;
    case CellShape::hexahedron:
      return 8;
  }
  return 0;
}

/// Number of faces of a cell. In 2-D it is that of its vertices.
constexpr int face_count(CellShape shape) {
  switch (shape) {
    case CellShape::triangle:
      return 3;
    case CellShape::quadrilateral:
    case CellShape::tetrahedron:
      return 4;
    case CellShape::prism:
    case CellShape::pyramid:
      return 5;
    case CellShape::hexahedron:
      return 6;
  }
  return 0;
}

/// Number of nodes of a cell of geometric order m >= 0.
constexpr int node_count(CellShape shape, int m) {
  switch (shape) {
    case CellShape::triangle:
      return (m + 1) * (m + 2) / 2;
    case CellShape::quadrilateral:
      return (m + 1) * (m + 1);
    case CellShape::tetrahedron:
      return (m + 1) * (m + 2) * (m + 3) / 6;
    case CellShape::prism:
      return (m + 1) * (m + 1) * (m + 2) / 2;
    case CellShape::hexahedron:
      return (m + 1) * (m + 1) * (m + 1);
    case CellShape::pyramid:
      return (m + 1) * (m + 2) * (2 * m + 3) / 6;
  }
  return 0;
}

/// Place of a vertex in the reference cell, 0 for -1 and 1 for +1 in every direction; zeta is 0 in 2-D.
constexpr std::array<int, 3> vertex_corner(CellShape shape, int vertex) {
  // Places around a base, and what stands above it.
  constexpr std::array<std::array<int, 3>, 3> triangle{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  constexpr std::array<std::array<int, 3>, 4> square{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
  const bool on_triangle = shape == CellShape::triangle || shape == CellShape::tetrahedron || shape == CellShape::prism;
  const int base = on_triangle ? 3 : 4;
  const int place = vertex % base;
  return {on_triangle ? triangle[place][0] : square[place][0], on_triangle ? triangle[place][1] : square[place][1],
          vertex / base};
}

/// The vertex that lies one edge from vertex 0 in a direction of the reference cell: 0 for xi, 1 for eta, 2 for zeta.
/// Precondition: direction < dim_of(shape).
constexpr int vertex_along(CellShape shape, int direction) {
  int vertex = 1;
  while (vertex_corner(shape, vertex) !=
         std::array{direction == 0 ? 1 : 0, direction == 1 ? 1 : 0, direction == 2 ? 1 : 0}) {
    ++vertex;
  }
  return vertex;
}

/// A short list of the vertices of a face, without memory of its own.
template <class Number>
struct FaceVertices {
  int count = 0;
  std::array<Number, most_face_vertices> vertex{};

  constexpr Number operator[](int i) const { return vertex[i]; }
  constexpr const Number* begin() const { return vertex.data(); }
  constexpr const Number* end() const { return vertex.data() + count; }

  constexpr bool operator==(const FaceVertices&) const = default;
};

/// Local numbers of the vertices of face `face`. In 2-D they go from start to end. In 3-D they are counter-clockwise
/// seen from outside, so that the right-hand normal points out of the cell.
constexpr FaceVertices<std::int8_t> face_vertices(CellShape shape, int face) {
  using List = FaceVertices<std::int8_t>;
  constexpr std::array<List, 4> tetrahedron{{{3, {1, 0, 2}}, {3, {0, 1, 3}}, {3, {1, 2, 3}}, {3, {2, 0, 3}}}};
  constexpr std::array<List, 5> prism{
      {{3, {0, 2, 1}}, {3, {3, 4, 5}}, {4, {0, 1, 4, 3}}, {4, {1, 2, 5, 4}}, {4, {2, 0, 3, 5}}}};
  constexpr std::array<List, 6> hexahedron{{{4, {0, 3, 2, 1}},
                                            {4, {4, 5, 6, 7}},
                                            {4, {0, 1, 5, 4}},
                                            {4, {1, 2, 6, 5}},
                                            {4, {2, 3, 7, 6}},
                                            {4, {3, 0, 4, 7}}}};
  constexpr std::array<List, 5> pyramid{
      {{4, {0, 3, 2, 1}}, {3, {0, 1, 4}}, {3, {1, 2, 4}}, {3, {2, 3, 4}}, {3, {3, 0, 4}}}};
  switch (shape) {
    case CellShape::tetrahedron:
      return tetrahedron[face];
    case CellShape::prism:
      return prism[face];
    case CellShape::hexahedron:
      return hexahedron[face];
    case CellShape::pyramid:
      return pyramid[face];
    case CellShape::triangle:
    case CellShape::quadrilateral:
      break;
  }
  const int next = face + 1 == face_count(shape) ? 0 : face + 1;
  return {2, {static_cast<std::int8_t>(face), static_cast<std::int8_t>(next)}};
}

/// Number of vertices of a face: 2 in 2-D, 3 or 4 in 3-D.
constexpr int face_vertex_count(CellShape shape, int face) { return face_vertices(shape, face).count; }

/// Shape of a face of a three-dimensional cell.
constexpr CellShape face_shape(CellShape shape, int face) {
  return face_vertex_count(shape, face) == 3 ? CellShape::triangle : CellShape::quadrilateral;
}

}  // namespace dg
