#include "libdg/output/vtu_writer.hpp"

#include <cstdint>

#include "libdg/output/shown_cells.hpp"

namespace dg {

template <int Dim>
void write_vtu(const OwnCells<Dim>& own, CellNodes<Dim>& nodes, int order, const std::vector<PointArray>& fields,
               double time, const std::string& path, const std::vector<VtuNote>& notes) {
  const ShownCells<Dim> shown(own, nodes, order);
  const auto points = static_cast<std::uint64_t>(shown.points().size()),
             cells = static_cast<std::uint64_t>(shown.cells().size());
  std::vector<VtuArray> arrays;
  for (const PointArray& field : fields)
    arrays.push_back({"PointData", "Float64", field.name, field.components, field.components * points * sizeof(double),
                      [&](BinaryStream& out) { shown.write_field(field, out); }});
  const auto add = [&](const char* section, const char* type, const char* name, int components, std::uint64_t bytes,
                       void (ShownCells<Dim>::*list)(BinaryStream&) const) {
    arrays.push_back({section, type, name, components, bytes, [&, list](BinaryStream& out) { (shown.*list)(out); }});
  };
  add("CellData", "Int32", "cell", 1, cells * sizeof(std::int32_t), &ShownCells<Dim>::write_cell_numbers);
  add("Points", "Float64", "points", 3, 3 * points * sizeof(double), &ShownCells<Dim>::write_places);
  add("Cells", "Int64", "connectivity", 1, points * sizeof(std::int64_t), &ShownCells<Dim>::write_connectivity);
  add("Cells", "Int64", "offsets", 1, cells * sizeof(std::int64_t), &ShownCells<Dim>::write_ends);
  add("Cells", "UInt8", "types", 1, cells, &ShownCells<Dim>::write_types);
  const VtuExtent extent{points, cells, time, notes};
  if (own.is_all())
    write_vtu_file(path, extent, arrays);
  else
    write_vtu_file(path, extent, arrays, shown.points(), shown.cells(), own.ranks);
}

template <int Dim>
void write_vtu(const OwnCells<Dim>& own, const SolverOf<Dim>& solver, int degree, double gamma, double time,
               const std::string& path) {
  const int order = shown_order(own.mesh, degree);
  FieldSampler<Dim> sampler(own.mesh, solver, order, gamma);
  write_vtu<Dim>(own, sampler, order, shown_fields(sampler), time, path);
}

template <int Dim>
void write_vtu(const Mesh<Dim>& mesh, const SolverOf<Dim>& solver, int degree, double gamma, const std::string& path) {
  SelfCommunicator self;
  write_vtu(OwnCells<Dim>{mesh, {}, self}, solver, degree, gamma, solver.time(), path);
}

template void write_vtu<2>(const OwnCells<2>&, const SolverOf<2>&, int, double, double, const std::string&);
template void write_vtu<3>(const OwnCells<3>&, const SolverOf<3>&, int, double, double, const std::string&);
template void write_vtu<2>(const Mesh<2>&, const SolverOf<2>&, int, double, const std::string&);
template void write_vtu<3>(const Mesh<3>&, const SolverOf<3>&, int, double, const std::string&);
template void write_vtu<2>(const OwnCells<2>&, CellNodes<2>&, int, const std::vector<PointArray>&, double,
                           const std::string&, const std::vector<VtuNote>&);
template void write_vtu<3>(const OwnCells<3>&, CellNodes<3>&, int, const std::vector<PointArray>&, double,
                           const std::string&, const std::vector<VtuNote>&);

}  // namespace dg
