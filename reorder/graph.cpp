#include "reorder/graph.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "meshes/errors.hpp"

namespace dg {
namespace {

void check_faces(Index cell_count, std::span<const GraphFace> faces, std::size_t boundary_count) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const Index minus = faces[f].minus, plus = faces[f].plus, boundary = faces[f].boundary;
    const bool on_boundary = plus == -1;
    if (minus < 0 || minus >= cell_count || plus < -1 || plus >= cell_count)
      throw InputError("face " + std::to_string(f) + " joins cells " + std::to_string(minus) + " and " +
                       std::to_string(plus) + ", but the mesh has cells 0 to " + std::to_string(cell_count - 1));
    if (on_boundary && (boundary < 0 || static_cast<std::size_t>(boundary) >= boundary_count))
      throw InputError("face " + std::to_string(f) + " is on boundary number " + std::to_string(boundary) +
                       ", but the mesh has " + std::to_string(boundary_count) + " boundaries, counted from 0");
    if (!on_boundary && boundary != -1)
      throw InputError("face " + std::to_string(f) + " lies between cells " + std::to_string(minus) + " and " +
                       std::to_string(plus) + " and cannot be on boundary number " + std::to_string(boundary));
  }
}

void count_faces_of_cells(CellGraph& graph) {
  auto& begin = graph.cell_begin;
  for (const auto& face : graph.faces) {
    ++begin[face.minus + 1];
    if (face.plus != -1) ++begin[face.plus + 1];
  }
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
}

// Enters faces into the lists of their cells, at their local numbers if `numbered`.
void enter_faces(CellGraph& graph, bool numbered) {
  std::vector<Index> entered(numbered ? 0 : graph.cell_count(), 0);
  const auto enter = [&](Index face, Index cell, Index local, Index neighbour) {
    if (!numbered) local = entered[cell]++;
    const Index place = graph.cell_begin[cell] + local;
    if (local < 0 || place >= graph.cell_begin[cell + 1] || graph.cell_faces[place] != -1)
      throw InputError("the faces of cell " + std::to_string(cell) + " are not numbered 0 to " +
                       std::to_string(graph.cell_begin[cell + 1] - graph.cell_begin[cell] - 1) + ", each once: face " +
                       std::to_string(face) + " has local number " + std::to_string(local));
    graph.cell_faces[place] = face;
    graph.cell_neighbours[place] = neighbour;
  };
  for (Index f = 0; f < graph.face_count(); ++f) {
    const auto& face = graph.faces[f];
    enter(f, face.minus, face.minus_face, face.plus);
    if (face.plus != -1) enter(f, face.plus, face.plus_face, face.minus);
  }
}

}  // namespace

Index CellGraph::degree_of(Index cell) const {
  const auto neighbours = neighbours_of(cell);
  return static_cast<Index>(neighbours.size() - std::count(neighbours.begin(), neighbours.end(), -1));
}

CellGraph build_graph(Index cell_count, std::vector<GraphFace> faces, std::vector<std::string> boundary_names) {
  if (cell_count <= 0) throw InputError("the mesh has no cells: there is nothing to order");
  check_faces(cell_count, faces, boundary_names.size());

  CellGraph graph;
  graph.faces = std::move(faces);
  graph.boundary_names = std::move(boundary_names);
  graph.cell_begin.assign(static_cast<std::size_t>(cell_count) + 1, 0);
  count_faces_of_cells(graph);
  graph.cell_neighbours.assign(graph.cell_begin.back(), -1);
  graph.cell_faces.assign(graph.cell_begin.back(), -1);
  const bool numbered = std::any_of(graph.faces.begin(), graph.faces.end(), [](const GraphFace& face) {
    return face.minus_face != -1 || face.plus_face != -1;
  });
  enter_faces(graph, numbered);
  for (Index f = 0; f < graph.face_count(); ++f)
    if (graph.faces[f].plus == -1) graph.boundary_faces.push_back(f);
  return graph;
}

}  // namespace dg
