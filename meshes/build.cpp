#include "meshes/build.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "meshes/checks.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_match.hpp"
#include "meshes/hanging_nodes.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/quoted.hpp"
#include "meshes/side_by_side.hpp"
#include "meshes/side_table.hpp"

namespace dg {
namespace {

/// Pairs the sides of cells and ties the tagged faces to the sides left over.
template <int Dim>
class FaceBuilder {
 public:
  FaceBuilder(const Mesh<Dim>& mesh, const SideTable<Dim>& table, std::span<const TaggedFace<Dim>> tagged,
              const std::string& source)
      : mesh_(mesh),
        tagged_(tagged),
        source_(source),
        table_(table),
        partner_(sides_per_cell<Dim> * mesh.cell_shapes.size(), nobody),
        orientation_(Dim == 2 ? 0 : partner_.size()) {}

  std::vector<Face> build() {
    in_parts(table_.node_count(), 4096, [this](Index first, Index last) {
      table_.for_each_face(first, last, [this](const typename SideTable<Dim>::Range& sides) { join(sides); });
    });
    const std::vector<Side> boundary = claim_tagged_sides();
    check_all_claimed();
    std::vector<Face> faces = interior_faces();
    append_boundary_faces(boundary, faces);
    return faces;
  }

 private:
  // Values of partner_ where there is no side.
  static constexpr Side nobody = -1;
  static constexpr Side boundary_of(Index tagged) { return -2 - tagged; }
  static constexpr Index tagged_face(Side partner) { return -2 - partner; }
  static constexpr const char* word = face_word<Dim>;

  template <class... Arguments>
  [[noreturn]] void refuse(fmt::format_string<Arguments...> text, Arguments&&... arguments) const {
    throw InputError(source_ + ": " + fmt::format(text, std::forward<Arguments>(arguments)...));
  }

  static Index cell_of(Side side) { return side_cell<Dim>(side); }
  static int face_of(Side side) { return side_face<Dim>(side); }
  FaceVertices<Index> vertices_of(Side side) const { return face_vertex_nodes(mesh_, cell_of(side), face_of(side)); }
  std::string place_of(Side side) const { return outline(mesh_, vertices_of(side)); }
  std::string cell_at_side(Side side) const { return cell_at(mesh_, cell_of(side)); }
  const std::string& name(Index tagged) const { return mesh_.boundary_names[tagged_[tagged].boundary]; }

  void join(const typename SideTable<Dim>::Range& sides) {
    if (sides.size() == 1) return;
    const Side a = *sides.begin(), b = *(sides.begin() + 1);
    if (sides.size() > 2) {
      refuse("{} {} is shared by {} cells, among them {}, {} and {}; at most 2 can meet", word, place_of(a),
             sides.size(), cell_of(a), cell_of(b), cell_of(*(sides.begin() + 2)));
    }
    const FaceMatch match = match_vertices(vertices_of(a), vertices_of(b));
    if (match.kind == FaceMatch::same_side) {
      refuse("{} and {} overlap: both lie on the same side of {} {}", cell_at_side(a), cell_at_side(b), word,
             place_of(a));
    }
    if (match.kind == FaceMatch::none) {
      refuse("{} and {} do not fit together: face {} meets face {}", cell_at_side(a), cell_at_side(b), place_of(a),
             place_of(b));
    }
    if (mesh_.geometry_order > 1 && !shares_nodes(mesh_, face_between(a, b, match.orientation))) {
      refuse("{} and {} do not share the inner nodes of their common {} {}", cell_at_side(a), cell_at_side(b), word,
             place_of(a));
    }
    partner_[a] = b;
    partner_[b] = a;
    if constexpr (Dim == 3) orientation_[a] = orientation_[b] = match.orientation;
  }

  static Face face_between(Side a, Side b, std::int8_t orientation) {
    return {.minus = cell_of(a),
            .plus = cell_of(b),
            .minus_face = static_cast<std::int8_t>(face_of(a)),
            .plus_face = static_cast<std::int8_t>(face_of(b)),
            .orientation = orientation};
  }

  FaceVertices<Index> vertices_of_tagged(Index tagged) const {
    const auto& list = tagged_[tagged].vertices;
    FaceVertices<Index> vertices;
    for (const Index v : list) {
      if (Dim == 3 && vertices.count == 3 && v == -1) break;
      if (v < 0 || v >= mesh_.node_count()) {
        refuse("{} {} of boundary {} has node {}, but nodes are numbered 0 to {}", Dim == 2 ? "an" : "a", word,
               in_quotes(name(tagged)), v, mesh_.node_count() - 1);
      }
      vertices.vertex[vertices.count++] = v;
    }
    return vertices;
  }

  // The first of the sides with these vertices; nobody if there is none.
  Side find_side(const FaceVertices<Index>& vertices) const {
    for (const Side side : table_.sides(vertices)) {
      const auto found = vertices_of(side);
      if (std::is_permutation(found.begin(), found.end(), vertices.begin(), vertices.end())) return side;
    }
    return nobody;
  }

  std::vector<Side> claim_tagged_sides() {
    std::vector<Side> sides(tagged_.size());
    for (std::size_t t = 0; t < tagged_.size(); ++t) {
      assert(tagged_[t].boundary >= 0 && static_cast<std::size_t>(tagged_[t].boundary) < mesh_.boundary_names.size());
      const Index tagged = static_cast<Index>(t);
      const auto vertices = vertices_of_tagged(tagged);
      const Side side = sides[t] = find_side(vertices);
      if (side == nobody) {
        refuse("{} {} of boundary {} is no {} of a cell", word, outline(mesh_, vertices), in_quotes(name(tagged)),
               word);
      }
      if (partner_[side] >= 0) {
        refuse("{} {} of boundary {} lies between cells {} and {}, not on the boundary of the mesh", word,
               outline(mesh_, vertices), in_quotes(name(tagged)), cell_of(side), cell_of(partner_[side]));
      }
      if (partner_[side] != nobody) {
        const std::string& other = name(tagged_face(partner_[side]));
        if (other == name(tagged)) {
          refuse("{} {} is twice in boundary {}", word, outline(mesh_, vertices), in_quotes(other));
        }
        refuse("{} {} is in two boundaries, {} and {}", word, outline(mesh_, vertices), in_quotes(other),
               in_quotes(name(tagged)));
      }
      partner_[side] = boundary_of(tagged);
    }
    return sides;
  }

  template <class Visitor>
  void for_each_side(Visitor visit) const {
    for (Index c = 0; c < mesh_.cell_count(); ++c) {
      for (int f = 0; f < face_count(mesh_.cell_shapes[c]); ++f) visit(make_side<Dim>(c, f));
    }
  }

  void check_all_claimed() const {
    std::vector<Side> loose;
    for_each_side([&](Side side) {
      if (partner_[side] == nobody) loose.push_back(side);
    });
    if (loose.empty()) return;
    refuse_hanging_nodes(mesh_, loose, source_);  // the likely reason
    const std::string others = loose.size() > 1 ? fmt::format(" (the first of {} such {}s)", loose.size(), word) : "";
    refuse("boundary {} {} of cell {} is in no physical group{}", word, place_of(loose.front()), cell_of(loose.front()),
           others);
  }

  std::vector<Face> interior_faces() const {
    std::size_t between = 0;
    for_each_side([&](Side side) { between += partner_[side] > side; });
    std::vector<Face> faces;
    faces.reserve(between + tagged_.size());
    for_each_side([&](Side side) {
      const Side other = partner_[side];
      if (other > side) faces.push_back(face_between(side, other, Dim == 2 ? std::int8_t{1} : orientation_[side]));
    });
    return faces;
  }

  void append_boundary_faces(const std::vector<Side>& sides, std::vector<Face>& faces) const {
    std::vector<Index> order(tagged_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return tagged_[a].boundary < tagged_[b].boundary; });
    for (const Index t : order) {
      faces.push_back({.minus = cell_of(sides[t]),
                       .minus_face = static_cast<std::int8_t>(face_of(sides[t])),
                       .boundary = tagged_[t].boundary});
    }
  }

  const Mesh<Dim>& mesh_;
  std::span<const TaggedFace<Dim>> tagged_;
  const std::string& source_;
  const SideTable<Dim>& table_;
  std::vector<Side> partner_;             // by side: the side across, or boundary_of(), or nobody
  std::vector<std::int8_t> orientation_;  // by side, of its face; empty in 2-D
};

}  // namespace

template <int Dim>
void build_faces(Mesh<Dim>& mesh, std::type_identity_t<std::span<const TaggedFace<Dim>>> tagged,
                 const std::string& source) {
  check_arrays(mesh, source);
  orient_cells(mesh);
  build_faces(mesh, SideTable<Dim>(mesh), tagged, source);
}

template <int Dim>
void build_faces(Mesh<Dim>& mesh, const SideTable<Dim>& sides,
                 std::type_identity_t<std::span<const TaggedFace<Dim>>> tagged, const std::string& source) {
  std::vector<Face> faces;
  side_by_side({[&] { check_jacobians(mesh, source); }, [&] { check_duplicate_vertices(mesh, source); },
                [&] { faces = FaceBuilder<Dim>(mesh, sides, tagged, source).build(); }});
  mesh.faces = std::move(faces);
}

template void build_faces<2>(Mesh<2>&, std::span<const TaggedFace<2>>, const std::string&);
template void build_faces<3>(Mesh<3>&, std::span<const TaggedFace<3>>, const std::string&);
template void build_faces<2>(Mesh<2>&, const SideTable<2>&, std::span<const TaggedFace<2>>, const std::string&);
template void build_faces<3>(Mesh<3>&, const SideTable<3>&, std::span<const TaggedFace<3>>, const std::string&);

}  // namespace dg
