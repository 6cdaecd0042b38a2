// Structured zones of CGNS files.
#include <array>
#include <cmath>
#include <functional>

#include "meshes/mesh_file.hpp"
#include "meshes/tests/cgns_writer.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/mesh_measures.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::CgnsWriter;
using samples::TemporaryFolder;

namespace {

using Place = std::function<std::array<double, 3>(int, int, int)>;

/// One base of structured zones.
class StructuredWriter {
 public:
  StructuredWriter(const std::string& path, int dimension) : dimension_(dimension), writer_(path, dimension) {}

  void add_zone(const std::string& name, const std::array<int, 3>& points, const Place& place) {
    std::vector<cgsize_t> sizes;
    for (int d = 0; d < dimension_; ++d) sizes.push_back(points[d]);
    for (int d = 0; d < dimension_; ++d) sizes.push_back(points[d] - 1);
    sizes.resize(static_cast<std::size_t>(3 * dimension_), 0);
    CgnsWriter::check(
        cg_zone_write(writer_.file, writer_.base, name.c_str(), sizes.data(), CGNS_ENUMV(Structured), &writer_.zone));
    for (int d = 0; d < dimension_; ++d) {
      std::vector<double> values;
      for (int k = 0; k < points[2]; ++k)
        for (int j = 0; j < points[1]; ++j)
          for (int i = 0; i < points[0]; ++i) values.push_back(place(i, j, k)[d]);
      const std::string axis = std::string("Coordinate") + "XYZ"[d];
      int number = 0;
      CgnsWriter::check(cg_coord_write(writer_.file, writer_.base, writer_.zone, CGNS_ENUMV(RealDouble), axis.c_str(),
                                       values.data(), &number));
    }
  }

  void add_boundary(const std::string& name, const std::vector<cgsize_t>& indices,
                    CGNS_ENUMT(GridLocation_t) location = CGNS_ENUMV(Vertex),
                    CGNS_ENUMT(PointSetType_t) set = CGNS_ENUMV(PointRange)) {
    int number = 0;
    CgnsWriter::check(cg_boco_write(writer_.file, writer_.base, writer_.zone, name.c_str(), CGNS_ENUMV(BCWall), set,
                                    static_cast<cgsize_t>(indices.size()) / dimension_, indices.data(), &number));
    if (location != CGNS_ENUMV(Vertex))
      CgnsWriter::check(cg_boco_gridlocation_write(writer_.file, writer_.base, writer_.zone, number, location));
  }

 private:
  int dimension_;
  CgnsWriter writer_;
};

}  // namespace

TEST_CASE("a structured zone around an axis meets itself, with prisms at the axis") {
  const TemporaryFolder folder;
  constexpr int sectors = 8, points = sectors + 1;
  {
    StructuredWriter writer(folder / "m.cgns", 3);
    writer.add_zone("Rod", {3, points, 4}, [](int i, int j, int k) {
      return std::array{i * std::cos(j * M_PI / 4), i * std::sin(j * M_PI / 4), 0.5 * k};
    });
    writer.add_boundary("axis", {1, 1, 1, 1, points, 4});
    writer.add_boundary("wall", {3, 1, 1, 3, points, 4});
    writer.add_boundary("inlet", {1, 1, 1, 3, points, 1});
    writer.add_boundary("outlet", {1, 1, 4, 2, sectors, 4}, CGNS_ENUMV(KFaceCenter));
  }
  const auto mesh = std::get<Mesh3>(read_any_mesh(folder / "m.cgns"));
  CHECK(std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), CellShape::prism) == 3 * sectors);
  CHECK(mesh.cell_count() == 6 * sectors);
  CHECK(mesh.node_count() == 4 * (1 + 2 * sectors));
  CHECK(samples::total_volume(mesh) == Approx(1.5 * 16 * std::sqrt(0.5)).epsilon(1e-13));
  CHECK(samples::faces_in(mesh, "wall") == 3 * sectors);
  CHECK(samples::faces_in(mesh, "inlet") == 2 * sectors);
  CHECK(samples::faces_in(mesh, "outlet") == 2 * sectors);
}

TEST_CASE("2-D structured zones are joined, and boundaries are ranges of points or edges, or lists") {
  const TemporaryFolder folder;
  {
    StructuredWriter writer(folder / "m.cgns", 2);
    writer.add_zone("A", {4, 3, 1}, [](int i, int j, int) { return std::array{i / 3.0, j / 2.0, 0.0}; });
    writer.add_boundary("left", {1, 1, 1, 3});
    writer.add_boundary("bottom", {1, 1, 3, 1}, CGNS_ENUMV(EdgeCenter));
    writer.add_boundary("top", {1, 3, 2, 3, 3, 3, 4, 3}, CGNS_ENUMV(Vertex), CGNS_ENUMV(PointList));
    // The other one counts along y first.
    writer.add_zone("B", {3, 2, 1}, [](int i, int j, int) { return std::array{1.0 + j, i / 2.0, 0.0}; });
    writer.add_boundary("right", {1, 2, 3, 2});
    writer.add_boundary("bottom", {1, 1, 1, 2});
    writer.add_boundary("top", {3, 2, 3, 1});
  }
  const auto mesh = std::get<Mesh2>(read_any_mesh(folder / "m.cgns"));
  CHECK(mesh.cell_count() == 8);
  CHECK(mesh.node_count() == 15);
  CHECK(mesh_area(mesh) == Approx(2).epsilon(1e-14));
  CHECK(mesh.boundary_names == std::vector<std::string>{"left", "bottom", "top", "right"});
  for (const auto& [name, count] : {std::pair{"left", 2}, {"right", 2}, {"bottom", 4}, {"top", 4}})
    CHECK(boundary_faces(mesh, name).size() == static_cast<std::size_t>(count));
}

TEST_CASE("boundaries of structured zones beyond their points are refused") {
  const TemporaryFolder folder;
  {
    StructuredWriter writer(folder / "m.cgns", 2);
    writer.add_zone("A", {2, 2, 1}, [](int i, int j, int) { return std::array{i + 0.0, j + 0.0, 0.0}; });
    writer.add_boundary("left", {1, 1, 1, 3});
  }
  samples::check_refused([&] { read_any_mesh(folder / "m.cgns"); },
                         {"m.cgns: boundary condition 'left' names index 3, but those of zone 'A' are 1 to 2"});
}
