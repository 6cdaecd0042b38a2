#include "meshes/gmsh_model.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "meshes/input_file.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

struct Library {
  Library() {
    gmsh::initialize(0, nullptr, false);
    gmsh::option::setNumber("General.Terminal", 0);
    gmsh::option::setNumber("General.Verbosity", 2);  // errors and warnings
  }
  ~Library() { gmsh::finalize(); }
};

std::mutex& gmsh_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

// Gmsh sets the number of OpenMP threads of the whole process to 1, so the number before is kept and restored.
GmshModel::GmshModel() : lock_(gmsh_mutex()), threads_(omp_get_max_threads()) {
  static const Library library;
  gmsh::model::add("rkdg");
  gmsh::logger::start();
}

GmshModel::~GmshModel() {
  try {
    gmsh::logger::stop();
    gmsh::model::mesh::removeSizeCallback();
    gmsh::model::remove();
  } catch (...) {  // there was nothing to remove
  }
  omp_set_num_threads(threads_);
}

void GmshModel::refuse_errors(const std::string& what, bool failed) {
  std::vector<std::string> log;
  gmsh::logger::get(log);
  const std::string mark = "Error: ";
  const auto error = std::find_if(log.begin(), log.end(), [&](const auto& line) { return line.starts_with(mark); });
  if (error != log.end()) throw InputError(what + ": Gmsh: " + error->substr(mark.size()));
  if (failed) throw InputError(what + ": Gmsh failed without a reason");
}

bool ends_as_gmsh_file(const std::string& path) {
  std::string tail = file_tail(path, 80);
  tail.erase(tail.find_last_not_of(" \t\r\n") + 1);
  const auto last_line = tail.find_last_of('\n') + 1;
  return tail.compare(last_line, 4, "$End") == 0;
}

int gmsh_cell_type(CellShape shape, int order) {
  return gmsh::model::mesh::getElementType(shape == CellShape::triangle ? "Triangle" : "Quadrangle", order);
}

GmshCell gmsh_cell(int type, const std::string& path) {
  std::string name;
  int dimension, order, node_total, vertices;
  std::vector<double> coordinates;
  gmsh::model::mesh::getElementProperties(type, name, dimension, order, node_total, coordinates, vertices);
  if (vertices != 3 && vertices != 4) {
    throw InputError(
        fmt::format("{}: has elements of type '{}'; only triangles and quadrilaterals are supported", path, name));
  }
  GmshCell result{vertices == 3 ? CellShape::triangle : CellShape::quadrilateral, order, {}};
  if (order < 1 || order > max_geometry_order) {
    throw InputError(fmt::format("{}: has elements of order {} ('{}'); only orders 1 to {} are supported", path, order,
                                 name, max_geometry_order));
  }
  if (node_total != node_count(result.shape, order)) {
    throw InputError(
        fmt::format("{}: has incomplete elements ('{}', {} of {} nodes); set Mesh.SecondOrderIncomplete = 0", path,
                    name, node_total, node_count(result.shape, order)));
  }
  // Gmsh's reference triangle is 0 <= u, v, its square -1 <= u, v <= 1.
  const auto column = [&](double u) {
    return static_cast<int>(std::lround(order * (result.shape == CellShape::triangle ? u : (1 + u) / 2)));
  };
  for (int n = 0; n < node_total; ++n) {
    result.lattice.push_back(
        lattice_node(result.shape, order, column(coordinates[2 * n]), column(coordinates[2 * n + 1])));
  }
  return result;
}

}  // namespace dg
