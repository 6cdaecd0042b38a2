#include "libdg/output/surface_vtu.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cassert>
#include <map>

#include "libdg/output/boundary_traces.hpp"
#include "libdg/output/face_points.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/lagrange_basis.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "libdg/output/vtu_file.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

using Matrix = Eigen::MatrixXd;

/// Values of all functions of a basis at points, a row for each.
Matrix values_at(const LagrangeBasis<2>& basis, const std::vector<std::array<double, 2>>& points) {
  Matrix values(static_cast<Eigen::Index>(points.size()), basis.size());
  std::vector<double> row(static_cast<std::size_t>(basis.size()));
  for (std::size_t g = 0; g < points.size(); ++g) {
    basis.values(points[g], row);
    values.row(static_cast<Eigen::Index>(g)) = Eigen::Map<Eigen::RowVectorXd>(row.data(), basis.size());
  }
  return values;
}

/// A local face of cells of one shape, and the cell of VTK that shows it.
struct ShownFace {
  CellShape shape;
  std::vector<int> order_of_nodes;  ///< of VTK, in the lattice of the face
  CellMap<3> map;                   ///< of the nodes of the lattice
  Matrix fit;                       ///< from values at points to values at these nodes

  ShownFace(CellShape cell, int f, int geometry_order, int degree, int order, FaceRule face_rule)
      : shape(face_shape(cell, f)),
        order_of_nodes(vtk_node_order(shape, order)),
        map(cell, geometry_order, points_in_cell<3>(cell, f, lattice_points<2>(shape, order))) {
    const auto rule = points_on_reference_face<3>(cell, f, degree, face_rule);
    const LagrangeBasis<2> basis(shape, degree);
    const Eigen::VectorXd weights = Eigen::Map<const Eigen::VectorXd>(rule.weights.data(), rule.size()).array().sqrt();
    const Matrix equations = weights.asDiagonal() * values_at(basis, rule.points);
    const Matrix right = weights.asDiagonal();
    fit = values_at(basis, lattice_points<2>(shape, order)) * equations.colPivHouseholderQr().solve(right);
  }

  std::size_t points() const { return static_cast<std::size_t>(fit.cols()); }
  std::size_t nodes() const { return order_of_nodes.size(); }
};

/// Faces of a boundary, each with its number in the mesh that all ranks have together.
class SurfaceWriter {
 public:
  SurfaceWriter(const OwnCells<3>& own, std::span<const Index> faces, const std::string& boundary, int degree,
                FaceRule rule)
      : own_(own), order_(shown_order(own.mesh, degree)) {
    const Mesh3& mesh = own.mesh;
    std::vector<Index> numbers;
    for (const Index f : boundary_faces(mesh, boundary)) {
      const Face& face = mesh.faces[f];
      const CellShape cell = mesh.cell_shapes[face.minus];
      const std::pair key{cell, static_cast<int>(face.minus_face)};
      shown_.try_emplace(key, cell, face.minus_face, mesh.geometry_order, degree, order_, rule);
      faces_.push_back({face.minus, &shown_.at(key)});
      numbers.push_back(own.is_all() ? f : faces[f]);
    }
    std::vector<std::int64_t> nodes;
    for (const PlacedFace& face : faces_) nodes.push_back(static_cast<std::int64_t>(face.shown->nodes()));
    const std::vector<Index> places = places_among_all(own.ranks, numbers);
    nodes_ = list_pieces(own.ranks, places, nodes);
    for (const Index place : places) places_.push_back({place, 1});
  }

  void write(const std::string& path, const std::vector<SurfaceArray>& fields, double time) const {
    const ListSlices nodes(own_.ranks, nodes_), faces(own_.ranks, places_);
    const VtuExtent extent{
        static_cast<std::uint64_t>(nodes.size()), static_cast<std::uint64_t>(faces.size()), time, {}};
    std::vector<VtuArray> arrays;
    for (const SurfaceArray& field : fields) arrays.push_back(field_array(field, extent));
    arrays.push_back({"CellData", "Int32", "cell", 1, extent.cells * sizeof(std::int32_t), [this](BinaryStream& out) {
                        for (const auto& face : faces_) out.value(std::int32_t{own_.number_of(face.cell)});
                      }});
    add_geometry(extent, arrays);
    write_vtu_file(path, extent, arrays, nodes, faces, own_.ranks);
  }

 private:
  struct PlacedFace {
    Index cell;
    const ShownFace* shown;
  };

  VtuArray field_array(const SurfaceArray& field, const VtuExtent& extent) const {
    const auto components = static_cast<Eigen::Index>(field.components);
    const auto write = [this, &field, components](BinaryStream& out) {
      const double* values = field.values.data();
      for (const PlacedFace& face : faces_) {
        const auto points = static_cast<Eigen::Index>(face.shown->points());
        const Matrix at_nodes = face.shown->fit * Eigen::Map<const Matrix>(values, components, points).transpose();
        for (const int node : face.shown->order_of_nodes)
          for (Eigen::Index i = 0; i < components; ++i) out.value(at_nodes(node, i));
        values += components * points;
      }
      assert(values == field.values.data() + field.values.size());
    };
    return {"PointData", "Float64", field.name, field.components, field.components * extent.points * sizeof(double),
            write};
  }

  void add_geometry(const VtuExtent& extent, std::vector<VtuArray>& arrays) const {
    arrays.push_back({"Points", "Float64", "points", 3, 3 * extent.points * sizeof(double), [this](BinaryStream& out) {
                        std::vector<std::array<double, 3>> places;
                        for (const auto& [cell, shown] : faces_) {
                          places.resize(shown->nodes());
                          shown->map.evaluate(own_.mesh, cell, places, {});
                          for (const int node : shown->order_of_nodes)
                            for (const double x : places[static_cast<std::size_t>(node)]) out.value(x);
                        }
                      }});
    const auto numbers = [](std::uint64_t count) { return count * sizeof(std::int64_t); };
    arrays.push_back({"Cells", "Int64", "connectivity", 1, numbers(extent.points), [this](BinaryStream& out) {
                        for (const ListPiece& of_face : nodes_)
                          for (std::int64_t i = 0; i < of_face.count; ++i) out.value(of_face.begin + i);
                      }});
    arrays.push_back({"Cells", "Int64", "offsets", 1, numbers(extent.cells), [this](BinaryStream& out) {
                        for (const ListPiece& of_face : nodes_) out.value(of_face.begin + of_face.count);
                      }});
    arrays.push_back({"Cells", "UInt8", "types", 1, extent.cells, [this](BinaryStream& out) {
                        for (const PlacedFace& face : faces_)
                          out.value(static_cast<std::uint8_t>(vtk_cell_type(face.shown->shape, order_)));
                      }});
  }

  const OwnCells<3>& own_;
  int order_;
  std::map<std::pair<CellShape, int>, ShownFace> shown_;  ///< by the shape of the cell and its local face
  std::vector<PlacedFace> faces_;                         ///< in the order of the mesh
  std::vector<ListPiece> nodes_, places_;                 ///< of each among those of all ranks
};

}  // namespace

void write_surface_vtu(const Mesh3& mesh, const std::string& boundary, int degree,
                       const std::vector<SurfaceArray>& arrays, double time, const std::string& path, FaceRule rule) {
  SelfCommunicator self;
  write_surface_vtu(OwnCells<3>{mesh, {}, self}, {}, boundary, degree, arrays, time, path, rule);
}

void write_surface_vtu(const OwnCells<3>& own, std::span<const Index> faces, const std::string& boundary, int degree,
                       const std::vector<SurfaceArray>& arrays, double time, const std::string& path, FaceRule rule) {
  SurfaceWriter(own, faces, boundary, degree, rule).write(path, arrays, time);
}

}  // namespace dg
