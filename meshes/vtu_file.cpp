#include "meshes/vtu_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/vtk_node_order.hpp"
#include "meshes/vtu_arrays.hpp"

namespace dg {
namespace {

/// What a cell type of VTK with so many nodes is to Gmsh.
struct VtkElement {
  int type = 0;            ///< 0 if it is not supported
  std::vector<int> nodes;  ///< VTK's number of each node, by Gmsh's
};

constexpr int first_lagrange = 68, last_lagrange = 73;

/// Linear, quadratic and Lagrange types by shape; nothing for lines.
std::optional<CellShape> vtk_shape_of(int type) {
  using enum CellShape;
  static const std::map<int, CellShape> shapes{
      {5, triangle},  {9, quadrilateral},  {10, tetrahedron},   {12, hexahedron},  {13, prism},
      {14, pyramid},  {22, triangle},      {23, quadrilateral}, {24, tetrahedron}, {25, hexahedron},
      {26, prism},    {27, pyramid},       {28, quadrilateral}, {29, hexahedron},  {32, prism},
      {69, triangle}, {70, quadrilateral}, {71, tetrahedron},   {72, hexahedron},  {73, prism}};
  const auto found = shapes.find(type);
  return found == shapes.end() ? std::nullopt : std::optional(found->second);
}

bool is_line(int type) { return type == 3 || type == 21 || type == first_lagrange; }

/// The type of Gmsh with these nodes; 0 if there is none.
int msh_type(std::optional<CellShape> shape, int count) {
  for (int order = 1; order <= max_element_order; ++order) {
    if (!shape && count == order + 1) return msh_line_type(order);
    if (shape && count == node_count(*shape, order)) return msh_cell_type(*shape, order);
  }
  constexpr std::array<std::pair<CellShape, int>, 4> serendipity{
      {{CellShape::quadrilateral, 16}, {CellShape::hexahedron, 17}, {CellShape::prism, 18}, {CellShape::pyramid, 19}}};
  for (const auto& [of, type] : serendipity)
    if (shape == of && count == msh_element_type(type).node_count) return type;
  return 0;
}

VtkElement element_of(int type, int count, bool old_edges) {
  const std::optional<CellShape> shape = vtk_shape_of(type);
  if (!shape && !is_line(type)) return {};
  VtkElement element{msh_type(shape, count), {}};
  if (element.type == 0) return {};
  element.nodes.resize(static_cast<std::size_t>(count));
  std::iota(element.nodes.begin(), element.nodes.end(), 0);
  const int order = msh_element_type(element.type).order;
  if (!shape || order == 1) return element;  // the same in both
  std::vector<int> vtk;
  if (*shape == CellShape::pyramid)  // of order 2: edges of the base, those to the apex, the middle of the base
    for (const auto& [i, j, k] : std::array<std::array<int, 3>, 14>{{{0, 0, 0},
                                                                     {2, 0, 0},
                                                                     {2, 2, 0},
                                                                     {0, 2, 0},
                                                                     {0, 0, 2},
                                                                     {1, 0, 0},
                                                                     {2, 1, 0},
                                                                     {1, 2, 0},
                                                                     {0, 1, 0},
                                                                     {0, 0, 1},
                                                                     {1, 0, 1},
                                                                     {1, 1, 1},
                                                                     {0, 1, 1},
                                                                     {1, 1, 0}}})
      vtk.push_back(lattice_node(*shape, 2, i, j, k));
  else
    vtk = vtk_node_order(*shape, order);
  // Upright edges three and four once were in the other order.
  if (old_edges && type == 72)
    for (int s = 0; s + 1 < order; ++s)
      std::swap(vtk[static_cast<std::size_t>(8 + 10 * (order - 1) + s)],
                vtk[static_cast<std::size_t>(8 + 11 * (order - 1) + s)]);
  const std::vector<int> gmsh = msh_node_order(*shape, order);
  for (std::size_t n = 0; n < element.nodes.size(); ++n)
    element.nodes[n] = static_cast<int>(std::find(vtk.begin(), vtk.end(), gmsh[n]) - vtk.begin());
  return element;
}

class VtuReader {
 public:
  VtuReader(std::string_view bytes, const std::string& path) : arrays_(bytes, path) {}

  ForeignMesh read() {
    read_points();
    const std::uint64_t cells = count_of("NumberOfCells");
    offsets_ = arrays_.values<std::int64_t>(arrays_.find("Cells", "offsets"), cells);
    types_ = arrays_.values<std::int64_t>(arrays_.find("Cells", "types"), cells);
    const std::int64_t all = offsets_.empty() ? 0 : offsets_.back();
    if (all < 0) arrays_.refuse(arrays_.find("Cells", "offsets"), "is damaged");
    nodes_ = arrays_.values<std::int64_t>(arrays_.find("Cells", "connectivity"), static_cast<std::uint64_t>(all));
    read_groups(cells);
    read_names();
    for (std::uint64_t c = 0; c < cells; ++c) add_cell(c);
    mesh_.advice_on_cells = "it must have cells";
    return std::move(mesh_);
  }

 private:
  std::uint64_t count_of(std::string_view attribute) const {
    const std::string_view text = arrays_.piece().attribute(attribute);
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size() ||
        count > static_cast<std::uint64_t>(std::numeric_limits<Index>::max()))
      arrays_.refuse(fmt::format("its Piece must say {}, below 2^31", attribute));
    return count;
  }

  void read_points() {
    const std::uint64_t count = count_of("NumberOfPoints");
    const auto places = arrays_.values<double>(arrays_.find("Points", ""), 3 * count);
    mesh_.nodes.resize(count);
    for (std::size_t n = 0; n < mesh_.nodes.size(); ++n)
      mesh_.nodes[n] = {places[3 * n], places[3 * n + 1], places[3 * n + 2]};
  }

  void read_groups(std::uint64_t cells) {
    for (const char* name : {"CellEntityIds", "gmsh:physical", "boundary", "region"})
      for (const VtuArray& array : arrays_.all()) {
        const std::string_view components = array.tag.attribute("NumberOfComponents", "1");
        if (array.section != "CellData" || array.tag.attribute("Name") != name || components != "1" ||
            array.tag.attribute("type").starts_with("Float"))
          continue;
        groups_ = arrays_.values<std::int64_t>(array, cells);
        return;
      }
  }

  /// Those that write_vtu() gives boundaries, which are numbered from 1.
  void read_names() {
    for (const VtuArray& array : arrays_.all()) {
      if (array.section != "FieldData" || array.tag.attribute("Name") != "boundary_names") continue;
      const std::vector<std::string> names = arrays_.texts(array);
      for (std::size_t b = 0; b < names.size(); ++b)
        for (const int dimension : {1, 2}) mesh_.group_names[{dimension, static_cast<int>(b) + 1}] = names[b];
    }
  }

  const VtkElement& element(int type, int count) {
    const auto [found, is_new] = elements_.try_emplace({type, count});
    if (is_new) found->second = element_of(type, count, has_old_edges());
    return found->second;
  }

  // Before version 2.2 of the format.
  bool has_old_edges() const {
    double version = 0;
    const std::string_view text = arrays_.file().attribute("version", "0.1");
    std::from_chars(text.data(), text.data() + text.size(), version);
    constexpr double first_of_today = 2.15;
    return version < first_of_today;
  }

  void add_cell(std::uint64_t c) {
    const std::int64_t begin = c == 0 ? 0 : offsets_[c - 1], end = offsets_[c];
    const auto all = static_cast<std::int64_t>(nodes_.size());
    constexpr std::int64_t most_nodes = 1000;
    if (begin < 0 || end < begin || end > all || end - begin > most_nodes)
      arrays_.refuse(fmt::format("cell {} has the offset {}, which is impossible", c, end));
    if (types_[c] == 1 || types_[c] == 2 || begin == end) return;  // points
    const std::int64_t type = types_[c] < 0 || types_[c] > last_lagrange ? -1 : types_[c];
    const VtkElement& found = element(static_cast<int>(type), static_cast<int>(end - begin));
    if (found.type == 0)
      arrays_.refuse(
          fmt::format("cell {} is of VTK's type {} with {} points, which is not supported; linear, quadratic "
                      "and Lagrange cells of orders 1 to {} are",
                      c, types_[c], end - begin, max_element_order));
    std::vector<int> groups;
    if (!groups_.empty()) groups.push_back(static_cast<int>(groups_[c]));
    if (mesh_.blocks.empty() || mesh_.blocks.back().type != found.type || mesh_.blocks.back().groups != groups)
      mesh_.blocks.push_back({found.type, groups, {}});
    for (const int n : found.nodes) {
      const std::int64_t node = nodes_[static_cast<std::size_t>(begin + n)];
      if (node < 0 || node >= static_cast<std::int64_t>(mesh_.nodes.size()))
        arrays_.refuse(fmt::format("cell {} has point {}, but points are numbered 0 to {}", c, node,
                                   static_cast<std::int64_t>(mesh_.nodes.size()) - 1));
      mesh_.blocks.back().nodes.push_back(static_cast<Index>(node));
    }
  }

  VtuArrays arrays_;
  ForeignMesh mesh_;
  std::vector<std::int64_t> offsets_, types_, nodes_, groups_;
  std::map<std::pair<int, int>, VtkElement> elements_;
};

}  // namespace

bool is_vtu_text(std::string_view head) { return head.find("<VTKFile") != std::string_view::npos; }

ForeignMesh parse_vtu_file(std::string_view bytes, const std::string& path) { return VtuReader(bytes, path).read(); }

}  // namespace dg
