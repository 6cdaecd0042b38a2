#include "libdg/output/vtu_writer.hpp"

#include <cstdint>

#include "libdg/output/field_sampler.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "libdg/output/vtu_file.hpp"

namespace dg {
namespace {

template <int Dim>
class VtuWriter {
 public:
  VtuWriter(const Mesh<Dim>& mesh, FieldSampler<Dim>& sampler, int order, const std::vector<PointArray>& fields)
      : mesh_(mesh), order_(order), sampler_(sampler), node_orders_(vtk_node_orders<Dim>(order)) {
    for (Index cell = 0; cell < mesh.cell_count(); ++cell) points_ += nodes(cell).size();
    list_arrays(fields);
  }

  void write(const std::string& path, double time) {
    write_vtu_file(path, {points_, static_cast<std::uint64_t>(mesh_.cell_count()), time}, arrays_);
  }

 private:
  const std::vector<int>& nodes(Index cell) const { return node_orders_[shape_number(mesh_.cell_shapes[cell])]; }

  void add_field(const PointArray& field) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(field.components) * points_ * sizeof(double);
    arrays_.push_back({"PointData", "Float64", field.name, field.components, bytes, [this, field](BinaryStream& out) {
                         const auto components = static_cast<std::size_t>(field.components);
                         for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
                           const std::span<const double> values = field.values(cell);
                           for (const int node : nodes(cell)) {
                             const std::size_t first = static_cast<std::size_t>(node) * components;
                             for (std::size_t i = first; i < first + components; ++i) out.value(values[i]);
                           }
                         }
                       }});
  }

  void list_arrays(const std::vector<PointArray>& fields) {
    const auto cells = static_cast<std::uint64_t>(mesh_.cell_count());
    for (const PointArray& field : fields) add_field(field);
    arrays_.push_back({"CellData", "Int32", "cell", 1, cells * sizeof(std::int32_t), [this](BinaryStream& out) {
                         for (Index cell = 0; cell < mesh_.cell_count(); ++cell) out.value(std::int32_t{cell});
                       }});
    list_geometry(cells);
  }

  void list_geometry(std::uint64_t cells) {
    arrays_.push_back({"Points", "Float64", "points", 3, 3 * points_ * sizeof(double), [this](BinaryStream& out) {
                         for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
                           const auto& places = sampler_.places(cell);
                           for (const int node : nodes(cell)) {
                             const auto& place = places[static_cast<std::size_t>(node)];
                             for (int d = 0; d < 3; ++d) out.value(d < Dim ? place[d] : 0.0);
                           }
                         }
                       }});
    arrays_.push_back({"Cells", "Int64", "connectivity", 1, points_ * sizeof(std::int64_t), [this](BinaryStream& out) {
                         for (std::uint64_t point = 0; point < points_; ++point) {
                           out.value(static_cast<std::int64_t>(point));
                         }
                       }});
    arrays_.push_back({"Cells", "Int64", "offsets", 1, cells * sizeof(std::int64_t), [this](BinaryStream& out) {
                         std::int64_t end = 0;
                         for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
                           end += static_cast<std::int64_t>(nodes(cell).size());
                           out.value(end);
                         }
                       }});
    arrays_.push_back({"Cells", "UInt8", "types", 1, cells, [this](BinaryStream& out) {
                         for (const CellShape shape : mesh_.cell_shapes) {
                           out.value(static_cast<std::uint8_t>(vtk_cell_type(shape, order_)));
                         }
                       }});
  }

  const Mesh<Dim>& mesh_;
  int order_;
  FieldSampler<Dim>& sampler_;
  std::vector<std::vector<int>> node_orders_;  ///< by shape_number()
  std::uint64_t points_ = 0;
  std::vector<VtuArray> arrays_;
};

}  // namespace

template <int Dim>
void write_vtu(const Mesh<Dim>& mesh, const SolverOf<Dim>& solver, int degree, double gamma, const std::string& path) {
  const int order = shown_order(mesh, degree);
  FieldSampler<Dim> sampler(mesh, solver, order, gamma);
  VtuWriter(mesh, sampler, order, shown_fields(sampler)).write(path, solver.time());
}

template <int Dim>
void write_vtu(const Mesh<Dim>& mesh, FieldSampler<Dim>& sampler, int order, const std::vector<PointArray>& fields,
               double time, const std::string& path) {
  VtuWriter(mesh, sampler, order, fields).write(path, time);
}

template void write_vtu<2>(const Mesh<2>&, const SolverOf<2>&, int, double, const std::string&);
template void write_vtu<3>(const Mesh<3>&, const SolverOf<3>&, int, double, const std::string&);
template void write_vtu<2>(const Mesh<2>&, FieldSampler<2>&, int, const std::vector<PointArray>&, double,
                           const std::string&);
template void write_vtu<3>(const Mesh<3>&, FieldSampler<3>&, int, const std::vector<PointArray>&, double,
                           const std::string&);

}  // namespace dg
