#include "libdg/solver/reading_lists.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "libdg/kernels/integrands/boundary_flux_size.hpp"
#include "libdg/solver/boundary_faces.hpp"
#include "libdg/solver/far_side.hpp"
#include "libdg/solver/volume_rule.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

/// Places on the line from a face, 0, to the far side, 1, and their weights in each reading.
struct Line {
  Line(ReadingPlace place, int degree) {
    if (place == ReadingPlace::ends) {
      places = {1.0, 0.0};
      weights = {{1.0, 0.0}, {0.0, 1.0}};
      return;
    }
    const QuadratureRule<1> rule = gauss_legendre(degree / 2 + 1 + max_geometry_order);
    weights.resize(1);
    for (int q = 0; q < rule.size(); ++q) {
      places.push_back(0.5 * (1.0 + rule.points[q][0]));
      weights[0].push_back(0.5 * rule.weights[q]);
    }
  }
  int size() const { return static_cast<int>(places.size()); }
  int readings() const { return static_cast<int>(weights.size()); }

  std::vector<double> places;
  std::vector<std::vector<double>> weights;  ///< [reading][place]
};

/// What all cells of a shape and space share: of each point of a local face, the parts of the modes in what it reads,
/// and the places of that.
template <int Dim>
struct FaceReadings {
  FaceReadings(const Mesh<Dim>& mesh, Space space, const SpaceOptions& options, int f, const Line& read) : line(read) {
    const CellShape shape = shape_of(space);
    const FaceMap<Dim> map_of_face(shape, f);
    const ReferenceFace<Dim> face(face_shape_of_kind(Dim, kind_of_face(shape, f)), options.degree, options.face_rule);
    std::vector<std::array<double, Dim>> places;
    for (const auto& at : map_of_face.at(face.points)) {
      const auto far = FarSide<Dim>(shape, map_of_face, at).nearest(at);
      for (const double s : line.places) {
        auto& x = places.emplace_back();
        for (int d = 0; d < Dim; ++d) x[d] = (1.0 - s) * at[d] + s * far[d];
      }
    }
    points = face.size();
    modes = mode_count(space, options.degree);
    const std::vector<double> basis = tabulate<Dim>(space, options.degree, places);
    weights.assign(std::size_t(points) * line.readings() * modes, 0.0);
    for (int g = 0; g < points; ++g)
      for (int r = 0; r < line.readings(); ++r)
        for (int q = 0; q < line.size(); ++q)
          for (int k = 0; k < modes; ++k)
            weights[(g * line.readings() + r) * modes + k] +=
                line.weights[r][q] * basis[(std::size_t(g) * line.size() + q) * modes + k];
    map = std::make_unique<CellMap<Dim>>(shape, mesh.geometry_order, places);
  }

  /// Of the points of a cell, the mean of the places that they read first.
  std::vector<std::array<double, Dim>> places_in(const Mesh<Dim>& mesh, Index cell) const {
    std::vector<std::array<double, Dim>> x(map->point_count()), mean(points);
    std::vector<JacobianMatrix<Dim>> j(x.size());
    map->evaluate(mesh, cell, x, j);
    for (int g = 0; g < points; ++g)
      for (int q = 0; q < line.size(); ++q)
        for (int d = 0; d < Dim; ++d) mean[g][d] += line.weights[0][q] * x[g * line.size() + q][d];
    return mean;
  }

  const Line& line;
  int points, modes;
  std::vector<double> weights;  ///< [point][reading][mode]
  std::unique_ptr<CellMap<Dim>> map;
};

}  // namespace

template <class Real, int Dim>
ReadingLists<Real, Dim>::ReadingLists(Backend& backend, const Mesh<Dim>& mesh,
                                      const Discretisation<Real, Dim>& discretisation,
                                      const std::vector<int>& boundaries, ReadingPlace place) {
  const SpaceOptions& options = discretisation.options();
  const auto& zones = discretisation.view().zones;
  const CellPlaces& places = discretisation.places();
  for (int z = 0; z < zones.count; ++z)
    most_modes_ = std::max<Index>(most_modes_, mode_count(zones.zone[z].space, options.degree));
  std::vector<std::int64_t> modes(std::size_t(zones.count) * most_modes_, 0);
  for (int z = 0; z < zones.count; ++z)
    for (int k = 0; k < mode_count(zones.zone[z].space, options.degree); ++k)
      modes[z * most_modes_ + k] = zones.zone[z].layout.mode(0, k);

  const Line line(place, options.degree);
  per_point_ = line.readings();
  std::map<std::pair<Space, int>, FaceReadings<Dim>> readings;
  std::vector<BoundaryReading<Real, Dim>> points;
  std::vector<Real> weights;
  const auto& faces = discretisation.boundary_faces();
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const BoundaryFace& face = faces[i];
    if (std::ranges::find(boundaries, face.boundary) == boundaries.end()) continue;
    const int z = places.zone[face.cell];
    const ZoneView<Real>& zone = zones.zone[z];
    const FaceReadings<Dim>& read =
        readings.try_emplace({zone.space, face.face}, mesh, zone.space, options, face.face, line).first->second;
    const auto at = boundary_points(mesh, std::vector{face}, options.degree, options.face_rule);
    const auto from = read.places_in(mesh, face.cell);
    for (int g = 0; g < read.points; ++g) {
      BoundaryReading<Real, Dim>& point = points.emplace_back();
      point.cell = zone.state_begin + zone.layout.cell(std::int64_t(places.local[face.cell]));
      point.variable_stride = zone.layout.variable_stride;
      point.data = (std::int64_t(i) * max_face_points(Dim, options.degree) + g) * (Dim + 2);
      point.condition = face.boundary;
      point.zone = z;
      point.modes = read.modes;
      double distance = 0.0;
      for (int d = 0; d < Dim; ++d) {
        point.normal[d] = static_cast<Real>(at[g].normal[d]);
        distance += (at[g].x[d] - from[g][d]) * at[g].normal[d];
      }
      point.distance = static_cast<Real>(distance);
      for (int r = g * line.readings(); r < (g + 1) * line.readings(); ++r)
        for (Index k = 0; k < most_modes_; ++k)
          weights.push_back(k < read.modes ? static_cast<Real>(read.weights[r * read.modes + k]) : Real(0));
    }
  }
  points_ = Array<BoundaryReading<Real, Dim>>(backend, points);
  modes_ = Array<std::int64_t>(backend, modes);
  weights_ = Array<Real>(backend, weights);
}

template class ReadingLists<float, 2>;
template class ReadingLists<float, 3>;
template class ReadingLists<double, 2>;
template class ReadingLists<double, 3>;

}  // namespace dg
