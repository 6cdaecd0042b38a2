/// HDF5 files of meshes as HOPR's user guide describes them, written by the HDF5 library.
#pragma once

#include <hdf5.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg::samples {

/// The tables of a file, for tests to damage before it is written.
struct HoprTables {
  int order = 1;
  std::vector<std::int32_t> elements, sides, ids, types;  ///< 6 numbers an element, 5 a side, 4 a condition
  std::vector<double> places;
  std::vector<std::string> names;
};

/// Sides as CGNS numbers them, by vertices counted from 1.
inline const std::map<CellShape, std::vector<std::vector<int>>> cgns_sides{
    {CellShape::tetrahedron, {{1, 3, 2}, {1, 2, 4}, {2, 3, 4}, {3, 1, 4}}},
    {CellShape::pyramid, {{1, 4, 3, 2}, {1, 2, 5}, {2, 3, 5}, {3, 4, 5}, {4, 1, 5}}},
    {CellShape::prism, {{1, 2, 5, 4}, {2, 3, 6, 5}, {3, 1, 4, 6}, {1, 3, 2}, {4, 5, 6}}},
    {CellShape::hexahedron, {{1, 4, 3, 2}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 4, 8, 7}, {1, 5, 8, 4}, {5, 6, 7, 8}}}};

/// Number of the local face with the vertices of a side.
inline int face_of_side(CellShape shape, const std::vector<int>& side) {
  for (int f = 0; f < face_count(shape); ++f) {
    std::vector<int> vertices;
    for (const int v : face_vertices(shape, f)) vertices.push_back(v + 1);
    if (vertices.size() == side.size() && std::is_permutation(vertices.begin(), vertices.end(), side.begin())) return f;
  }
  return -1;
}

inline HoprTables hopr_tables(const Mesh<3>& mesh) {
  HoprTables file;
  file.order = mesh.geometry_order;
  file.names = mesh.boundary_names;
  for (std::size_t b = 0; b < file.names.size(); ++b) file.types.insert(file.types.end(), {4, 0, 0, 0});
  std::map<std::pair<Index, int>, const Face*> faces;
  for (const Face& face : mesh.faces) {
    faces[{face.minus, face.minus_face}] = &face;
    if (face.plus >= 0) faces[{face.plus, face.plus_face}] = &face;
  }
  const auto code = [](CellShape shape) {
    return shape == CellShape::tetrahedron ? 104
           : shape == CellShape::pyramid   ? 115
           : shape == CellShape::prism     ? 116
                                           : 118;
  };
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const CellShape shape = mesh.cell_shapes[c];
    const auto first_side = static_cast<int>(file.sides.size() / 5), first_node = static_cast<int>(file.ids.size());
    for (const auto& side : cgns_sides.at(shape)) {
      const Face& face = *faces.at({c, face_of_side(shape, side)});
      const Index other = face.plus < 0 ? -1 : face.minus == c ? face.plus : face.minus;
      file.sides.insert(file.sides.end(),
                        {static_cast<int>(side.size()), static_cast<int>(&face - mesh.faces.data()) + 1, other + 1, 0,
                         face.boundary + 1});
    }
    for (Index n = mesh.cell_node_begin[c]; n < mesh.cell_node_begin[c + 1]; ++n) {
      file.ids.push_back(mesh.cell_nodes[n] + 1);
      file.places.insert(file.places.end(), mesh.nodes[mesh.cell_nodes[n]].begin(),
                         mesh.nodes[mesh.cell_nodes[n]].end());
    }
    file.elements.insert(file.elements.end(), {code(shape), 1, first_side, static_cast<int>(file.sides.size() / 5),
                                               first_node, static_cast<int>(file.ids.size())});
  }
  return file;
}

inline void require_written(bool done) {
  if (!done) throw std::runtime_error("HDF5 cannot write a table");
}

inline void write_hopr_table(hid_t file, const char* name, hid_t type, const void* values, hsize_t rows,
                             hsize_t columns) {
  const hsize_t size[] = {rows, columns};
  const hid_t space = H5Screate_simple(columns == 1 ? 1 : 2, size, nullptr);
  const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  require_written(set >= 0);
  require_written((rows == 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0));
  H5Dclose(set);
  H5Sclose(space);
}

inline void write_hopr(const std::string& path, const HoprTables& tables) {
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t scalar = H5Screate(H5S_SCALAR);
  const hid_t order = H5Acreate2(file, "Ngeo", H5T_NATIVE_INT32, scalar, H5P_DEFAULT, H5P_DEFAULT);
  require_written(H5Awrite(order, H5T_NATIVE_INT32, &tables.order) >= 0);
  H5Aclose(order);
  H5Sclose(scalar);
  write_hopr_table(file, "ElemInfo", H5T_NATIVE_INT32, tables.elements.data(), tables.elements.size() / 6, 6);
  write_hopr_table(file, "SideInfo", H5T_NATIVE_INT32, tables.sides.data(), tables.sides.size() / 5, 5);
  write_hopr_table(file, "GlobalNodeIDs", H5T_NATIVE_INT32, tables.ids.data(), tables.ids.size(), 1);
  write_hopr_table(file, "NodeCoords", H5T_NATIVE_DOUBLE, tables.places.data(), tables.places.size() / 3, 3);
  write_hopr_table(file, "BCType", H5T_NATIVE_INT32, tables.types.data(), tables.types.size() / 4, 4);
  constexpr std::size_t length = 255;
  std::string packed;
  for (const std::string& name : tables.names) packed += name + std::string(length - name.size(), ' ');
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, length);
  write_hopr_table(file, "BCNames", text, packed.data(), tables.names.size(), 1);
  H5Tclose(text);
  H5Fclose(file);
}

}  // namespace dg::samples
