#include "apps/commands/curve_walls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "apps/case/expression.hpp"
#include "apps/console.hpp"
#include "meshes/bounding_box.hpp"
#include "meshes/curving/cad_files.hpp"
#include "meshes/curving/curve.hpp"
#include "meshes/curving/facet_tree.hpp"
#include "meshes/curving/mesh_quality.hpp"
#include "meshes/curving/stl_file.hpp"
#include "meshes/errors.hpp"
#include "meshes/input_file.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"

namespace dg::app {
namespace {

namespace po = boost::program_options;

template <int Dim>
using Place = std::array<double, Dim>;

/// The way to the zeros of a formula, along its gradient.
template <int Dim>
class ZeroSet {
 public:
  ZeroSet(const std::string& formula, const std::string& where, double size)
      : formulas_(with_gradient(formula, where)), where_(where), size_(size) {}

  Place<Dim> operator()(Place<Dim> x) const {
    constexpr int most_steps = 50;
    constexpr double exact = 1e-14;  // of the size of the mesh
    const Place<Dim> start = x;
    for (int step = 0; step < most_steps; ++step) {
      double values[Dim + 1];
      formulas_.evaluate(std::span<const Place<Dim>>(&x, 1), 0, values);
      double slope2 = 0;
      for (int d = 0; d < Dim; ++d) slope2 += values[1 + d] * values[1 + d];
      if (values[0] == 0) return x;
      if (!(slope2 > 0) || !std::isfinite(values[0] / slope2)) break;
      for (int d = 0; d < Dim; ++d) x[d] -= values[0] * values[1 + d] / slope2;
      if (std::abs(values[0]) / std::sqrt(slope2) <= exact * size_) return x;
    }
    throw InputError(where_ + ": no zero of the formula is found from " + place(start));
  }

 private:
  static Formulas with_gradient(const std::string& formula, const std::string& where) {
    FormulaGraph graph({}, {{formula, where}});
    std::vector<NodeId> nodes = graph.values;
    for (int d = 0; d < Dim; ++d) nodes.push_back(graph.graph.derivative(nodes.front(), static_cast<Variable>(d)));
    Formulas formulas(graph.graph, nodes);
    if (formulas.varies_in_time() || (Dim == 2 && formulas.uses(Variable::z)))
      throw InputError(where + ": the formula of a wall must be one in " + (Dim == 2 ? "x and y" : "x, y and z"));
    return formulas;
  }

  Formulas formulas_;
  std::string where_;
  double size_;
};

template <int Dim>
std::function<Place<Dim>(const Place<Dim>&)> onto(const std::string& shape, const std::string& where, double size) {
  if (!shape.ends_with(".stl") && !shape.ends_with(".STL")) return ZeroSet<Dim>(shape, where, size);
  if constexpr (Dim == 3) {
    const auto tree = std::make_shared<FacetTree<3>>(parse_stl_file(file_contents(shape), shape));
    return [tree](const Place<3>& x) { return tree->place(tree->nearest(x, std::numeric_limits<double>::infinity())); };
  } else {
    throw InputError(where + ": STL files are walls of 3-D meshes; give a formula in x and y");
  }
}

/// The CAD files of all walls, which are there as long as one of their walls is.
class CadWalls {
 public:
  explicit CadWalls(std::string unit) : unit_(std::move(unit)) {}

  /// Sets the places on a wall: in 3-D on surfaces, and for its edges on curves; in 2-D on curves.
  template <int Dim>
  void place(CurvedWall<Dim>& wall, const std::string& path, double size) {
    if (!files_) files_ = std::make_shared<CadFiles>(unit_);
    const int file = files_->read(path);
    const std::string where = "--curve " + wall.boundary + ": " + path, unit = unit_;
    const auto nearest_of = [=, files = files_](int dimension) {
      return [=](const Place<Dim>& x) {
        std::array<double, 3> from{};
        std::copy(x.begin(), x.end(), from.begin());
        const auto there = files->nearest(file, dimension, from);
        require_near(from, there, where, size, unit);
        constexpr double flat = 1e-6;  // of the size of the mesh
        if (Dim == 2 && std::abs(there[2]) > flat * size)
          throw InputError(fmt::format("{} is not at z = 0, where the mesh is, but at {}", where, dg::place(there)));
        Place<Dim> result;
        std::copy_n(there.begin(), Dim, result.begin());
        return result;
      };
    };
    wall.onto = nearest_of(Dim - 1);
    if constexpr (Dim == 3) wall.onto_edge = nearest_of(1);
  }

 private:
  static void require_near(const std::array<double, 3>& from, const std::array<double, 3>& there,
                           const std::string& where, double size, const std::string& unit) {
    constexpr double farthest = 0.1;  // in sizes of the mesh
    const double far = std::hypot(there[0] - from[0], there[1] - from[1], there[2] - from[2]);
    if (far > farthest * size)
      throw InputError(
          fmt::format("{} is {:.3g} away from the wall at {}, in a mesh of size {:.3g}; is this the shape of the "
                      "wall, and is --unit {} right?",
                      where, far, dg::place(from), size, unit));
  }

  std::string unit_;
  std::shared_ptr<CadFiles> files_;
};

template <int Dim>
CurvedWall<Dim> wall_of(const Mesh<Dim>& mesh, const std::string& text, CadWalls& cad) {
  const std::size_t equals = text.find('=');
  CurvedWall<Dim> wall{text.substr(0, equals), {}};
  if (equals == std::string::npos) return wall;
  const std::string shape = text.substr(equals + 1);
  const double size = bounding_box(mesh).diagonal();
  if (CadFiles::is_name(shape))
    cad.place(wall, shape, size);
  else
    wall.onto = onto<Dim>(shape, "--curve " + wall.boundary, size);
  return wall;
}

template <int Dim>
void print_quality(const Mesh<Dim>& mesh) {
  const MeshQuality quality = mesh_quality(mesh);
  std::string counts;
  for (std::size_t i = 0; i < quality.counts.size(); ++i)
    if (quality.counts[i] > 0)
      counts += fmt::format("{}{} of {:.1f} to {:.1f}", counts.empty() ? "" : ", ", quality.counts[i],
                            static_cast<double>(i) / 10, static_cast<double>(i + 1) / 10);
  print_out("quality    least scaled Jacobian {:.3f} in {}; cells: {}\n", quality.least, cell_at(mesh, quality.cell),
            counts);
}

}  // namespace

void add_curve_options(po::options_description& options) {
  options.add_options()(
      "curve", po::value<Arguments>()->composing(),
      "WALL, WALL=FORMULA, WALL=FILE.stl or WALL=FILE.step (.iges, .brep): make the straight cells at a "
      "boundary follow a smooth curve or surface through its vertices, the zeros of a formula in x, "
      "y, z, triangles, or the surfaces of a CAD file; may be repeated");
  options.add_options()("order", po::value<int>(),
                        "order of the cells: 2 to 4 with --curve; else 1 to 4, for cells of a higher order");
  options.add_options()("angle", po::value<double>()->default_value(30),
                        "with --curve: edges of a smooth wall that turn by more than so many degrees stay sharp");
  options.add_options()("unit", po::value<std::string>()->default_value("mm"),
                        "with a CAD file: unit of length of the mesh, m, cm, mm, km, inch or ft");
}

AnyMesh with_curved_walls(AnyMesh mesh, const po::variables_map& values, const std::string& source) {
  if (values.count("curve") == 0) {
    for (const char* option : {"angle", "unit"})
      if (!values[option].defaulted()) throw InputError(fmt::format("--{}: only walls of --curve have one", option));
    return mesh;
  }
  constexpr int usual_order = 3;
  const CurveOptions options{values.count("order") > 0 ? values["order"].as<int>() : usual_order,
                             values["angle"].as<double>()};
  if (options.order < 2 || options.order > max_geometry_order)
    throw InputError(fmt::format("--order: expected 2 to {}", max_geometry_order));
  if (!(options.angle > 0 && options.angle < 180)) throw InputError("--angle: expected degrees between 0 and 180");
  const std::string unit = values["unit"].as<std::string>();
  if (!CadFiles::is_unit(unit)) throw InputError(std::string("--unit: expected ") + CadFiles::units);
  return std::visit(
      [&]<int Dim>(const Mesh<Dim>& straight) -> AnyMesh {
        CadWalls cad(unit);
        std::vector<CurvedWall<Dim>> walls;
        for (const std::string& text : values["curve"].as<Arguments>()) walls.push_back(wall_of(straight, text, cad));
        Mesh<Dim> result = curved(straight, walls, options, source);
        print_quality(result);
        return result;
      },
      mesh);
}

}  // namespace dg::app
