/// CGNS files of meshes of orders 1 to 4, written by the CGNS library.
#pragma once

#include <cgnslib.h>

#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg::samples {

/// The nodes of elements as the standard lists them, by the vertices that each lies in the middle of, counted from 1.
inline const std::map<CellShape, std::vector<std::string>> cgns_nodes{
    {CellShape::triangle, {"1", "2", "3", "12", "23", "31"}},
    {CellShape::quadrilateral, {"1", "2", "3", "4", "12", "23", "34", "41", "1234"}},
    {CellShape::tetrahedron, {"1", "2", "3", "4", "12", "23", "31", "14", "24", "34"}},
    {CellShape::pyramid, {"1", "2", "3", "4", "5", "12", "23", "34", "41", "15", "25", "35", "45", "1234"}},
    {CellShape::prism,
     {"1", "2", "3", "4", "5", "6", "12", "23", "31", "14", "25", "36", "45", "56", "64", "1254", "2365", "3146"}},
    {CellShape::hexahedron,
     {"1",  "2",  "3",  "4",  "5",  "6",  "7",    "8",    "12",   "23",   "34",   "41",   "15",      "26",
      "37", "48", "56", "67", "78", "85", "1432", "1265", "2376", "3487", "1584", "5678", "12345678"}}};

/// Those of orders 3 and 4 by their steps along xi, eta and zeta: as Gmsh writes them, but for prisms, which it does
/// not. Those of prisms are as in the figures of the standard.
inline const std::map<std::pair<CellShape, int>, std::string> cgns_steps{
    {{CellShape::triangle, 3}, "000 300 030 100 200 210 120 020 010 110"},
    {{CellShape::triangle, 4}, "000 400 040 100 200 300 310 220 130 030 020 010 110 210 120"},
    {{CellShape::quadrilateral, 3}, "000 300 330 030 100 200 310 320 230 130 020 010 110 210 220 120"},
    {{CellShape::quadrilateral, 4},
     "000 400 440 040 100 200 300 410 420 430 340 240 140 030 020 010 110 210 310 320 330 230 130 120 220"},
    {{CellShape::tetrahedron, 3}, "000 300 030 003 100 200 210 120 020 010 001 002 201 102 021 012 110 101 111 011"},
    {{CellShape::tetrahedron, 4},
     "000 400 040 004 100 200 300 310 220 130 030 020 010 001 002 003 301 202 103 031 022 013 110 210 120 101 201 102 "
     "211 121 112 021 011 012 111"},
    {{CellShape::pyramid, 3},
     "000 300 330 030 003 100 200 310 320 230 130 020 010 001 002 201 102 221 112 021 012 110 210 220 120 101 211 121 "
     "011 111"},
    {{CellShape::pyramid, 4},
     "000 400 440 040 004 100 200 300 410 420 430 340 240 140 030 020 010 001 002 003 301 202 103 331 222 113 031 022 "
     "013 110 210 310 320 330 230 130 120 220 101 201 102 311 321 212 231 131 122 021 011 012 111 211 221 121 112"},
    {{CellShape::prism, 3},
     "000 300 030 003 303 033 100 200 210 120 020 010 001 002 301 302 031 032 103 203 213 123 023 013 110 101 201 202 "
     "102 211 121 122 212 021 011 012 022 113 111 112"},
    {{CellShape::prism, 4},
     "000 400 040 004 404 044 100 200 300 310 220 130 030 020 010 001 002 003 401 402 403 041 042 043 104 204 304 314 "
     "224 134 034 024 014 110 210 120 101 201 301 302 303 203 103 102 202 311 221 131 132 133 223 313 312 222 031 021 "
     "011 012 013 023 033 032 022 114 214 124 111 211 121 112 212 122 113 213 123"},
    {{CellShape::hexahedron, 3},
     "000 300 330 030 003 303 333 033 100 200 310 320 230 130 020 010 001 002 301 302 331 332 031 032 103 203 313 323 "
     "233 133 023 013 110 210 220 120 101 201 202 102 311 321 322 312 231 131 132 232 021 011 012 022 113 213 223 123 "
     "111 211 221 121 112 212 222 122"},
    {{CellShape::hexahedron, 4},
     "000 400 440 040 004 404 444 044 100 200 300 410 420 430 340 240 140 030 020 010 001 002 003 401 402 403 441 442 "
     "443 041 042 043 104 204 304 414 424 434 344 244 144 034 024 014 110 210 310 320 330 230 130 120 220 101 201 301 "
     "302 303 203 103 102 202 411 421 431 432 433 423 413 412 422 341 241 141 142 143 243 343 342 242 031 021 011 012 "
     "013 023 033 032 022 114 214 314 324 334 234 134 124 224 111 211 311 321 331 231 131 121 221 112 212 312 322 332 "
     "232 132 122 222 113 213 313 323 333 233 133 123 223"}};

/// Number on the lattice of each of them.
inline std::vector<int> cgns_lattice(CellShape shape, int order, bool complete) {
  std::vector<int> numbers;
  if (order > 2) {
    const std::string& steps = cgns_steps.at({shape, order});
    for (std::size_t at = 0; at < steps.size(); at += 4)
      numbers.push_back(lattice_node(shape, order, steps[at] - '0', steps[at + 1] - '0', steps[at + 2] - '0'));
    return numbers;
  }
  for (const std::string& vertices : cgns_nodes.at(shape)) {
    if (vertices.size() > (order == 1 ? 1U : complete ? 8U : 2U)) continue;
    std::array<int, 3> steps{};
    for (const char v : vertices)
      for (int d = 0; d < 3; ++d) steps[d] += vertex_corner(shape, v - '1')[d];
    for (int& step : steps) step = step * order / static_cast<int>(vertices.size());
    numbers.push_back(lattice_node(shape, order, steps[0], steps[1], steps[2]));
  }
  return numbers;
}

inline CGNS_ENUMT(ElementType_t) cgns_type(CellShape shape, int order, bool complete) {
  const auto pick = [&](auto one, auto two, auto whole) { return order == 1 ? one : complete ? whole : two; };
  if (order > 2) {
    const auto of_order = [&](auto three, auto four) { return order == 3 ? three : four; };
    switch (shape) {
      case CellShape::triangle:
        return of_order(CGNS_ENUMV(TRI_10), CGNS_ENUMV(TRI_15));
      case CellShape::quadrilateral:
        return of_order(CGNS_ENUMV(QUAD_16), CGNS_ENUMV(QUAD_25));
      case CellShape::tetrahedron:
        return of_order(CGNS_ENUMV(TETRA_20), CGNS_ENUMV(TETRA_35));
      case CellShape::prism:
        return of_order(CGNS_ENUMV(PENTA_40), CGNS_ENUMV(PENTA_75));
      case CellShape::pyramid:
        return of_order(CGNS_ENUMV(PYRA_30), CGNS_ENUMV(PYRA_55));
      default:
        return of_order(CGNS_ENUMV(HEXA_64), CGNS_ENUMV(HEXA_125));
    }
  }
  switch (shape) {
    case CellShape::triangle:
      return pick(CGNS_ENUMV(TRI_3), CGNS_ENUMV(TRI_6), CGNS_ENUMV(TRI_6));
    case CellShape::quadrilateral:
      return pick(CGNS_ENUMV(QUAD_4), CGNS_ENUMV(QUAD_8), CGNS_ENUMV(QUAD_9));
    case CellShape::tetrahedron:
      return pick(CGNS_ENUMV(TETRA_4), CGNS_ENUMV(TETRA_10), CGNS_ENUMV(TETRA_10));
    case CellShape::prism:
      return pick(CGNS_ENUMV(PENTA_6), CGNS_ENUMV(PENTA_15), CGNS_ENUMV(PENTA_18));
    case CellShape::pyramid:
      return pick(CGNS_ENUMV(PYRA_5), CGNS_ENUMV(PYRA_13), CGNS_ENUMV(PYRA_14));
    default:
      return pick(CGNS_ENUMV(HEXA_8), CGNS_ENUMV(HEXA_20), CGNS_ENUMV(HEXA_27));
  }
}

/// How boundaries are written.
enum class CgnsBoundaries { list, range, points, families, sections };

/// One file with a base; zones are added one by one.
class CgnsWriter {
 public:
  CgnsWriter(const std::string& path, int dimension, int file_type = CG_FILE_HDF5) : dimension_(dimension) {
    check(cg_set_file_type(file_type));
    check(cg_open(path.c_str(), CG_MODE_WRITE, &file));
    check(cg_base_write(file, "Base", dimension, dimension, &base));
  }
  ~CgnsWriter() { cg_close(file); }

  static void check(int status) {
    INFO(cg_get_error());
    REQUIRE(status == CG_OK);
  }

  /// Cells as one mixed section, or, where all are of one shape, as one of it; faces one section a boundary.
  template <int Dim>
  void add_zone(const std::string& name, const Mesh<Dim>& mesh, CgnsBoundaries boundaries, bool mixed,
                bool complete = true) {
    const cgsize_t sizes[3] = {mesh.node_count(), mesh.cell_count(), 0};
    check(cg_zone_write(file, base, name.c_str(), sizes, CGNS_ENUMV(Unstructured), &zone));
    for (int d = 0; d < Dim; ++d) {
      std::vector<double> values;
      for (const auto& node : mesh.nodes) values.push_back(node[d]);
      const std::string axis = std::string("Coordinate") + "XYZ"[d];
      int number = 0;
      check(cg_coord_write(file, base, zone, CGNS_ENUMV(RealDouble), axis.c_str(), values.data(), &number));
    }
    next_ = 1;
    add_cells(mesh, mixed, complete);
    for (std::size_t b = 0; b < mesh.boundary_names.size(); ++b) add_boundary(mesh, static_cast<int>(b), boundaries);
  }

  int file = -1, base = 0, zone = 0;

 private:
  template <int Dim>
  void add_cells(const Mesh<Dim>& mesh, bool mixed, bool complete) {
    std::vector<cgsize_t> elements, offsets{0};
    auto type = CGNS_ENUMV(MIXED);
    for (Index c = 0; c < mesh.cell_count(); ++c) {
      const auto own = cgns_type(mesh.cell_shapes[c], mesh.geometry_order, complete);
      if (mixed) elements.push_back(own);
      if (!mixed) type = own;
      for (const int n : cgns_lattice(mesh.cell_shapes[c], mesh.geometry_order, complete))
        elements.push_back(mesh.cell_nodes[mesh.cell_node_begin[c] + n] + 1);
      offsets.push_back(static_cast<cgsize_t>(elements.size()));
    }
    const cgsize_t last = next_ + mesh.cell_count() - 1;
    int section = 0;
    if (mixed)
      check(cg_poly_section_write(file, base, zone, "Cells", type, next_, last, 0, elements.data(), offsets.data(),
                                  &section));
    else
      check(cg_section_write(file, base, zone, "Cells", type, next_, last, 0, elements.data(), &section));
    next_ = last + 1;
  }

  template <int Dim>
  void add_boundary(const Mesh<Dim>& mesh, int boundary, CgnsBoundaries how) {
    std::vector<cgsize_t> elements, offsets{0}, numbers;
    std::set<cgsize_t> points;
    for (const Face& face : mesh.faces) {
      if (face.boundary != boundary) continue;
      const auto vertices = face_vertex_nodes(mesh, face.minus, face.minus_face);
      elements.push_back(vertices.count == 2   ? CGNS_ENUMV(BAR_2)
                         : vertices.count == 3 ? CGNS_ENUMV(TRI_3)
                                               : CGNS_ENUMV(QUAD_4));
      for (const Index v : vertices) {
        elements.push_back(v + 1);
        points.insert(v + 1);
      }
      offsets.push_back(static_cast<cgsize_t>(elements.size()));
      numbers.push_back(next_ + static_cast<cgsize_t>(numbers.size()));
    }
    if (numbers.empty()) return;
    const std::string name = mesh.boundary_names[boundary];
    if (how != CgnsBoundaries::points) {
      int section = 0;
      const std::string title = how == CgnsBoundaries::sections ? name : "Faces of " + name;
      check(cg_poly_section_write(file, base, zone, title.c_str(), CGNS_ENUMV(MIXED), next_, numbers.back(), 0,
                                  elements.data(), offsets.data(), &section));
      next_ = numbers.back() + 1;
    }
    if (how == CgnsBoundaries::sections) return;
    if (how == CgnsBoundaries::range) numbers = {numbers.front(), numbers.back()};
    if (how == CgnsBoundaries::points) numbers.assign(points.begin(), points.end());
    add_condition(name, numbers, how);
  }

  void add_condition(const std::string& name, const std::vector<cgsize_t>& numbers, CgnsBoundaries how) {
    const bool has_family = how == CgnsBoundaries::families;
    const auto set = how == CgnsBoundaries::range ? CGNS_ENUMV(PointRange) : CGNS_ENUMV(PointList);
    const std::string title = has_family ? "BC" + std::to_string(next_) : name;
    int condition = 0;
    check(cg_boco_write(file, base, zone, title.c_str(), has_family ? CGNS_ENUMV(FamilySpecified) : CGNS_ENUMV(BCWall),
                        set, static_cast<cgsize_t>(numbers.size()), numbers.data(), &condition));
    const auto faces = dimension_ == 2 ? CGNS_ENUMV(EdgeCenter) : CGNS_ENUMV(FaceCenter);
    if (how != CgnsBoundaries::points) check(cg_boco_gridlocation_write(file, base, zone, condition, faces));
    if (!has_family) return;
    int family = 0;
    cg_family_write(file, base, name.c_str(), &family);  // which another zone may have made
    check(cg_goto(file, base, "Zone_t", zone, "ZoneBC_t", 1, "BC_t", condition, "end"));
    check(cg_famname_write(name.c_str()));
  }

  int dimension_;
  cgsize_t next_ = 1;  // number of the next element
};

}  // namespace dg::samples
