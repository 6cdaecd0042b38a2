// The boundary conditions of CGNS files, which name the boundaries of meshes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "meshes/cgns_reader.hpp"
#include "meshes/errors.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

constexpr std::size_t path_size = cgns_name_size * CG_MAX_GOTO_DEPTH + 1;

/// The vertices of a face of a cell, the rest -1, and of how many cells it is one.
struct HullFace {
  std::array<Index, 4> vertices{-1, -1, -1, -1};
  int count = 0;
};

std::vector<std::vector<int>> hull_faces(CellShape shape) {
  if (dim_of(shape) == 3) return msh_faces(shape);
  std::vector<std::vector<int>> edges;
  for (int v = 0; v < vertex_count(shape); ++v) edges.push_back({v, (v + 1) % vertex_count(shape)});
  return edges;
}

}  // namespace

int CgnsReader::group_of(const std::string& name) {
  const auto [found, is_new] = groups_.emplace(name, static_cast<int>(groups_.size()) + 1);
  if (is_new) mesh_.group_names[{dimension_ - 1, found->second}] = name;
  return found->second;
}

void CgnsReader::add_face(int group, int type, const Index* nodes, std::size_t count) {
  if (mesh_.blocks.back().type != type || mesh_.blocks.back().groups != std::vector{group})
    mesh_.blocks.push_back({type, {group}, {}});
  mesh_.blocks.back().nodes.insert(mesh_.blocks.back().nodes.end(), nodes, nodes + count);
}

void CgnsReader::add_face(int group, const CgnsFaces& faces, std::size_t number) {
  const int type = faces.types[number];
  add_face(group, type, faces.nodes.data() + faces.begins[number],
           static_cast<std::size_t>(msh_element_type(type).node_count));
}

void CgnsReader::read_boundaries(const CgnsZone& zone) {
  if (mesh_.blocks.empty()) return;
  int boundaries = 0;
  check(cg_nbocos(file_, base_, zone.number, &boundaries));
  for (int boundary = 1; boundary <= boundaries; ++boundary) read_boundary(zone, boundary);
  if (boundaries > 0) return;
  for (const CgnsFaces& faces : zone.faces)
    for (std::size_t f = 0; f < faces.types.size(); ++f)
      if (faces.types[f] != 0) add_face(group_of(faces.name), faces, f);
}

std::string CgnsReader::family_of(const CgnsZone& zone, int number, const std::string& otherwise) {
  char family[path_size] = "";
  if (cg_goto(file_, base_, "Zone_t", zone.number, "ZoneBC_t", 1, "BC_t", number, "end") != CG_OK) return otherwise;
  const std::string name = cg_famname_read(family) == CG_OK && family[0] != '\0' ? family : otherwise;
  const auto parent = parents_.find(name);
  return parent == parents_.end() ? name : parent->second;
}

// Gmsh makes a family of each surface, which belongs to that of its group.
void CgnsReader::read_families() {
  int families = 0;
  check(cg_nfamilies(file_, base_, &families));
  for (int family = 1; family <= families; ++family) {
    char name[cgns_name_size], node[cgns_name_size], parent[path_size] = "";
    int conditions = 0, geometries = 0, parents = 0;
    check(cg_family_read(file_, base_, family, name, &conditions, &geometries));
    check(cg_nfamily_names(file_, base_, family, &parents));
    if (parents != 1) continue;
    check(cg_family_name_read(file_, base_, family, 1, node, parent));
    if (parent[0] != '\0') parents_[name] = parent;
  }
}

void CgnsReader::read_boundary(const CgnsZone& zone, int number) {
  char name[cgns_name_size];
  auto type = CGNS_ENUMV(BCTypeNull);
  auto set = CGNS_ENUMV(PointSetTypeNull);
  auto normal_type = CGNS_ENUMV(DataTypeNull);
  auto location = CGNS_ENUMV(GridLocationNull);
  cgsize_t count = 0, normals = 0;
  int normal_index[3] = {}, data_sets = 0;
  check(cg_boco_info(file_, base_, zone.number, number, name, &type, &set, &count, normal_index, &normals, &normal_type,
                     &data_sets));
  check(cg_boco_gridlocation_read(file_, base_, zone.number, number, &location));
  const bool is_range = set == CGNS_ENUMV(PointRange) || set == CGNS_ENUMV(ElementRange);
  if (!is_range && set != CGNS_ENUMV(PointList) && set != CGNS_ENUMV(ElementList))
    refuse(fmt::format("boundary condition {} of zone {} names neither points nor faces", in_quotes(name),
                       in_quotes(zone.name)));
  if (count < (is_range ? 2 : 0)) refuse(fmt::format("boundary condition {} is damaged", in_quotes(name)));
  if (zone.points[0] > 0) return read_structured_boundary(zone, number, name, location, is_range, count);
  std::vector<cgsize_t> named(static_cast<std::size_t>(count));
  check(cg_boco_read(file_, base_, zone.number, number, named.data(), nullptr));
  const std::string boundary = family_of(zone, number, name);
  const bool by_points =
      location == CGNS_ENUMV(Vertex) && set != CGNS_ENUMV(ElementRange) && set != CGNS_ENUMV(ElementList);
  std::vector<std::array<cgsize_t, 2>> ranges;
  if (is_range) ranges.push_back({std::min(named[0], named[1]), std::max(named[0], named[1])});
  for (std::size_t i = 0; !is_range && i < named.size(); ++i) ranges.push_back({named[i], named[i]});
  if (!by_points) {
    cgsize_t ignored = 0;
    for (const auto& [first, last] : ranges) ignored += add_faces_of_elements(zone, boundary, first, last);
    if (ignored > 0)
      notes_.push_back(fmt::format("{}: {} elements of boundary condition {} are no faces and are ignored", path_,
                                   ignored, in_quotes(name)));
    return;
  }
  const cgsize_t points = zone.end_node - zone.first_node;
  std::vector<bool> is_point(static_cast<std::size_t>(points), false);
  for (const auto& [first, last] : ranges) {
    if (first < 1 || last > points)
      refuse(fmt::format("boundary condition {} names point {}, but those of zone {} are numbered 1 to {}",
                         in_quotes(name), first < 1 ? first : last, in_quotes(zone.name), points));
    std::fill(is_point.begin() + (first - 1), is_point.begin() + last, true);
  }
  add_faces_of_points(zone, boundary, is_point);
}

/// Returns how many are cells, edges or points: Gmsh writes conditions for all its groups.
cgsize_t CgnsReader::add_faces_of_elements(const CgnsZone& zone, const std::string& boundary, cgsize_t first,
                                           cgsize_t last) {
  cgsize_t found = 0, ignored = 0;
  for (const CgnsFaces& faces : zone.faces) {
    const std::int64_t begin = std::max(first, faces.first);
    const std::int64_t end = faces.first + static_cast<std::int64_t>(faces.types.size());
    for (std::int64_t element = begin; element <= last && element < end; ++element) {
      const auto number = static_cast<std::size_t>(element - faces.first);
      ++found;
      if (faces.types[number] == 0)
        ++ignored;
      else
        add_face(group_of(boundary), faces, number);
    }
  }
  if (first < 1 || found != last - first + 1)
    refuse(fmt::format("boundary {} has elements {} to {} of zone {}, of which {} are in the file", in_quotes(boundary),
                       first, last, in_quotes(zone.name), found));
  return ignored;
}

void CgnsReader::add_faces_of_points(const CgnsZone& zone, const std::string& boundary,
                                     const std::vector<bool>& is_point) {
  const Wanted wanted = [&](Index node) { return is_point[static_cast<std::size_t>(node - zone.first_node)]; };
  const int group = group_of(boundary);
  bool found = false;
  for (const CgnsFaces& faces : zone.faces)
    for (std::size_t f = 0; f < faces.types.size(); ++f) {
      if (faces.types[f] == 0) continue;
      const auto nodes = faces.nodes.begin() + static_cast<std::ptrdiff_t>(faces.begins[f]);
      if (!std::all_of(nodes, nodes + msh_element_type(faces.types[f]).node_count, wanted)) continue;
      add_face(group, faces, f);
      found = true;
    }
  if (!found) add_hull(zone, group, wanted);
}

// Faces of the zone's cells with all their vertices among those wanted, which no other cell has.
void CgnsReader::add_hull(const CgnsZone& zone, int group, const Wanted& wanted) {
  std::map<std::array<Index, 4>, HullFace> hull;
  for (const ElementBlock& block : mesh_.blocks) {
    const MshElementType type = msh_element_type(block.type);
    if (dim_of(type.shape) != dimension_) continue;
    const auto faces = hull_faces(cell_shape(type.shape));
    for (std::size_t n = 0; n < block.nodes.size(); n += type.node_count) {
      if (block.nodes[n] < zone.first_node || block.nodes[n] >= zone.end_node) continue;
      for (const auto& face : faces) {
        HullFace on_cell;
        for (std::size_t v = 0; v < face.size(); ++v) on_cell.vertices[v] = block.nodes[n + face[v]];
        if (!std::all_of(on_cell.vertices.begin(), on_cell.vertices.begin() + face.size(), wanted)) continue;
        auto key = on_cell.vertices;
        std::sort(key.begin(), key.end());
        on_cell.count = hull[key].count + 1;
        hull[key] = on_cell;
      }
    }
  }
  for (const auto& [key, face] : hull) {
    const auto vertices =
        static_cast<std::size_t>(std::count_if(key.begin(), key.end(), [](Index v) { return v >= 0; }));
    if (face.count == 1) add_face(group, vertices == 2 ? 1 : vertices == 3 ? 2 : 3, face.vertices.data(), vertices);
  }
}

}  // namespace dg
