#include "meshes/face_groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>

#include "meshes/errors.hpp"
#include "meshes/hanging_nodes.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/quoted.hpp"
#include "meshes/side_table.hpp"

namespace dg {
namespace {

constexpr std::string_view between_groups = " & ";

/// A group that a side of a cell on the boundary belongs to.
struct Claim {
  Side side;
  std::int16_t boundary;
  auto operator<=>(const Claim&) const = default;
};

template <int Dim>
class GroupSettler {
 public:
  GroupSettler(Mesh<Dim>& mesh, const SideTable<Dim>& table, const std::string& source)
      : mesh_(mesh), source_(source), table_(table) {}

  std::vector<TaggedFace<Dim>> settle(const std::vector<TaggedFace<Dim>>& tagged, std::vector<std::string>& notes) {
    std::vector<TaggedFace<Dim>> faces = claim(tagged);
    note_inner_faces(notes);
    const std::vector<Side> loose = unclaimed_sides();
    refuse_hanging_nodes(mesh_, loose, source_);
    for (const Side side : order_) {
      const std::size_t first = first_claim(side);
      std::size_t end = first + 1;
      while (end < claims_.size() && claims_[end].side == side) ++end;
      faces.push_back(face_of(side, boundary_of(first, end)));
    }
    if (loose.empty()) return faces;
    const std::int16_t boundary = number_of(std::string(boundary_without_group));
    for (const Side side : loose) faces.push_back(face_of(side, boundary));
    return faces;
  }

 private:
  FaceVertices<Index> vertices_of(Side side) const {
    return face_vertex_nodes(mesh_, side_cell<Dim>(side), side_face<Dim>(side));
  }

  TaggedFace<Dim> face_of(Side side, std::int16_t boundary) const {
    TaggedFace<Dim> face;
    face.vertices.fill(-1);
    face.boundary = boundary;
    const FaceVertices<Index> vertices = vertices_of(side);
    std::copy(vertices.begin(), vertices.end(), face.vertices.begin());
    return face;
  }

  // Returns the faces that are none of a cell, for build_faces() to refuse.
  std::vector<TaggedFace<Dim>> claim(const std::vector<TaggedFace<Dim>>& tagged) {
    std::vector<TaggedFace<Dim>> foreign;
    inner_.assign(mesh_.boundary_names.size(), 0);
    for (const TaggedFace<Dim>& face : tagged) {
      FaceVertices<Index> vertices;
      for (const Index v : face.vertices)
        if (v >= 0) vertices.vertex[vertices.count++] = v;
      int count = 0;
      Side first = -1;
      for (const Side side : table_.sides(vertices)) {
        const auto found = vertices_of(side);
        if (!std::is_permutation(found.begin(), found.end(), vertices.begin(), vertices.end())) continue;
        if (count++ == 0) first = side;
      }
      if (count == 0) foreign.push_back(face);
      if (count == 1) claims_.push_back({first, face.boundary});
      if (count > 1) ++inner_[face.boundary];
    }
    keep_order_of_file();
    std::sort(claims_.begin(), claims_.end());
    claims_.erase(std::unique(claims_.begin(), claims_.end()), claims_.end());
    return foreign;
  }

  // Each claimed side once, where the file first has it.
  void keep_order_of_file() {
    std::vector<bool> is_listed(sides_per_cell<Dim> * mesh_.cell_shapes.size(), false);
    for (const Claim& claim : claims_) {
      if (!is_listed[claim.side]) order_.push_back(claim.side);
      is_listed[claim.side] = true;
    }
  }

  std::size_t first_claim(Side side) const {
    const Claim least{side, std::numeric_limits<std::int16_t>::min()};
    return static_cast<std::size_t>(std::lower_bound(claims_.begin(), claims_.end(), least) - claims_.begin());
  }

  void note_inner_faces(std::vector<std::string>& notes) const {
    for (std::size_t b = 0; b < inner_.size(); ++b) {
      if (inner_[b] == 0) continue;
      notes.push_back(fmt::format("{}: {} {}{} of the group {} lie inside the mesh and are ignored", source_, inner_[b],
                                  face_word<Dim>, inner_[b] == 1 ? "" : "s", in_quotes(mesh_.boundary_names[b])));
    }
  }

  std::vector<Side> unclaimed_sides() const {
    std::vector<Side> sides;
    table_.for_each_face(0, table_.node_count(), [&](const typename SideTable<Dim>::Range& found) {
      if (found.size() == 1) sides.push_back(*found.begin());
    });
    std::sort(sides.begin(), sides.end());
    std::erase_if(sides, [&](Side side) {
      const std::size_t claim = first_claim(side);
      return claim < claims_.size() && claims_[claim].side == side;
    });
    return sides;
  }

  std::int16_t boundary_of(std::size_t first, std::size_t end) {
    if (end - first == 1) return claims_[first].boundary;
    std::vector<std::int16_t> groups;
    for (std::size_t i = first; i < end; ++i) groups.push_back(claims_[i].boundary);
    const auto [found, is_new] = overlaps_.emplace(groups, -1);
    if (is_new) {
      std::vector<std::string> names;
      for (const std::int16_t group : groups) names.push_back(mesh_.boundary_names[group]);
      found->second = number_of(overlap_of(names));
    }
    return found->second;
  }

  std::int16_t number_of(const std::string& name) {
    std::vector<std::string>& names = mesh_.boundary_names;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end() && names.size() == std::numeric_limits<std::int16_t>::max())
      throw InputError(source_ + ": has too many boundaries");
    const auto number = static_cast<std::int16_t>(found - names.begin());
    if (found == names.end()) names.push_back(name);
    return number;
  }

  Mesh<Dim>& mesh_;
  const std::string& source_;
  const SideTable<Dim>& table_;
  std::vector<Claim> claims_;        // each once, by side and group
  std::vector<Side> order_;          // the claimed sides in the order of the file
  std::vector<std::int64_t> inner_;  // by group: its faces between cells
  std::map<std::vector<std::int16_t>, std::int16_t> overlaps_;
};

}  // namespace

std::string overlap_of(const std::vector<std::string>& groups) {
  return fmt::format("{}", fmt::join(groups, between_groups));
}

std::vector<std::string> overlapping_groups(const std::string& boundary) {
  std::vector<std::string> groups;
  std::size_t begin = 0;
  for (std::size_t at = boundary.find(between_groups); at != std::string::npos;
       at = boundary.find(between_groups, begin)) {
    groups.push_back(boundary.substr(begin, at - begin));
    begin = at + between_groups.size();
  }
  if (!groups.empty()) groups.push_back(boundary.substr(begin));
  return groups;
}

template <int Dim>
void settle_groups(Mesh<Dim>& mesh, const SideTable<Dim>& sides, std::vector<TaggedFace<Dim>>& tagged,
                   const std::string& source, std::vector<std::string>& notes) {
  tagged = GroupSettler<Dim>(mesh, sides, source).settle(tagged, notes);
}

template void settle_groups<2>(Mesh<2>&, const SideTable<2>&, std::vector<TaggedFace<2>>&, const std::string&,
                               std::vector<std::string>&);
template void settle_groups<3>(Mesh<3>&, const SideTable<3>&, std::vector<TaggedFace<3>>&, const std::string&,
                               std::vector<std::string>&);

}  // namespace dg
