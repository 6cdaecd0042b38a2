#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "meshes/build.hpp"
#include "meshes/generators/generator.hpp"
#include "meshes/generators/sphere_surface.hpp"
#include "meshes/lattice.hpp"
#include "meshes/node_polynomial.hpp"

namespace dg {
namespace {

using SpacePoint = std::array<double, 3>;

constexpr double sphere_radius = 0.5;

/// The shells between the sphere and the far field.
struct Shells {
  std::vector<double> radii;  ///< from the sphere on
  int wall_layers;            ///< shells with curved cells; tetrahedra begin beyond
  double wake;                ///< how far the cells gather downstream, see SphereMaker

  int count() const { return static_cast<int>(radii.size()) - 1; }
};

class SphereMaker {
 public:
  SphereMaker(const SphereSurface& surface, const Shells& shells)
      : surface_(surface), shells_(shells), order_(surface.order) {
    mesh.geometry_order = order_;
    mesh.boundary_names = {"wall", "farfield"};
    add_nodes();
    for (int shell = 0; shell < shells.count(); ++shell)
      for (std::size_t c = 0; c < surface.cells.size(); ++c) {
        if (surface.shape == CellShape::triangle && shell >= shells.wall_layers)
          add_tetrahedra(c, shell);
        else
          add_layer_cell(c, shell);
      }
    add_ends();
  }

  Mesh3 mesh;
  std::vector<TaggedFace<3>> sides;

 private:
  Index node_at(Index direction, int level) const {
    return direction + level * static_cast<Index>(surface_.directions.size());
  }

  /// Direction of a vertex at a radius: beyond the wall layers they turn towards x, as a vector does to which a part of
  /// the unit vector along x is added.
  SpacePoint direction(Index node, double radius) const {
    SpacePoint x = surface_.directions[node];
    const double inner = shells_.radii[shells_.wall_layers];
    if (radius <= inner || shells_.wake == 0) return x;
    x[0] += shells_.wake * (1 - inner / radius);
    const double length = std::hypot(x[0], x[1], x[2]);
    for (double& component : x) component /= length;
    return x;
  }

  /// Places of all nodes of the surface at a radius, on the cells of order 1 between the vertices.
  std::vector<SpacePoint> flat(double radius) const {
    std::vector<SpacePoint> places(surface_.directions.size());
    const auto lattice = lattice_points<2>(surface_.shape, order_);
    for (std::size_t c = 0; c < surface_.cells.size(); ++c)
      for (std::size_t i = 0; i < lattice.size(); ++i) {
        SpacePoint x{};
        for (int v = 0; v < vertex_count(surface_.shape); ++v) {
          const double share =
              node_polynomial<2>(surface_.shape, 1, vertex_corner(surface_.shape, v), lattice[i]).value;
          const SpacePoint corner = direction(surface_.vertex(c, v), radius);
          for (int d = 0; d < 3; ++d) x[d] += share * radius * corner[d];
        }
        places[surface_.cells[c][i]] = x;
      }
    return places;
  }

  /// Round at the sphere, flat from the end of the wall layers on, straight along the radius.
  void add_nodes() {
    const double inner = shells_.radii[shells_.wall_layers];
    std::vector<SpacePoint> low = flat(shells_.radii[0]);
    for (int level = 0; level <= shells_.count() * order_; ++level) {
      const int shell = std::min(level / order_, shells_.count() - 1);
      const double part = double(level - shell * order_) / order_;
      if (level % order_ == 0 && level > 0) low = flat(shells_.radii[shell]);
      const std::vector<SpacePoint> high = part == 0 ? low : flat(shells_.radii[shell + 1]);
      const double radius = shells_.radii[shell] + part * (shells_.radii[shell + 1] - shells_.radii[shell]);
      const double round = std::max(0.0, (inner - radius) / (inner - sphere_radius));
      for (std::size_t n = 0; n < low.size(); ++n) {
        SpacePoint& x = mesh.nodes.emplace_back();
        for (int d = 0; d < 3; ++d)
          x[d] =
              (1 - round) * ((1 - part) * low[n][d] + part * high[n][d]) + round * radius * surface_.directions[n][d];
      }
    }
  }

  void end_cell(CellShape shape) {
    mesh.cell_shapes.push_back(shape);
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  }

  void add_layer_cell(std::size_t c, int shell) {
    for (int k = 0; k <= order_; ++k)
      for (const Index node : surface_.cells[c]) mesh.cell_nodes.push_back(node_at(node, shell * order_ + k));
    end_cell(surface_.shape == CellShape::triangle ? CellShape::prism : CellShape::hexahedron);
  }

  /// Three tetrahedra for the prism on a triangle. Every side of the prism is cut from the lower end of its vertex of
  /// lower number, by which the next prism cuts it in the same way.
  void add_tetrahedra(std::size_t c, int shell) {
    std::array<int, 3> v{0, 1, 2};
    std::sort(v.begin(), v.end(), [&](int a, int b) { return surface_.vertex(c, a) < surface_.vertex(c, b); });
    for (int upper = 0; upper < 3; ++upper) {
      // Vertices v[0] .. v[upper] below, v[upper] .. v[2] above, from the last to the first.
      std::vector<std::array<int, 3>> corners;
      const auto add = [&](int vertex, int up) {
        const auto place = vertex_corner(CellShape::triangle, vertex);
        corners.push_back({place[0] * order_, place[1] * order_, up * order_});
      };
      for (int i = 0; i <= upper; ++i) add(v[i], 0);
      for (int i = upper; i < 3; ++i) add(v[i], 1);
      add_tetrahedron(c, shell, corners);
    }
  }

  void add_tetrahedron(std::size_t c, int shell, const std::vector<std::array<int, 3>>& corners) {
    const auto node = [&](const std::array<int, 3>& s) {
      return node_at(surface_.cells[c][lattice_node(CellShape::triangle, order_, s[0], s[1])], shell * order_ + s[2]);
    };
    for_each_lattice_point(CellShape::tetrahedron, order_, [&](int i, int j, int k) {
      const std::array counts{order_ - i - j - k, i, j, k};
      std::array<int, 3> steps{};
      SpacePoint x{};
      for (int v = 0; v < 4; ++v)
        for (int d = 0; d < 3; ++d) {
          steps[d] += counts[v] * corners[v][d] / order_;
          x[d] += double(counts[v]) / order_ * mesh.nodes[node(corners[v])][d];
        }
      const Index number = node(steps);
      mesh.nodes[number] = x;
      mesh.cell_nodes.push_back(number);
    });
    end_cell(CellShape::tetrahedron);
  }

  void add_ends() {
    for (const bool outside : {false, true})
      for (std::size_t c = 0; c < surface_.cells.size(); ++c) {
        TaggedFace<3> face{{-1, -1, -1, -1}, static_cast<std::int16_t>(outside)};
        for (int v = 0; v < vertex_count(surface_.shape); ++v)
          face.vertices[v] = node_at(surface_.vertex(c, v), outside ? shells_.count() * order_ : 0);
        sides.push_back(face);
      }
  }

  const SphereSurface& surface_;
  const Shells& shells_;
  int order_;
};

/// Heights are `first` of the width of cells, and grow by a factor from shell to shell until they are the width. Wall
/// layers are those that are less high.
Shells make_shells(double first, double growth, double outer, double angle) {
  Shells shells{{sphere_radius}, 0, 0};
  for (double share = first; shells.radii.back() < outer; share = std::min(1.0, share * growth)) {
    if (share < 1) ++shells.wall_layers;
    shells.radii.push_back(shells.radii.back() * (1 + share * angle));
  }
  // The last shell would end beyond: all of them shrink a little.
  const double scale = (outer - sphere_radius) / (shells.radii.back() - sphere_radius);
  for (double& radius : shells.radii) radius = sphere_radius + scale * (radius - sphere_radius);
  shells.radii.back() = outer;
  return shells;
}

Mesh3 make_sphere(int level, const Parameters& parameters) {
  const bool prisms = parameters.choice("kind", {"prisms", "hexahedra"}) == 0;
  const int n = parameters.integer("n", 1, 1024, std::min(1024, 4 << level));
  const int order = parameters.integer("order", 1, max_geometry_order);
  // Edges of an icosahedron span 63.4 degrees, those of a cube 90.
  const double angle = (prisms ? 1.107 : std::numbers::pi / 2) / n;
  const double first = parameters.real("first", 1e-6, 1);
  const double growth = parameters.real("growth", 1.01, 2);
  Shells shells = make_shells(first, growth, parameters.real("radius", 1, 1e4), angle);
  shells.wall_layers = parameters.integer("layers", 1, shells.count(), std::max(1, shells.wall_layers));
  shells.wake = parameters.real("wake", 0, 0.6);
  const double cells = (prisms ? 20.0 : 6.0) * n * n * shells.count() * (prisms ? 3 : 1);
  const double nodes = cells * node_count(prisms ? CellShape::prism : CellShape::hexahedron, order);
  if (8 * cells > std::numeric_limits<Index>::max() || nodes > std::numeric_limits<Index>::max())
    parameters.reject("n", "smaller: a mesh holds at most 2^28 cells and 2^31 - 1 nodes of cells");
  const SphereSurface surface = prisms ? triangulated_sphere(n, order) : cubed_sphere(n, order);
  SphereMaker maker(surface, shells);
  build_faces(maker.mesh, maker.sides, "mesh 'sphere'");
  return std::move(maker.mesh);
}

}  // namespace

Generator sphere_generator() {
  return {{"sphere",
           "around a sphere of diameter 1 at the origin: curved prisms or hexahedra in layers, straight tetrahedra (or "
           "hexahedra) beyond; boundaries wall, farfield",
           {{"kind", "prisms", "prisms with tetrahedra beyond, or hexahedra throughout"},
            {"n", "auto", "edges along each edge of an icosahedron, or of a cube; auto: 4 * 2^level"},
            {"order", "2", "geometric order, 1 to 4"},
            {"first", "0.3", "height of the cells at the wall over their width, approximately"},
            {"growth", "1.3", "factor of that ratio from layer to layer, until cells are as high as wide"},
            {"layers", "auto", "layers of curved cells; auto: until cells are as high as wide"},
            {"radius", "20", "radius of the far field"},
            {"wake", "0.4", "how far cells are drawn downstream (x) away from the wall, 0 to 0.6"}}},
          make_sphere};
}

}  // namespace dg
