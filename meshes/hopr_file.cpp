#include "meshes/hopr_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "meshes/bounding_box.hpp"
#include "meshes/errors.hpp"
#include "meshes/foreign_mesh_child.hpp"
#include "meshes/hdf5_probe.hpp"
#include "meshes/hopr_tables.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/quoted.hpp"
#include "meshes/translated_nodes.hpp"

namespace dg {
namespace {

constexpr std::int64_t cells_at_a_time = 1 << 16;

/// Columns of the table ElemInfo.
enum ElemColumn { elem_type, elem_zone, first_side, end_side, first_node, end_node, elem_columns };
/// Columns of the table SideInfo.
enum SideColumn { side_type, global_side, neighbour, place_there, side_condition, side_columns };

constexpr std::int64_t periodic_type = 1;  // in the table BCType

/// The shape of an element type, whose last digit is the number of vertices.
std::optional<CellShape> hopr_shape_of(std::int64_t type) {
  if (type < 100 || type >= 300) return std::nullopt;
  switch (type % 10) {
    case 4:
      return CellShape::tetrahedron;
    case 5:
      return CellShape::pyramid;
    case 6:
      return CellShape::prism;
    case 8:
      return CellShape::hexahedron;
    default:
      return std::nullopt;
  }
}

/// Vertices of the sides of a cell, in the order of the CGNS standard.
const std::vector<std::vector<int>>& sides_of(CellShape shape) {
  static const std::vector<std::vector<int>> tetrahedron{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}},
      pyramid{{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}},
      prism{{0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}, {0, 2, 1}, {3, 4, 5}},
      hexahedron{{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {0, 4, 7, 3}, {4, 5, 6, 7}};
  if (shape == CellShape::tetrahedron) return tetrahedron;
  if (shape == CellShape::pyramid) return pyramid;
  return shape == CellShape::prism ? prism : hexahedron;
}

class HoprReader {
 public:
  explicit HoprReader(const std::string& path) : tables_(path) {}

  ForeignMesh read(const std::string& path, std::vector<std::string>& notes) {
    const std::int64_t order = tables_.attribute("Ngeo", 1);
    if (order < 1 || order > max_element_order)
      refuse(fmt::format("has cells of order Ngeo = {}; only orders 1 to {} are supported", order, max_element_order));
    order_ = static_cast<int>(order);
    names_ = tables_.texts("BCNames");
    const auto conditions = static_cast<std::int64_t>(names_.size());
    if (conditions > 0) types_ = tables_.rows<std::int64_t>("BCType", 0, conditions, 4);
    for (std::int64_t c = 0; c < conditions; ++c)
      if (!names_[c].empty()) mesh_.group_names[{2, static_cast<int>(c) + 1}] = names_[c];
    all_nodes_ = tables_.row_count("NodeCoords");
    if (all_nodes_ > std::numeric_limits<Index>::max()) refuse("has too many nodes; they must be fewer than 2^31");
    const std::int64_t cells = tables_.row_count("ElemInfo");
    for (std::int64_t c = 0; c < cells; c += cells_at_a_time) read_cells(c, std::min(cells_at_a_time, cells - c));
    check_places();
    state_periodic(path, notes);
    append_faces();
    mesh_.advice_on_cells = "its table ElemInfo must have cells";
    return std::move(mesh_);
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const { tables_.refuse(reason); }

  void read_cells(std::int64_t begin, std::int64_t count) {
    const auto info = tables_.rows<std::int64_t>("ElemInfo", begin, count, elem_columns);
    std::vector<CellShape> shapes;
    for (std::int64_t c = 0; c < count; ++c) {
      const std::int64_t* cell = &info[static_cast<std::size_t>(c * elem_columns)];
      const auto shape = hopr_shape_of(cell[elem_type]);
      if (!shape) refuse(fmt::format("element {} has type {}, which is no 3-D cell", begin + c + 1, cell[elem_type]));
      if (cell[first_node] != nodes_read_ || cell[end_node] - cell[first_node] != node_count(*shape, order_))
        refuse(fmt::format("element {} has nodes {} to {}, but must have {} of them from {} on", begin + c + 1,
                           cell[first_node] + 1, cell[end_node], node_count(*shape, order_), nodes_read_ + 1));
      if (cell[first_side] != sides_read_)
        refuse(fmt::format("element {} has sides from {} on; they must follow those of the element before it",
                           begin + c + 1, cell[first_side] + 1));
      if (cell[end_side] - cell[first_side] != face_count(*shape)) refuse_mortars(begin + c + 1);
      nodes_read_ = cell[end_node];
      sides_read_ = cell[end_side];
      shapes.push_back(*shape);
    }
    const std::int64_t nodes = nodes_read_ - info[first_node], sides = sides_read_ - info[first_side];
    const std::vector<Index> numbers = read_nodes(info[first_node], nodes);
    append_cells(shapes, numbers);
    read_sides(begin, shapes, numbers, tables_.rows<std::int64_t>("SideInfo", info[first_side], sides, side_columns));
  }

  [[noreturn]] void refuse_mortars(std::int64_t element) const {
    refuse(
        fmt::format("element {} has sides with hanging nodes (mortars), which are not supported; write a mesh "
                    "without them (PyHOPE: doMortars = F)",
                    element));
  }

  /// Their numbers, and the places of those that are new.
  std::vector<Index> read_nodes(std::int64_t begin, std::int64_t count) {
    const auto places = tables_.rows<double>("NodeCoords", begin, count, 3);
    const auto ids = tables_.rows<std::int64_t>("GlobalNodeIDs", begin, count, 1);
    std::vector<Index> numbers(ids.size());
    for (std::size_t n = 0; n < ids.size(); ++n) {
      if (ids[n] < 1 || ids[n] > all_nodes_)
        refuse(fmt::format("GlobalNodeIDs has node {}, but nodes are numbered 1 to {}", ids[n], all_nodes_));
      const auto number = static_cast<std::size_t>(ids[n] - 1);
      const std::array<double, 3> place{places[3 * n], places[3 * n + 1], places[3 * n + 2]};
      if (number >= mesh_.nodes.size()) {
        mesh_.nodes.resize(number + 1);
        is_known_.resize(number + 1, false);
      }
      if (is_known_[number]) {
        compare(static_cast<Index>(number), place);
      } else {
        is_known_[number] = true;
        mesh_.nodes[number] = place;
      }
      numbers[n] = static_cast<Index>(number);
    }
    return numbers;
  }

  void compare(Index number, const std::array<double, 3>& place) {
    double gap = 0;
    for (int d = 0; d < 3; ++d) gap = std::max(gap, std::abs(place[d] - mesh_.nodes[number][d]));
    if (gap > widest_gap_) {
      widest_gap_ = gap;
      torn_node_ = number;
    }
  }

  // Cells list their nodes by themselves; equal numbers must mean equal places.
  void check_places() const {
    constexpr double tolerance = 1e-8;  // of the size of the mesh
    if (torn_node_ < 0) return;
    BoundingBox<3> box;
    for (std::size_t n = 0; n < mesh_.nodes.size(); ++n)
      if (is_known_[n]) box.include(mesh_.nodes[n]);
    if (!(widest_gap_ > tolerance * box.diagonal())) return;
    refuse(fmt::format("node {} lies at {} in one element and {:.3g} away from there in another", torn_node_ + 1,
                       place(mesh_.nodes[torn_node_]), widest_gap_));
  }

  void append_cells(const std::vector<CellShape>& shapes, const std::vector<Index>& numbers) {
    auto node = numbers.begin();
    for (const CellShape shape : shapes) {
      const int type = msh_cell_type(shape, order_);
      if (mesh_.blocks.empty() || mesh_.blocks.back().type != type) mesh_.blocks.push_back({type, {}, {}});
      std::vector<int>& order = node_orders_[static_cast<std::size_t>(shape)];
      if (order.empty()) order = msh_node_order(shape, order_);
      for (const int n : order) mesh_.blocks.back().nodes.push_back(node[n]);
      node += static_cast<std::ptrdiff_t>(order.size());
    }
  }

  void read_sides(std::int64_t begin, const std::vector<CellShape>& shapes, const std::vector<Index>& numbers,
                  const std::vector<std::int64_t>& info) {
    auto node = numbers.begin();
    const std::int64_t* side = info.data();
    for (std::size_t c = 0; c < shapes.size(); ++c) {
      const std::int64_t element = begin + static_cast<std::int64_t>(c) + 1;
      for (const std::vector<int>& vertices : sides_of(shapes[c])) {
        if (side[neighbour] < 0 || side[side_type] < 0) refuse_mortars(element);
        if (const std::int64_t condition = side[side_condition]; condition != 0) {
          if (condition < 0 || condition > static_cast<std::int64_t>(names_.size()))
            refuse(fmt::format("a side of element {} has boundary condition {}, but they are numbered 1 to {}", element,
                               condition, names_.size()));
          const bool is_inner = side[neighbour] != 0 && types_[4 * (condition - 1)] != periodic_type;
          if (!is_inner || element < side[neighbour]) add_face(static_cast<int>(condition), shapes[c], vertices, node);
        }
        side += side_columns;
      }
      node += node_count(shapes[c], order_);
    }
  }

  void add_face(int condition, CellShape shape, const std::vector<int>& vertices,
                std::vector<Index>::const_iterator node) {
    const auto face_shape = vertices.size() == 3 ? CellShape::triangle : CellShape::quadrilateral;
    const int type = msh_cell_type(face_shape, 1);
    if (faces_.empty() || faces_.back().type != type || faces_.back().groups.front() != condition)
      faces_.push_back({type, {condition}, {}});
    for (const int v : vertices) faces_.back().nodes.push_back(node[lattice_vertex(shape, order_, v)]);
  }

  void append_faces() {
    mesh_.blocks.insert(mesh_.blocks.end(), std::make_move_iterator(faces_.begin()),
                        std::make_move_iterator(faces_.end()));
  }

  // HOPR joins boundaries by translations alone, whose numbers in BCType differ in sign.
  void state_periodic(const std::string& path, std::vector<std::string>& notes) {
    for (std::size_t a = 0; a < names_.size(); ++a)
      for (std::size_t b = 0; b < names_.size(); ++b) {
        const std::int64_t* type = &types_[4 * a];
        if (type[0] != periodic_type || types_[4 * b] != periodic_type || type[3] <= 0 || types_[4 * b + 3] != -type[3])
          continue;
        PeriodicNodes nodes = translated_nodes(mesh_.nodes, faces_, static_cast<int>(a) + 1, static_cast<int>(b) + 1);
        if (nodes.pairs.empty())
          notes.push_back(
              fmt::format("{}: boundaries {} and {} are periodic in the file, but no translation takes one "
                          "to the other; give each a condition",
                          path, in_quotes(names_[a]), in_quotes(names_[b])));
        else
          mesh_.periodic_nodes.push_back(std::move(nodes));
      }
  }

  HoprTables tables_;
  int order_ = 1;
  std::vector<std::string> names_;
  std::vector<std::int64_t> types_;  // four numbers for each condition
  std::int64_t all_nodes_ = 0, nodes_read_ = 0, sides_read_ = 0;
  std::vector<bool> is_known_;
  double widest_gap_ = 0;
  Index torn_node_ = -1;
  std::array<std::vector<int>, cell_shape_count> node_orders_;
  ForeignMesh mesh_;
  std::vector<ElementBlock> faces_;
};

}  // namespace

bool is_hopr_file(const std::string& path) {
  return succeeds_in_child([&] {
    const HoprTables tables(path);
    return tables.has_table("ElemInfo") && tables.has_table("SideInfo") && tables.has_table("NodeCoords") &&
           tables.has_table("GlobalNodeIDs");
  });
}

ForeignMesh read_hopr_tables(const std::string& path, std::vector<std::string>& notes) {
  return HoprReader(path).read(path, notes);
}

ForeignMesh read_hopr_file(const std::string& path, std::vector<std::string>& notes) {
  return read_in_child(
      path, "HDF5", [&](std::vector<std::string>& said) { return read_hopr_tables(path, said); }, notes);
}

}  // namespace dg
