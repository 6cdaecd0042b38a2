#include "libdg/solver/outflow_waves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "libdg/backend/parallel.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/kernels/integrands/boundary_flux_size.hpp"
#include "libdg/solver/boundary_faces.hpp"
#include "libdg/solver/volume_rule.hpp"
#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

/// The part of a reference cell that lies farthest from a face: a vertex, an edge or a face of it.
template <int Dim>
class FarSide {
 public:
  using Point = std::array<double, Dim>;

  FarSide(CellShape shape, const FaceMap<Dim>& face, const Point& on_face) {
    const Point normal = face.unit_normal();
    const auto depth = [&](const Point& v) {
      double sum = 0.0;
      for (int d = 0; d < Dim; ++d) sum += (on_face[d] - v[d]) * normal[d];
      return sum;
    };
    const auto vertices = reference_vertices<Dim>(shape);
    double deepest = 0.0;
    for (const Point& v : vertices) deepest = std::max(deepest, depth(v));
    constexpr double rounding = 1e-9;
    for (const Point& v : vertices)
      if (depth(v) > deepest - rounding) add(v);
  }

  /// The point of its plane, line or vertex that is nearest.
  Point nearest(const Point& x) const {
    Point y = first_;
    for (const Point& along : directions_) {
      double sum = 0.0;
      for (int d = 0; d < Dim; ++d) sum += (x[d] - first_[d]) * along[d];
      for (int d = 0; d < Dim; ++d) y[d] += sum * along[d];
    }
    return y;
  }

 private:
  void add(const Point& v) {
    if (!has_first_) {
      first_ = v;
      has_first_ = true;
      return;
    }
    Point along;
    const Point known = nearest(v);
    double length = 0.0;
    for (int d = 0; d < Dim; ++d) length = std::hypot(length, along[d] = v[d] - known[d]);
    if (length < 1e-9) return;
    for (double& a : along) a /= length;
    directions_.push_back(along);
  }

  Point first_{};
  bool has_first_ = false;
  std::vector<Point> directions_;  ///< of length 1, at right angles
};

/// What all cells of a shape and space share: of each point of a local face, the parts of the modes in the mean along
/// the line from there to the far side, and the points of that line.
template <int Dim>
struct DepthMeans {
  DepthMeans(const Mesh<Dim>& mesh, Space space, int degree, int f, FaceRule face_rule)
      : line(gauss_legendre(degree / 2 + 1 + max_geometry_order)) {
    const CellShape shape = shape_of(space);
    const FaceMap<Dim> map_of_face(shape, f);
    const ReferenceFace<Dim> face(face_shape_of_kind(Dim, kind_of_face(shape, f)), degree, face_rule);
    std::vector<std::array<double, Dim>> places;
    for (const auto& at : map_of_face.at(face.points)) {
      const auto far = FarSide<Dim>(shape, map_of_face, at).nearest(at);
      for (int q = 0; q < line.size(); ++q) {
        const double s = 0.5 * (1.0 + line.points[q][0]);
        auto& x = places.emplace_back();
        for (int d = 0; d < Dim; ++d) x[d] = (1.0 - s) * at[d] + s * far[d];
      }
    }
    points = face.size();
    modes = mode_count(space, degree);
    const std::vector<double> basis = tabulate<Dim>(space, degree, places);
    weights.assign(std::size_t(points) * modes, 0.0);
    for (int g = 0; g < points; ++g)
      for (int q = 0; q < line.size(); ++q)
        for (int k = 0; k < modes; ++k)
          weights[g * modes + k] += 0.5 * line.weights[q] * basis[(std::size_t(g) * line.size() + q) * modes + k];
    map = std::make_unique<CellMap<Dim>>(shape, mesh.geometry_order, places);
  }

  /// The middle of the line from each point, in a cell.
  std::vector<std::array<double, Dim>> middles(const Mesh<Dim>& mesh, Index cell) const {
    std::vector<std::array<double, Dim>> x(map->point_count()), middle(points);
    std::vector<JacobianMatrix<Dim>> j(x.size());
    map->evaluate(mesh, cell, x, j);
    for (int g = 0; g < points; ++g)
      for (int q = 0; q < line.size(); ++q)
        for (int d = 0; d < Dim; ++d) middle[g][d] += 0.5 * line.weights[q] * x[g * line.size() + q][d];
    return middle;
  }

  QuadratureRule<1> line;
  int points, modes;
  std::vector<double> weights;  ///< [point][mode]
  std::unique_ptr<CellMap<Dim>> map;
};

/// IncomingWaves in CUDA C++.
std::string kernel_text(const char* real, int dim) {
  return fmt::format(R"(
#include "libdg/kernels/integrands/incoming_waves.hpp"
extern "C" __global__ void find_incoming_waves(const __grid_constant__ dg::IncomingWaves<{0}, {1}> waves, int count,
                                               const {0}* state) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) waves(i, state);
}}
)",
                     real, dim);
}

}  // namespace

template <class Real, int Dim>
OutflowWaves<Real, Dim>::OutflowWaves(Backend& backend, const Mesh<Dim>& mesh,
                                      const Discretisation<Real, Dim>& discretisation,
                                      const std::vector<int>& boundaries, const Gas<Real>& gas,
                                      const BoundaryParameters<Real, Dim>* conditions, Real* data) {
  constexpr int n_var = Dim + 2;
  const SpaceOptions& options = discretisation.options();
  const auto& zones = discretisation.view().zones;
  const CellPlaces& places = discretisation.places();
  Index most_modes = 0;
  for (int z = 0; z < zones.count; ++z)
    most_modes = std::max<Index>(most_modes, mode_count(zones.zone[z].space, options.degree));
  std::vector<std::int64_t> modes(std::size_t(zones.count) * most_modes, 0);
  for (int z = 0; z < zones.count; ++z)
    for (int k = 0; k < mode_count(zones.zone[z].space, options.degree); ++k)
      modes[z * most_modes + k] = zones.zone[z].layout.mode(0, k);

  std::map<std::pair<Space, int>, DepthMeans<Dim>> means;
  std::vector<OutflowPoint<Real, Dim>> points;
  std::vector<Real> weights;
  const auto& faces = discretisation.boundary_faces();
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const BoundaryFace& face = faces[i];
    if (std::ranges::find(boundaries, face.boundary) == boundaries.end()) continue;
    const int z = places.zone[face.cell];
    const ZoneView<Real>& zone = zones.zone[z];
    const DepthMeans<Dim>& mean =
        means.try_emplace({zone.space, face.face}, mesh, zone.space, options.degree, face.face, options.face_rule)
            .first->second;
    const auto at = boundary_points(mesh, std::vector{face}, options.degree, options.face_rule);
    const auto middles = mean.middles(mesh, face.cell);
    for (int g = 0; g < mean.points; ++g) {
      OutflowPoint<Real, Dim>& point = points.emplace_back();
      point.cell = zone.state_begin + zone.layout.cell(std::int64_t(places.local[face.cell]));
      point.variable_stride = zone.layout.variable_stride;
      point.data = (std::int64_t(i) * max_face_points(Dim, options.degree) + g) * n_var;
      point.condition = face.boundary;
      point.zone = z;
      point.modes = mean.modes;
      double distance = 0.0;
      for (int d = 0; d < Dim; ++d) {
        point.normal[d] = static_cast<Real>(at[g].normal[d]);
        distance += (at[g].x[d] - middles[g][d]) * at[g].normal[d];
      }
      point.distance = static_cast<Real>(distance);
      for (Index k = 0; k < most_modes; ++k)
        weights.push_back(k < mean.modes ? static_cast<Real>(mean.weights[g * mean.modes + k]) : Real(0));
    }
  }
  points_ = Array<OutflowPoint<Real, Dim>>(backend, points);
  modes_ = Array<std::int64_t>(backend, modes);
  weights_ = Array<Real>(backend, weights);
  waves_ = {gas, conditions, points_.data(), modes_.data(), weights_.data(), most_modes, data};
  if (backend.kind() == BackendKind::cuda)
    kernel_ = std::make_unique<RuntimeKernel>(kernel_text(sizeof(Real) == 8 ? "double" : "float", Dim),
                                              "find_incoming_waves");
}

template <class Real, int Dim>
void OutflowWaves<Real, Dim>::update(const Real* modes) {
  const Index count = static_cast<Index>(points_.size());
  if (kernel_) {
    const void* const arguments[] = {&waves_, &count, &modes};
    std::vector<void*> list;
    for (const void* argument : arguments) list.push_back(const_cast<void*>(argument));
    return kernel_->launch(count, list);
  }
  parallel_for(count, [&](std::ptrdiff_t i) { waves_(static_cast<Index>(i), modes); });
}

template class OutflowWaves<float, 2>;
template class OutflowWaves<float, 3>;
template class OutflowWaves<double, 2>;
template class OutflowWaves<double, 3>;

}  // namespace dg
