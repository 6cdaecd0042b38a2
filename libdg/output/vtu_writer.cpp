#include "libdg/output/vtu_writer.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>

#include "libdg/output/binary_stream.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/vtk_cells.hpp"
#include "meshes/output_file.hpp"

namespace dg {
namespace {

/// One array of the file: its XML attributes, its size, and what writes its values.
struct DataArray {
  std::string section, type, name;
  int components = 1;
  std::uint64_t bytes = 0;
  std::function<void(BinaryStream&)> write;
};

class VtuWriter {
 public:
  VtuWriter(const Mesh2& mesh, FieldSampler& sampler, int order, const std::vector<PointArray>& fields)
      : mesh_(mesh),
        order_(order),
        sampler_(sampler),
        triangle_(vtk_node_order(CellShape::triangle, order_)),
        quadrilateral_(vtk_node_order(CellShape::quadrilateral, order_)) {
    for (Index cell = 0; cell < mesh.cell_count(); ++cell) points_ += nodes(cell).size();
    list_arrays(fields);
  }

  void write(const std::string& path, double time) {
    OutputFile file(path);
    BinaryStream out(file.temporary(), path);
    out.text(header(time));
    for (const DataArray& array : arrays_) {
      out.value(array.bytes);
      array.write(out);
    }
    out.text("\n  </AppendedData>\n</VTKFile>\n");
    out.close();
    file.publish();
  }

 private:
  const std::vector<int>& nodes(Index cell) const {
    return mesh_.cell_shapes[cell] == CellShape::triangle ? triangle_ : quadrilateral_;
  }

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
                             out.value(places[static_cast<std::size_t>(node)][0]);
                             out.value(places[static_cast<std::size_t>(node)][1]);
                             out.value(0.0);
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

  std::string header(double time) const {
    const char* byte_order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
    std::string xml = fmt::format(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"2.2\" byte_order=\"{}\" "
        "header_type=\"UInt64\">\n  <UnstructuredGrid>\n    <FieldData>\n      <DataArray type=\"Float64\" "
        "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{:.17g}</DataArray>\n    </FieldData>\n"
        "    <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
        byte_order, time, points_, mesh_.cell_count());
    std::uint64_t offset = 0;
    std::string section;
    for (const DataArray& array : arrays_) {
      if (array.section != section) {
        if (!section.empty()) xml += "      </" + section + ">\n";
        section = array.section;
        xml += "      <" + section + ">\n";
      }
      xml += fmt::format(
          "        <DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
          array.type, array.name, array.components, offset);
      offset += sizeof(std::uint64_t) + array.bytes;
    }
    return xml + "      </" + section +
           ">\n    </Piece>\n  </UnstructuredGrid>\n  <AppendedData encoding=\"raw\">\n    _";
  }

  const Mesh2& mesh_;
  int order_;
  FieldSampler& sampler_;
  std::vector<int> triangle_, quadrilateral_;
  std::uint64_t points_ = 0;
  std::vector<DataArray> arrays_;
};

}  // namespace

void write_vtu(const Mesh2& mesh, const Solver& solver, int degree, double gamma, const std::string& path) {
  const int order = shown_order(mesh, degree);
  FieldSampler sampler(mesh, solver, order, gamma);
  VtuWriter(mesh, sampler, order, shown_fields(sampler)).write(path, solver.time());
}

void write_vtu(const Mesh2& mesh, FieldSampler& sampler, int order, const std::vector<PointArray>& fields, double time,
               const std::string& path) {
  VtuWriter(mesh, sampler, order, fields).write(path, time);
}

}  // namespace dg
