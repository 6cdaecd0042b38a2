#include "meshes/build.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "meshes/checks.hpp"
#include "meshes/edge_table.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/quoted.hpp"
#include "meshes/side_by_side.hpp"

namespace dg {
namespace {

std::array<Index, 2> vertices_of(const Mesh2& mesh, Side side) {
  return {vertex_node(mesh, side_cell(side), side_face(side)), vertex_node(mesh, side_cell(side), side_face(side) + 1)};
}

/// Pairs the sides of cells and ties the tagged edges to the sides left over.
class FaceBuilder {
 public:
  FaceBuilder(const Mesh2& mesh, std::span<const BoundaryEdge> edges, const std::string& source)
      : mesh_(mesh), edges_(edges), source_(source), table_(mesh), partner_(4 * mesh.cell_shapes.size(), nobody) {}

  std::vector<Face> build() {
    table_.for_each_edge([this](const EdgeTable::Range& sides) { join(sides); });
    const std::vector<Side> tagged = claim_tagged_sides();
    check_all_claimed();
    std::vector<Face> faces = interior_faces();
    append_boundary_faces(tagged, faces);
    return faces;
  }

 private:
  // Values of partner_ where there is no side.
  static constexpr Side nobody = -1;
  static constexpr Side boundary_of(Index edge) { return -2 - edge; }
  static constexpr Index boundary_edge(Side partner) { return -2 - partner; }

  template <class... Arguments>
  [[noreturn]] void refuse(fmt::format_string<Arguments...> text, Arguments&&... arguments) const {
    throw InputError(source_ + ": " + fmt::format(text, std::forward<Arguments>(arguments)...));
  }

  const std::string& name(Index edge) const { return mesh_.boundary_names[edges_[edge].boundary]; }

  void join(const EdgeTable::Range& sides) {
    if (sides.size() == 1) return;
    const Side a = *sides.begin(), b = *(sides.begin() + 1);
    const auto edge = vertices_of(mesh_, a);
    if (sides.size() > 2) {
      refuse("edge {} is shared by {} cells, among them {}, {} and {}; at most 2 can meet", segment(mesh_, edge),
             sides.size(), side_cell(a), side_cell(b), side_cell(*(sides.begin() + 2)));
    }
    if (vertices_of(mesh_, b) == edge) {
      refuse("{} and {} overlap: both lie on the same side of edge {}", cell_at(mesh_, side_cell(a)),
             cell_at(mesh_, side_cell(b)), segment(mesh_, edge));
    }
    for (int k = 1; k < mesh_.geometry_order; ++k) {
      if (face_node(mesh_, side_cell(a), side_face(a), k) !=
          face_node(mesh_, side_cell(b), side_face(b), mesh_.geometry_order - k)) {
        refuse("{} and {} do not share the inner nodes of their common edge {}", cell_at(mesh_, side_cell(a)),
               cell_at(mesh_, side_cell(b)), segment(mesh_, edge));
      }
    }
    partner_[a] = b;
    partner_[b] = a;
  }

  std::vector<Side> claim_tagged_sides() {
    std::vector<Side> tagged(edges_.size());
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      const auto& vertices = edges_[e].vertices;
      assert(edges_[e].boundary >= 0 && static_cast<std::size_t>(edges_[e].boundary) < mesh_.boundary_names.size());
      const Index edge = static_cast<Index>(e);
      for (const Index v : vertices) {
        if (v < 0 || v >= mesh_.node_count()) {
          refuse("an edge of boundary {} has node {}, but nodes are numbered 0 to {}", in_quotes(name(edge)), v,
                 mesh_.node_count() - 1);
        }
      }
      const auto sides = table_.sides(vertices);
      if (sides.size() == 0) {
        refuse("edge {} of boundary {} is no edge of a cell", segment(mesh_, vertices), in_quotes(name(edge)));
      }
      const Side side = tagged[e] = *sides.begin();
      if (partner_[side] >= 0) {
        refuse("edge {} of boundary {} lies between cells {} and {}, not on the boundary of the mesh",
               segment(mesh_, vertices), in_quotes(name(edge)), side_cell(side), side_cell(partner_[side]));
      }
      if (partner_[side] != nobody) {
        const std::string& other = name(boundary_edge(partner_[side]));
        if (other == name(edge)) refuse("edge {} is twice in boundary {}", segment(mesh_, vertices), in_quotes(other));
        refuse("edge {} is in two boundaries, {} and {}", segment(mesh_, vertices), in_quotes(other),
               in_quotes(name(edge)));
      }
      partner_[side] = boundary_of(edge);
    }
    return tagged;
  }

  template <class Visitor>
  void for_each_side(Visitor visit) const {
    for (Index c = 0; c < mesh_.cell_count(); ++c) {
      for (int f = 0; f < face_count(mesh_.cell_shapes[c]); ++f) visit(make_side(c, f));
    }
  }

  void check_all_claimed() const {
    std::vector<Side> loose;
    for_each_side([&](Side side) {
      if (partner_[side] == nobody) loose.push_back(side);
    });
    if (loose.empty()) return;
    refuse_hanging_node(loose);
    const std::string others = loose.size() > 1 ? fmt::format(" (the first of {} such edges)", loose.size()) : "";
    refuse("boundary edge {} of cell {} is in no physical group{}", segment(mesh_, vertices_of(mesh_, loose.front())),
           side_cell(loose.front()), others);
  }

  // A vertex of one loose side within another one is the likely reason for both. Only the first side is looked at, from
  // both ends of the relation: that finds every lone hanging node, in linear time.
  void refuse_hanging_node(const std::vector<Side>& loose) const {
    const Side first = loose.front();
    for (const Side other : loose) {
      for (const auto& [inner, outer] : {std::pair{other, first}, std::pair{first, other}}) {
        for (const Index node : vertices_of(mesh_, inner)) {
          if (!lies_within(node, vertices_of(mesh_, outer))) continue;
          refuse("hanging node {} at {} on edge {} of {}; the mesh must be conforming", node, place(mesh_.nodes[node]),
                 segment(mesh_, vertices_of(mesh_, outer)), cell_at(mesh_, side_cell(outer)));
        }
      }
    }
  }

  bool lies_within(Index node, const std::array<Index, 2>& edge) const {
    constexpr double tolerance = 1e-6;  // of the length of the edge
    const auto &p = mesh_.nodes[node], &a = mesh_.nodes[edge[0]], &b = mesh_.nodes[edge[1]];
    const double ex = b[0] - a[0], ey = b[1] - a[1], px = p[0] - a[0], py = p[1] - a[1];
    const double length2 = ex * ex + ey * ey;
    const double along = (ex * px + ey * py) / length2, off = (ex * py - ey * px) / length2;
    return along > tolerance && along < 1 - tolerance && std::abs(off) < tolerance;
  }

  std::vector<Face> interior_faces() const {
    std::size_t between = 0;
    for_each_side([&](Side side) { between += partner_[side] > side; });
    std::vector<Face> faces;
    faces.reserve(between + edges_.size());
    for_each_side([&](Side side) {
      const Side other = partner_[side];
      if (other < side) return;
      faces.push_back({.minus = side_cell(side),
                       .plus = side_cell(other),
                       .minus_face = static_cast<std::int8_t>(side_face(side)),
                       .plus_face = static_cast<std::int8_t>(side_face(other))});
    });
    return faces;
  }

  void append_boundary_faces(const std::vector<Side>& tagged, std::vector<Face>& faces) const {
    std::vector<Index> order(edges_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return edges_[a].boundary < edges_[b].boundary; });
    for (const Index e : order) {
      faces.push_back({.minus = side_cell(tagged[e]),
                       .minus_face = static_cast<std::int8_t>(side_face(tagged[e])),
                       .boundary = edges_[e].boundary});
    }
  }

  const Mesh2& mesh_;
  std::span<const BoundaryEdge> edges_;
  const std::string& source_;
  EdgeTable table_;
  std::vector<Side> partner_;  // by side: the side across, or boundary_of(), or nobody
};

}  // namespace

void build_faces(Mesh2& mesh, std::span<const BoundaryEdge> edges, const std::string& source) {
  check_arrays(mesh, source);
  orient_cells(mesh);
  std::vector<Face> faces;
  side_by_side({[&] { check_jacobians(mesh, source); }, [&] { check_duplicate_vertices(mesh, source); },
                [&] { faces = FaceBuilder(mesh, edges, source).build(); }});
  mesh.faces = std::move(faces);
}

}  // namespace dg
