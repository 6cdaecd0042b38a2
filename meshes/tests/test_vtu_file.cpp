#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <sstream>

#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/mesh_measures.hpp"
#include "meshes/tests/replaced.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"
#include "meshes/vtk_node_order.hpp"
#include "meshes/vtu_file.hpp"

using namespace dg;
using samples::check_refused;

namespace {

/// How the arrays of a file are written.
struct Encoding {
  enum class Form { ascii, inline_base64, appended_raw, appended_base64 } form = Form::ascii;
  bool compressed = false;
  bool wide_header = false;  ///< of 8 bytes
};

std::string base64(const std::string& bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63U];
  }
  return text;
}

class VtuText {
 public:
  explicit VtuText(const Encoding& encoding) : encoding_(encoding) {}

  template <class T>
  std::string array(const std::string& name, const char* type, const std::vector<T>& values, int components = 1) {
    std::ostringstream text;
    text.precision(17);
    text << "<DataArray type=\"" << type << "\" Name=\"" << name << "\" NumberOfComponents=\"" << components
         << "\" format=";
    if (encoding_.form == Encoding::Form::ascii) {
      text << "\"ascii\">\n";
      for (const T value : values) text << value << " ";
      return text.str() + "\n</DataArray>\n";
    }
    const std::string data =
        packed(std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
    if (encoding_.form == Encoding::Form::inline_base64) {
      text << "\"binary\">\n" << data << "\n</DataArray>\n";
      return text.str();
    }
    text << "\"appended\" offset=\"" << appended_.size() << "\"/>\n";
    appended_ += data;
    return text.str();
  }

  std::string file(const std::string& pieces) const {
    std::string text =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"2.2\" byte_order=\"LittleEndian\"";
    text += encoding_.wide_header ? " header_type=\"UInt64\"" : " header_type=\"UInt32\"";
    if (encoding_.compressed) text += " compressor=\"vtkZLibDataCompressor\"";
    text += ">\n<UnstructuredGrid>\n" + pieces + "</UnstructuredGrid>\n";
    if (!appended_.empty())
      text += std::string("<AppendedData encoding=\"") +
              (encoding_.form == Encoding::Form::appended_raw ? "raw" : "base64") + "\">\n_" + appended_ +
              "\n</AppendedData>\n";
    return text + "</VTKFile>\n";
  }

 private:
  std::string number(std::uint64_t value) const {
    const std::size_t size = encoding_.wide_header ? 8 : 4;
    return {reinterpret_cast<const char*>(&value), size};
  }

  std::string packed(const std::string& bytes) const {
    const bool raw = encoding_.form == Encoding::Form::appended_raw;
    const auto encoded = [&](const std::string& text) { return raw ? text : base64(text); };
    if (!encoding_.compressed) return encoded(number(bytes.size()) + bytes);
    constexpr std::size_t block = 1000;
    const std::size_t blocks = (bytes.size() + block - 1) / block;
    std::string header = number(blocks) + number(block) + number(bytes.size() % block), data;
    for (std::size_t b = 0; b < blocks; ++b) {
      const std::string part = bytes.substr(b * block, block);
      uLongf size = compressBound(part.size());
      std::string small(size, '\0');
      compress(reinterpret_cast<Bytef*>(small.data()), &size, reinterpret_cast<const Bytef*>(part.data()), part.size());
      header += number(size);
      data += small.substr(0, size);
    }
    return encoded(header) + encoded(data);
  }

  Encoding encoding_;
  std::string appended_;
};

int type_of(CellShape shape, int order) {
  static const std::map<CellShape, std::pair<int, int>> types{
      {CellShape::triangle, {5, 69}},    {CellShape::quadrilateral, {9, 70}}, {CellShape::tetrahedron, {10, 71}},
      {CellShape::hexahedron, {12, 72}}, {CellShape::prism, {13, 73}},        {CellShape::pyramid, {14, 0}}};
  return order == 1 ? types.at(shape).first : types.at(shape).second;
}

/// A mesh as VTK has it, with the faces of the boundaries, straight, as cells numbered from 1.
template <int Dim>
std::string vtu_of(const Mesh<Dim>& mesh, const Encoding& encoding) {
  VtuText text(encoding);
  std::vector<double> places;
  for (const auto& node : mesh.nodes)
    for (int d = 0; d < 3; ++d) places.push_back(d < Dim ? node[d] : 0);
  std::vector<std::int64_t> nodes, offsets;
  std::vector<std::int32_t> types, ids;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    std::vector<int> order = vtk_node_order(mesh.cell_shapes[c], mesh.geometry_order);
    if (mesh.cell_shapes[c] == CellShape::pyramid) order = {0, 1, 3, 2, 4};
    for (const int n : order) nodes.push_back(mesh.cell_nodes[mesh.cell_node_begin[c] + n]);
    offsets.push_back(static_cast<std::int64_t>(nodes.size()));
    types.push_back(type_of(mesh.cell_shapes[c], mesh.geometry_order));
    ids.push_back(0);
  }
  for (const Face& face : mesh.faces) {
    if (face.boundary < 0) continue;
    const auto v = face_vertex_nodes(mesh, face.minus, face.minus_face);
    nodes.insert(nodes.end(), v.begin(), v.end());
    offsets.push_back(static_cast<std::int64_t>(nodes.size()));
    types.push_back(v.count == 2 ? 3 : v.count == 3 ? 5 : 9);
    ids.push_back(face.boundary + 1);
  }
  std::string piece = "<Piece NumberOfPoints=\"" + std::to_string(mesh.node_count()) + "\" NumberOfCells=\"" +
                      std::to_string(types.size()) + "\">\n";
  piece += "<CellData>\n" + text.array("CellEntityIds", "Int32", ids) + "</CellData>\n<Points>\n" +
           text.array("Points", "Float64", places, 3) + "</Points>\n<Cells>\n" +
           text.array("connectivity", "Int64", nodes) + text.array("offsets", "Int64", offsets) +
           text.array("types", "Int32", types) + "</Cells>\n</Piece>\n";
  return text.file(piece);
}

template <int Dim>
Mesh<Dim> read(const std::string& text) {
  const samples::TemporaryFolder folder;
  samples::write_text(folder / "m.vtu", text);
  return std::get<Mesh<Dim>>(read_any_mesh(folder / "m.vtu"));
}

template <int Dim>
void check_same(const Mesh<Dim>& read, const Mesh<Dim>& mesh, bool has_names = false) {
  CHECK(read.nodes == mesh.nodes);
  CHECK(read.cell_shapes == mesh.cell_shapes);
  CHECK(read.cell_nodes == mesh.cell_nodes);
  CHECK(read.faces == mesh.faces);
  REQUIRE(read.boundary_names.size() == mesh.boundary_names.size());
  if (has_names) CHECK(read.boundary_names == mesh.boundary_names);
  if (!has_names) CHECK(read.boundary_names.front() == "1");
}

/// The steps of nodes along x, y and z, as text.
std::string steps(CellShape shape, int order) {
  std::map<int, std::string> text;
  for_each_lattice_point(shape, order, [&](int i, int j, int k) {
    const int node = lattice_node(shape, order, i, j, k);
    text[node] = std::to_string(100 * i + 10 * j + k + 1000).substr(1);
  });
  std::string all;
  for (const int n : vtk_node_order(shape, order)) all += (all.empty() ? "" : " ") + text.at(n);
  return all;
}

}  // namespace

TEST_CASE("nodes stand where VTK has them") {
  // By GetParametricCoords() of vtkLagrangeTetra, vtkLagrangeHexahedron and vtkLagrangeWedge of VTK 9.7.
  CHECK(steps(CellShape::tetrahedron, 4) ==
        "000 400 040 004 100 200 300 310 220 130 030 020 010 001 002 003 301 202 103 031 022 013 101 201 102 121 112 "
        "211 011 012 021 110 120 210 111");
  CHECK(steps(CellShape::hexahedron, 2) ==
        "000 200 220 020 002 202 222 022 100 210 120 010 102 212 122 012 001 201 221 021 011 211 101 121 110 112 111");
  CHECK(steps(CellShape::prism, 3) ==
        "000 300 030 003 303 033 100 200 210 120 020 010 103 203 213 123 023 013 001 002 301 302 031 032 110 113 101 "
        "201 102 202 211 121 212 122 021 011 022 012 111 112");
}

TEST_CASE("a file of VTK holds the mesh that was written, of every shape and order that VTK has") {
  for (int order = 1; order <= max_geometry_order; ++order) {
    CAPTURE(order);
    const Mesh2 mesh_2d = samples::box(order, 3, 2);
    check_same(read<2>(vtu_of(mesh_2d, {})), mesh_2d);
    for (const std::string kind : {"tetrahedra", "prisms", "hexahedra"}) {
      INFO(kind);
      const Mesh3 mesh =
          samples::box({{"kind", kind}, {"n", "2"}, {"order", std::to_string(order)}, {"curved", "0.05"}});
      check_same(read<3>(vtu_of(mesh, {})), mesh);
    }
  }
  const Mesh3 hybrid = samples::box({{"kind", "hybrid"}, {"n", "2"}});
  check_same(read<3>(vtu_of(hybrid, {})), hybrid);
}

TEST_CASE("arrays of VTK's files are text, base64 or bytes, compressed or not") {
  const Mesh3 mesh = samples::box({{"kind", "hybrid"}, {"n", "3"}});
  using Form = Encoding::Form;
  for (const Form form : {Form::inline_base64, Form::appended_raw, Form::appended_base64})
    for (const bool compressed : {false, true})
      for (const bool wide : {false, true}) {
        CAPTURE(static_cast<int>(form), compressed, wide);
        check_same(read<3>(vtu_of(mesh, {form, compressed, wide})), mesh);
      }
}

TEST_CASE("meshes are written as files of VTK, with the names of their boundaries") {
  const samples::TemporaryFolder folder;
  const std::string path = folder / "m.vtu";
  for (int order = 1; order <= max_geometry_order; ++order) {
    CAPTURE(order);
    const Mesh2 mesh_2d = samples::box(order, 3, 2);
    write_mesh(mesh_2d, path);
    check_same(std::get<Mesh2>(read_any_mesh(path)), mesh_2d, true);
    for (const std::string kind : {"tetrahedra", "prisms", "hexahedra"}) {
      INFO(kind);
      const Mesh3 mesh =
          samples::box({{"kind", kind}, {"n", "2"}, {"order", std::to_string(order)}, {"curved", "0.05"}});
      write_mesh(mesh, path);
      check_same(std::get<Mesh3>(read_any_mesh(path)), mesh, true);
    }
  }
  const Mesh3 hybrid = samples::box({{"kind", "hybrid"}, {"n", "2"}});
  write_mesh(hybrid, path);
  check_same(std::get<Mesh3>(read_any_mesh(path)), hybrid, true);
  check_refused(
      [&] {
        write_mesh(samples::box({{"kind", "hybrid"}, {"n", "2"}, {"order", "2"}}), path);
      },
      {"is a pyramid of order 2, which VTK lacks; write the mesh as .h5 or .msh"});
}

TEST_CASE("quadratic cells of VTK are those of Gmsh, complete or not") {
  // A square of 8 nodes whose upper edge bends by 0.1: the parabola adds 2/3 of 0.1.
  const auto square = [](const std::string& type, const std::string& nodes, const std::string& offset) {
    return "<VTKFile type='UnstructuredGrid' version='1.0' byte_order='LittleEndian'><UnstructuredGrid>"
           "<Piece NumberOfPoints='9' NumberOfCells='1'><Points><DataArray type='Float32' Name='Points' "
           "NumberOfComponents='3' format='ascii'>0 0 0 1 0 0 1 1 0 0 1 0 .5 0 0 1 .5 0 .5 1.1 0 0 .5 0 .5 .55 0"
           "</DataArray></Points><Cells><DataArray type='Int32' Name='connectivity' format='ascii'>" +
           nodes + "</DataArray><DataArray type='Int32' Name='offsets' format='ascii'>" + offset +
           "</DataArray><DataArray type='UInt8' Name='types' format='ascii'>" + type +
           "</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>";
  };
  const Mesh2 eight = read<2>(square("23", "0 1 2 3 4 5 6 7", "8"));
  CHECK(eight.geometry_order == 2);
  CHECK(mesh_area(eight) == Approx(1 + 0.2 / 3).epsilon(1e-7));
  CHECK(mesh_area(read<2>(square("28", "0 1 2 3 4 5 6 7 8", "9"))) == Approx(1 + 0.2 / 3).epsilon(1e-7));
  CHECK(eight.boundary_names == std::vector<std::string>{"default"});
}

TEST_CASE("VTK files that make no mesh are refused") {
  const std::string good = vtu_of(samples::box(1, 3, 2), {});
  const auto refuse = [](const std::string& text, const std::string& piece) {
    check_refused([&] { read<2>(text); }, {"m.vtu: " + piece});
  };
  refuse(samples::replaced(good, "\"UnstructuredGrid\"", "\"PolyData\""), "is not a VTK file of an unstructured grid");
  refuse(samples::replaced(good, "LittleEndian", "BigEndian"), "has big-endian numbers");
  refuse(samples::replaced(good, "\"offsets\"", "\"ofsets\""), "has no array 'offsets' in its element Cells");
  refuse(samples::replaced(good, "NumberOfCells=\"", "NumberOfCells=\"9"),
         "array 'offsets' of Cells has 19 values; 919");
  refuse(samples::replaced(good, "NumberOfPoints=\"", "NumberOfPoints=\"x"), "its Piece must say NumberOfPoints");
  refuse(samples::replaced(good, "</Piece>", "</Piece><Piece>"), "has several pieces");
  refuse(samples::replaced(good, "format=\"ascii\"", "format=\"hex\""),
         "array 'CellEntityIds' of CellData has the format 'hex'");
  refuse(samples::replaced(good, "type=\"Int64\" Name=\"connectivity\"", "type=\"Float64\" Name=\"connectivity\""),
         "array 'connectivity' of Cells has numbers of type 'Float64'");
  const std::string bytes = vtu_of(samples::box(1, 3, 2), {Encoding::Form::appended_raw, true, false});
  refuse(samples::replaced(bytes, "vtkZLib", "vtkLZ4"), "is compressed by vtkLZ4DataCompressor");
  check_refused([&] { read<2>(bytes.substr(0, bytes.size() - 100)); }, {"m.vtu: array '", "is truncated or damaged"});
}
