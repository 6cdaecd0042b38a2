#include "meshes/cgns_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "meshes/bounding_box.hpp"
#include "meshes/cgns_connectivity.hpp"
#include "meshes/cgns_elements.hpp"
#include "meshes/errors.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/point_finder.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

CgnsReader::CgnsReader(const std::string& path) : path_(path) { check(cg_open(path.c_str(), CG_MODE_READ, &file_)); }

CgnsReader::~CgnsReader() { cg_close(file_); }

void CgnsReader::check(int status) const {
  if (status != CG_OK) refuse("cannot be read by the CGNS library: " + shown(on_one_line(cg_get_error())));
}

void CgnsReader::refuse(const std::string& what) const { throw InputError(path_ + ": " + what); }

ForeignMesh CgnsReader::read(std::vector<std::string>& notes) {
  find_base();
  read_families();
  int zones = 0;
  check(cg_nzones(file_, base_, &zones));
  for (int zone = 1; zone <= zones; ++zone) read_zone(zone);
  for (const CgnsZone& zone : zones_) read_boundaries(zone);
  join_zones();
  notes = std::move(notes_);
  mesh_.advice_on_cells = "its sections of elements must have cells";
  return std::move(mesh_);
}

// The base that has zones.
void CgnsReader::find_base() {
  int bases = 0;
  check(cg_nbases(file_, &bases));
  for (int base = 1; base <= bases; ++base) {
    int zones = 0;
    check(cg_nzones(file_, base, &zones));
    if (zones > 0 && base_ != 0) refuse("has two bases with zones; write each of them to a file of its own");
    if (zones > 0) base_ = base;
  }
  if (base_ == 0) refuse("has no base with zones");
  char name[cgns_name_size];
  check(cg_base_read(file_, base_, name, &dimension_, &physical_dimension_));
  base_name_ = name;
  if (dimension_ < 2 || dimension_ > 3 || physical_dimension_ < dimension_ || physical_dimension_ > 3)
    refuse(fmt::format("has cells of dimension {} in a space of dimension {}; 2 and 3 are supported", dimension_,
                       physical_dimension_));
}

void CgnsReader::read_zone(int number) {
  CgnsZone& zone = zones_.emplace_back();
  zone.number = number;
  auto type = CGNS_ENUMV(ZoneTypeNull);
  check(cg_zone_type(file_, base_, number, &type));
  char name[cgns_name_size];
  cgsize_t sizes[9] = {};
  check(cg_zone_read(file_, base_, number, name, sizes));
  zone.name = name;
  const bool is_structured = type == CGNS_ENUMV(Structured);
  if (!is_structured && type != CGNS_ENUMV(Unstructured))
    refuse(fmt::format("zone {} is neither structured nor unstructured", in_quotes(zone.name)));
  zone.first_block = mesh_.blocks.size();
  read_points(zone, sizes, is_structured ? dimension_ : 1);
  if (is_structured) return add_structured_cells(zone);
  int sections = 0;
  check(cg_nsections(file_, base_, number, &sections));
  for (int section = 1; section <= sections; ++section) read_section(zone, section);
}

void CgnsReader::read_points(CgnsZone& zone, const cgsize_t* counts, int directions) {
  zone.first_node = static_cast<Index>(mesh_.nodes.size());
  const cgsize_t most = std::numeric_limits<Index>::max() - zone.first_node, first[3] = {1, 1, 1};
  cgsize_t count = 1;
  for (int d = 0; d < directions; ++d) {
    const cgsize_t least = directions == 1 ? 1 : 2;
    if (counts[d] < least || counts[d] > most / count)
      refuse(fmt::format("zone {} has {} points{}; {} to 2^31 in all are supported", in_quotes(zone.name), counts[d],
                         directions == 1 ? "" : " along a direction", least));
    count *= counts[d];
  }
  if (directions > 1) zone.points = {1, 1, 1};
  for (int d = 0; d < directions && directions > 1; ++d) zone.points[d] = static_cast<Index>(counts[d]);
  zone.end_node = zone.first_node + static_cast<Index>(count);
  mesh_.nodes.resize(static_cast<std::size_t>(zone.end_node));
  std::vector<double> values(static_cast<std::size_t>(count));
  for (int d = 0; d < physical_dimension_; ++d) {
    const std::string name = std::string("Coordinate") + "XYZ"[d];
    check(cg_coord_read(file_, base_, zone.number, name.c_str(), CGNS_ENUMV(RealDouble), first, counts, values.data()));
    for (cgsize_t i = 0; i < count; ++i) mesh_.nodes[static_cast<std::size_t>(zone.first_node + i)][d] = values[i];
  }
}

void CgnsReader::read_section(CgnsZone& zone, int section) {
  char name[cgns_name_size];
  auto type = CGNS_ENUMV(ElementTypeNull);
  cgsize_t first = 0, last = 0, size = 0;
  int boundary = 0, has_parents = 0;
  check(cg_section_read(file_, base_, zone.number, section, name, &type, &first, &last, &boundary, &has_parents));
  check(cg_ElementDataSize(file_, base_, zone.number, section, &size));
  const bool is_mixed = type == CGNS_ENUMV(MIXED);
  if (!is_mixed && cgns_element(type).type == 0)
    refuse(
        fmt::format("section {} has elements of type {}, which are not supported; only those of orders 1 to 4 with "
                    "fixed numbers of nodes are",
                    in_quotes(name), cg_ElementTypeName(type)));
  if (first < 1 || last < first || size < 0) refuse(fmt::format("section {} is damaged", in_quotes(name)));
  const auto count = static_cast<std::size_t>(last - first) + 1;
  std::vector<cgsize_t> points(is_mixed ? 0 : static_cast<std::size_t>(size));
  if (is_mixed)
    points = read_cgns_connectivity(file_, "/" + base_name_ + "/" + zone.name + "/" + name);
  else
    check(cg_elements_read(file_, base_, zone.number, section, points.data(), nullptr));
  const std::size_t total = points.size();
  CgnsFaces faces{.name = name, .first = first, .types = {}, .begins = {}, .nodes = {}};
  std::size_t next = 0;
  for (std::size_t element = 0; element < count; ++element) {
    const bool has_type = is_mixed && next < total;
    const auto own_type = has_type ? static_cast<CGNS_ENUMT(ElementType_t)>(points[next++]) : type;
    const std::size_t nodes = cgns_element(own_type).nodes.size();
    if (nodes == 0 || nodes > total - next)
      refuse(fmt::format("element {} of section {} is damaged, or of a type that is not supported",
                         first + static_cast<cgsize_t>(element), in_quotes(name)));
    add_element(zone, own_type, points.data() + next, faces);
    next += nodes;
  }
  zone.faces.push_back(std::move(faces));
}

void CgnsReader::add_element(const CgnsZone& zone, CGNS_ENUMT(ElementType_t) type, const cgsize_t* points,
                             CgnsFaces& faces) {
  const CgnsElement& element = cgns_element(type);
  const int dimension = dim_of(msh_element_type(element.type).shape);
  faces.types.push_back(dimension == dimension_ - 1 ? element.type : 0);
  faces.begins.push_back(faces.nodes.size());
  if (dimension < dimension_ - 1) return;
  const bool is_cell = dimension == dimension_;
  if (is_cell && (mesh_.blocks.size() == zone.first_block || mesh_.blocks.back().type != element.type))
    mesh_.blocks.push_back({element.type, {}, {}});
  std::vector<Index>& nodes = is_cell ? mesh_.blocks.back().nodes : faces.nodes;
  for (const int n : element.nodes) {
    if (points[n] < 1 || points[n] > zone.end_node - zone.first_node)
      refuse(fmt::format("section {} of zone {} has point {}, but its points are numbered 1 to {}",
                         in_quotes(faces.name), in_quotes(zone.name), points[n], zone.end_node - zone.first_node));
    nodes.push_back(zone.first_node + static_cast<Index>(points[n]) - 1);
  }
}

// Points of a zone in the place of one of a zone before it give way to that, and in structured zones, which meet
// themselves behind a body and at poles, to those of the same zone.
void CgnsReader::join_zones() {
  constexpr double same = 1e-10, farthest = 1e7;  // in diagonals of the mesh
  if (zones_.size() < 2 && zones_.front().points[0] == 0) return;
  BoundingBox<3> box;
  double distance = 0;
  for (const auto& node : mesh_.nodes) {
    box.include(node);
    for (const double x : node) {
      if (!std::isfinite(x)) return;  // which is refused later
      distance = std::max(distance, std::abs(x));
    }
  }
  const double size = box.diagonal();
  if (!(size > 0 && distance <= farthest * size)) return;
  PointFinder<3> finder(mesh_.nodes, mesh_.nodes.size(), same * size);
  std::vector<Index> number(mesh_.nodes.size());
  for (const CgnsZone& zone : zones_) {
    const bool is_structured = zone.points[0] > 0;
    for (Index n = zone.first_node; n < zone.end_node; ++n) {
      const Index other = finder.find(mesh_.nodes[n]);
      number[n] = other < 0 ? n : other;
      if (is_structured && other < 0) finder.insert(n);
    }
    if (is_structured) continue;
    for (Index n = zone.first_node; n < zone.end_node; ++n)
      if (number[n] == n) finder.insert(n);
  }
  for (ElementBlock& block : mesh_.blocks)
    for (Index& node : block.nodes) node = number[node];
}

}  // namespace dg
