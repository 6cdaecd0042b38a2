#include "libdg/output/vtu_writer.hpp"

#include <cstdint>
#include <optional>

#include "libdg/output/field_sampler.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "libdg/output/vtu_file.hpp"

namespace dg {
namespace {

template <int Dim>
class VtuWriter {
 public:
  VtuWriter(const OwnCells<Dim>& own, FieldSampler<Dim>& sampler, int order, const std::vector<PointArray>& fields)
      : own_(own), mesh_(own.mesh), order_(order), sampler_(sampler), node_orders_(vtk_node_orders<Dim>(order)) {
    std::int64_t begin = 0;
    std::vector<std::int64_t> counts;
    for (Index cell = 0; cell < own_.count(); ++cell) {
      counts.push_back(static_cast<std::int64_t>(nodes(cell).size()));
      points_of_cell_.push_back({begin, counts.back()});
      begin += counts.back();
    }
    points_ = begin;
    cells_ = own_.count();
    if (!own.is_all()) place_in_whole(counts);
    list_arrays(fields);
  }

  void write(const std::string& path, double time) {
    const VtuExtent extent{points_, cells_, time};
    if (own_.is_all())
      write_vtu_file(path, extent, arrays_);
    else
      write_vtu_file(path, extent, arrays_, *point_slices_, *cell_slices_, own_.ranks);
  }

 private:
  void place_in_whole(const std::vector<std::int64_t>& counts) {
    points_of_cell_ = list_pieces(own_.ranks, own_.number, counts);
    std::vector<ListPiece> cells;
    for (const Index number : own_.number) cells.push_back({number, 1});
    point_slices_.emplace(own_.ranks, points_of_cell_);
    cell_slices_.emplace(own_.ranks, cells);
    points_ = point_slices_->size();
    cells_ = cell_slices_->size();
  }

  const std::vector<int>& nodes(Index cell) const { return node_orders_[shape_number(mesh_.cell_shapes[cell])]; }

  void add_field(const PointArray& field) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(field.components) * points_ * sizeof(double);
    arrays_.push_back({"PointData", "Float64", field.name, field.components, bytes, [this, field](BinaryStream& out) {
                         const auto components = static_cast<std::size_t>(field.components);
                         for (Index cell = 0; cell < own_.count(); ++cell) {
                           const std::span<const double> values = field.values(cell);
                           for (const int node : nodes(cell)) {
                             const std::size_t first = static_cast<std::size_t>(node) * components;
                             for (std::size_t i = first; i < first + components; ++i) out.value(values[i]);
                           }
                         }
                       }});
  }

  void list_arrays(const std::vector<PointArray>& fields) {
    for (const PointArray& field : fields) add_field(field);
    arrays_.push_back({"CellData", "Int32", "cell", 1, cells_ * sizeof(std::int32_t), [this](BinaryStream& out) {
                         for (Index cell = 0; cell < own_.count(); ++cell)
                           out.value(std::int32_t{own_.number_of(cell)});
                       }});
    list_geometry();
  }

  void list_geometry() {
    arrays_.push_back({"Points", "Float64", "points", 3, 3 * points_ * sizeof(double), [this](BinaryStream& out) {
                         for (Index cell = 0; cell < own_.count(); ++cell) {
                           const auto& places = sampler_.places(cell);
                           for (const int node : nodes(cell)) {
                             const auto& place = places[static_cast<std::size_t>(node)];
                             for (int d = 0; d < 3; ++d) out.value(d < Dim ? place[d] : 0.0);
                           }
                         }
                       }});
    arrays_.push_back({"Cells", "Int64", "connectivity", 1, points_ * sizeof(std::int64_t), [this](BinaryStream& out) {
                         for (const ListPiece& of_cell : points_of_cell_)
                           for (std::int64_t i = 0; i < of_cell.count; ++i) out.value(of_cell.begin + i);
                       }});
    arrays_.push_back({"Cells", "Int64", "offsets", 1, cells_ * sizeof(std::int64_t), [this](BinaryStream& out) {
                         for (const ListPiece& of_cell : points_of_cell_) out.value(of_cell.begin + of_cell.count);
                       }});
    arrays_.push_back({"Cells", "UInt8", "types", 1, cells_, [this](BinaryStream& out) {
                         for (Index cell = 0; cell < own_.count(); ++cell)
                           out.value(static_cast<std::uint8_t>(vtk_cell_type(mesh_.cell_shapes[cell], order_)));
                       }});
  }

  OwnCells<Dim> own_;
  const Mesh<Dim>& mesh_;
  int order_;
  FieldSampler<Dim>& sampler_;
  std::vector<std::vector<int>> node_orders_;  ///< by shape_number()
  std::vector<ListPiece> points_of_cell_;      ///< [cell] among those of all
  std::uint64_t points_ = 0, cells_ = 0;       ///< of all ranks
  std::optional<ListSlices> point_slices_, cell_slices_;
  std::vector<VtuArray> arrays_;
};

}  // namespace

template <int Dim>
void write_vtu(const OwnCells<Dim>& own, const SolverOf<Dim>& solver, int degree, double gamma,
               const std::string& path) {
  const int order = shown_order(own.mesh, degree);
  FieldSampler<Dim> sampler(own.mesh, solver, order, gamma);
  VtuWriter(own, sampler, order, shown_fields(sampler)).write(path, solver.time());
}

template <int Dim>
void write_vtu(const Mesh<Dim>& mesh, const SolverOf<Dim>& solver, int degree, double gamma, const std::string& path) {
  SelfCommunicator self;
  write_vtu(OwnCells<Dim>{mesh, {}, self}, solver, degree, gamma, path);
}

template <int Dim>
void write_vtu(const Mesh<Dim>& mesh, FieldSampler<Dim>& sampler, int order, const std::vector<PointArray>& fields,
               double time, const std::string& path) {
  SelfCommunicator self;
  VtuWriter(OwnCells<Dim>{mesh, {}, self}, sampler, order, fields).write(path, time);
}

template void write_vtu<2>(const OwnCells<2>&, const SolverOf<2>&, int, double, const std::string&);
template void write_vtu<3>(const OwnCells<3>&, const SolverOf<3>&, int, double, const std::string&);
template void write_vtu<2>(const Mesh<2>&, const SolverOf<2>&, int, double, const std::string&);
template void write_vtu<3>(const Mesh<3>&, const SolverOf<3>&, int, double, const std::string&);
template void write_vtu<2>(const Mesh<2>&, FieldSampler<2>&, int, const std::vector<PointArray>&, double,
                           const std::string&);
template void write_vtu<3>(const Mesh<3>&, FieldSampler<3>&, int, const std::vector<PointArray>&, double,
                           const std::string&);

}  // namespace dg
