// Structured zones of CGNS files, which say by indices what the cells are.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "meshes/cgns_reader.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

using Steps = std::array<Index, 3>;

/// Corners of a cell, or of a face along the directions a and b.
constexpr std::array<std::array<int, 2>, 4> around{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};

/// A face of a zone: one index stands still between `first` and `last`, of vertices.
std::optional<int> fixed_direction(const Steps& first, const Steps& last, int dimension) {
  std::optional<int> fixed;
  for (int d = 0; d < dimension; ++d) {
    if (first[d] != last[d]) continue;
    if (fixed) return std::nullopt;  // an edge, such as a pole
    fixed = d;
  }
  return fixed;
}

std::optional<int> direction_of(CGNS_ENUMT(GridLocation_t) location) {
  if (location == CGNS_ENUMV(IFaceCenter)) return 0;
  if (location == CGNS_ENUMV(JFaceCenter)) return 1;
  if (location == CGNS_ENUMV(KFaceCenter)) return 2;
  return std::nullopt;
}

Index point_at(const CgnsZone& zone, const Steps& s) {
  return zone.first_node + (s[2] * zone.points[1] + s[1]) * zone.points[0] + s[0];
}

}  // namespace

void CgnsReader::add_structured_cells(const CgnsZone& zone) {
  const bool flat = dimension_ == 2;
  const int type = msh_cell_type(flat ? CellShape::quadrilateral : CellShape::hexahedron, 1);
  std::vector<Index>& nodes = mesh_.blocks.emplace_back(ElementBlock{type, {}, {}}).nodes;
  for (Index k = 0; k < (flat ? 1 : zone.points[2] - 1); ++k)
    for (Index j = 0; j + 1 < zone.points[1]; ++j)
      for (Index i = 0; i + 1 < zone.points[0]; ++i)
        for (int up = 0; up < (flat ? 1 : 2); ++up)
          for (const auto& [di, dj] : around) nodes.push_back(point_at(zone, {i + di, j + dj, k + up}));
}

void CgnsReader::read_structured_boundary(const CgnsZone& zone, int number, const std::string& name,
                                          CGNS_ENUMT(GridLocation_t) location, bool is_range, cgsize_t count) {
  std::vector<cgsize_t> indices(static_cast<std::size_t>(count) * static_cast<std::size_t>(dimension_));
  check(cg_boco_read(file_, base_, zone.number, number, indices.data(), nullptr));
  for (std::size_t i = 0; i < indices.size(); ++i)
    if (const Index most = zone.points[i % static_cast<std::size_t>(dimension_)]; indices[i] < 1 || indices[i] > most)
      refuse(fmt::format("boundary condition {} names index {}, but those of zone {} are 1 to {}", in_quotes(name),
                         indices[i], in_quotes(zone.name), most));
  const std::string boundary = family_of(zone, number, name);
  const auto steps = [&](cgsize_t point) {
    Steps s{};
    for (int d = 0; d < dimension_; ++d) s[d] = static_cast<Index>(indices[point * dimension_ + d] - 1);
    return s;
  };
  if (is_range) return add_structured_faces(zone, boundary, steps(0), steps(1), location);
  if (location != CGNS_ENUMV(Vertex))
    refuse(
        fmt::format("boundary condition {} of the structured zone {} lists faces; a range of them, or points, are "
                    "read",
                    in_quotes(name), in_quotes(zone.name)));
  std::vector<bool> is_point(static_cast<std::size_t>(zone.end_node - zone.first_node), false);
  for (cgsize_t p = 0; p < count; ++p)
    is_point[static_cast<std::size_t>(point_at(zone, steps(p)) - zone.first_node)] = true;
  add_faces_of_points(zone, boundary, is_point);
}

void CgnsReader::add_structured_faces(const CgnsZone& zone, const std::string& boundary, Steps first, Steps last,
                                      CGNS_ENUMT(GridLocation_t) location) {
  for (int d = 0; d < dimension_; ++d)
    if (first[d] > last[d]) std::swap(first[d], last[d]);
  auto fixed = direction_of(location);
  if (location != CGNS_ENUMV(Vertex)) {  // of faces, which have vertices one further on
    if (!fixed) fixed = fixed_direction(first, last, dimension_);
    for (int d = 0; fixed && d < dimension_; ++d)
      if (d != *fixed) last[d] = std::min(last[d] + 1, zone.points[d] - 1);
  }
  if (!fixed) fixed = fixed_direction(first, last, dimension_);
  if (!fixed || first[*fixed] != last[*fixed]) return;
  const int a = *fixed == 0 ? 1 : 0, b = *fixed == 2 ? 1 : 2;
  const int group = group_of(boundary);
  Steps at = first;
  for (at[b] = first[b]; at[b] < std::max(last[b], first[b] + 1); ++at[b])
    for (at[a] = first[a]; at[a] < last[a]; ++at[a]) {
      std::array<Index, 4> nodes{};
      const std::size_t corners = dimension_ == 2 ? 2 : 4;
      for (std::size_t v = 0; v < corners; ++v) {
        Steps corner = at;
        corner[a] += around[v][0];
        corner[b] += around[v][1];
        nodes[v] = point_at(zone, corner);
      }
      add_face(group, dimension_ == 2 ? msh_line_type(1) : msh_cell_type(CellShape::quadrilateral, 1), nodes.data(),
               corners);
    }
}

}  // namespace dg
