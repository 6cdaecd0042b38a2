#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <utility>

#include "meshes/gmsh_io.hpp"
#include "meshes/gmsh_model.hpp"
#include "meshes/msh_elements.hpp"

namespace dg {
namespace {

using Tags = std::vector<std::size_t>;
using Point = std::array<double, 2>;

constexpr const char* task = "unstructured triangulation";
constexpr int surface = 1;

// Algorithms of Gmsh. The advancing front makes the better triangles, but gives up where edges of the boundary are long
// against the wanted size, and does not see a small size in the middle.
constexpr int delaunay = 5;
constexpr int frontal_delaunay = 6;

/// Adds the points and edges of a loop to the current model, each edge to be kept as it is. Returns the tags of the
/// edges.
std::vector<int> add_loop(const Loop& loop, Triangulation& result) {
  const int count = static_cast<int>(loop.points.size());
  if (count < 3) throw InputError(fmt::format("{}: a loop of {} points; at least 3 are needed", task, count));
  const int first = static_cast<int>(result.points.size()) + 1;  // points and edges are numbered alike, from 1
  double length = 0;
  for (int i = 0; i < count; ++i) {
    const Point &p = loop.points[i], &next = loop.points[(i + 1) % count], &last = loop.points[(i + count - 1) % count];
    length = (std::hypot(p[0] - next[0], p[1] - next[1]) + std::hypot(p[0] - last[0], p[1] - last[1])) / 2;
    gmsh::model::geo::addPoint(p[0], p[1], 0, length, first + i);
    result.points.push_back(p);
  }
  std::vector<int> edges(count);
  for (int i = 0; i < count; ++i) {
    edges[i] = gmsh::model::geo::addLine(first + i, first + (i + 1) % count, first + i);
    gmsh::model::geo::mesh::setTransfiniteCurve(edges[i], 2);
  }
  return edges;
}

/// The wanted size as Gmsh asks for it. No exception may pass through Gmsh: the first one is kept.
class SizeCallback {
 public:
  explicit SizeCallback(const std::function<double(double, double)>& size) : size_(size) {}

  double operator()(double x, double y) {
    if (error_) return std::numeric_limits<double>::max();
    try {
      const double h = size_(x, y);
      if (h > 0) return h;
      throw InputError(
          fmt::format("{}: the wanted size at ({:.7g}, {:.7g}) is {}; it must be positive", task, x, y, h));
    } catch (...) {
      error_ = std::current_exception();
      return std::numeric_limits<double>::max();
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  const std::function<double(double, double)>& size_;
  std::exception_ptr error_;
};

void set_options(bool has_size) {
  gmsh::option::setNumber("Mesh.ElementOrder", 1);
  // Gmsh shifts points at random by this part of the model's size; its default of 1e-9 is 2e-7 chords with a far field
  // at 100 chords, and lets nearly straight walls with short edges overlap.
  gmsh::option::setNumber("Mesh.RandomFactor", 1e-12);
  gmsh::option::setNumber("Mesh.MeshSizeFromPoints", has_size ? 0 : 1);
  gmsh::option::setNumber("Mesh.MeshSizeExtendFromBoundary", has_size ? 0 : 1);
}

/// True if there are at least half as many triangles as equilateral ones of the wanted size would fill the region.
bool follows(const Triangulation& result, const std::function<double(double, double)>& size) {
  double wanted = 0;
  for (const auto& t : result.triangles) {
    const Point &a = result.points[t[0]], &b = result.points[t[1]], &c = result.points[t[2]];
    const double h = size((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3);
    const double area = ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
    wanted += area / (std::sqrt(3.0) / 4 * h * h);
  }
  return wanted <= 2 * static_cast<double>(result.triangles.size());
}

/// Appends the points that Gmsh has added inside, and the triangles, counter-clockwise.
void collect(Triangulation& result) {
  const std::size_t given = result.points.size();
  Tags tags;
  std::vector<double> coordinates, parameters;
  std::vector<Index> number;  // by Gmsh's tag of a node
  const auto assign = [&](std::size_t tag, std::size_t n) {
    if (tag >= number.size()) number.resize(std::max(tag + 1, 2 * number.size()), -1);
    number[tag] = static_cast<Index>(n);
  };
  for (std::size_t p = 0; p < given; ++p) {
    gmsh::model::mesh::getNodes(tags, coordinates, parameters, 0, static_cast<int>(p) + 1);
    if (tags.size() == 1) assign(tags[0], p);
  }
  gmsh::model::mesh::getNodes(tags, coordinates, parameters, 2, surface);
  for (std::size_t i = 0; i < tags.size(); ++i) {
    assign(tags[i], result.points.size());
    result.points.push_back({coordinates[3 * i], coordinates[3 * i + 1]});
  }

  Tags elements, corners;
  gmsh::model::mesh::getElementsByType(msh_cell_type(CellShape::triangle, 1), elements, corners, surface);
  result.triangles.reserve(elements.size());
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    std::array<Index, 3> t;
    for (int v = 0; v < 3; ++v) {
      t[v] = corners[i + v] < number.size() ? number[corners[i + v]] : -1;
      if (t[v] < 0)
        throw InputError(fmt::format("{}: Gmsh has split an edge of a loop; do loops cross or touch?", task));
    }
    const Point &a = result.points[t[0]], &b = result.points[t[1]], &c = result.points[t[2]];
    if ((b[0] - a[0]) * (c[1] - a[1]) < (c[0] - a[0]) * (b[1] - a[1])) std::swap(t[1], t[2]);
    result.triangles.push_back(t);
  }
  if (result.triangles.empty())
    throw InputError(fmt::format("{}: Gmsh made no triangles; do loops cross or touch?", task));
}

}  // namespace

Triangulation triangulate(const Loop& outer, const std::vector<Loop>& holes,
                          const std::function<double(double, double)>& size) {
  Triangulation result;
  SizeCallback callback(size);
  const GmshModel model;
  model.run(task, [&] {
    std::vector<int> loops{gmsh::model::geo::addCurveLoop(add_loop(outer, result))};
    for (const Loop& hole : holes) loops.push_back(gmsh::model::geo::addCurveLoop(add_loop(hole, result)));
    gmsh::model::geo::addPlaneSurface(loops, surface);
    gmsh::model::geo::synchronize();
    set_options(static_cast<bool>(size));
    if (size) {
      gmsh::model::mesh::setSizeCallback([&](int, int, double x, double y, double) { return callback(x, y); });
    }
  });
  const Triangulation given = result;
  for (const int algorithm : {frontal_delaunay, delaunay}) {
    result = given;
    model.run(task, [&] {
      gmsh::option::setNumber("Mesh.Algorithm", algorithm);
      gmsh::model::mesh::clear();
      gmsh::model::mesh::generate(2);
    });
    callback.rethrow();
    model.run(task, [&] { collect(result); });
    if (!size || follows(result, size)) return result;
  }
  throw InputError(fmt::format("{}: the edges of the loops are too long for the wanted size", task));
}

bool has_gmsh() { return true; }

}  // namespace dg
