#include "libdg/time/filters/filter_tables.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "libdg/backend/upload.hpp"
#include "libdg/element/basis.hpp"

namespace dg {
namespace {

/// phi_k at points, [point][k].
template <int Dim>
std::vector<double> basis_at(const Tables<double, Dim>& t, std::span<const std::array<double, Dim>> points) {
  const auto modes = static_cast<std::size_t>(mode_count(t.space, t.degree));
  std::vector<double> values(points.size() * modes);
  for (std::size_t i = 0; i < points.size(); ++i)
    evaluate_basis(t.space, t.degree, points[i], std::span(values).subspan(i * modes, modes));
  return values;
}

template <int Dim>
struct HostTables {
  std::vector<double> values, largest, face_average, degree;

  HostTables(const Tables<double, Dim>& t) {
    const auto modes = static_cast<std::size_t>(mode_count(t.space, t.degree));
    values = basis_at<Dim>(t, t.points);
    face_average.resize(static_cast<std::size_t>(face_count(shape_of(t.space))) * modes);
    for (const FaceTables<double, Dim>& kind : t.faces)
      for (int f = 0; f < kind.range.count; ++f) add_face(t, kind, f, modes);
    largest.assign(modes, 0.0);
    for (std::size_t i = 0; i < values.size(); ++i)
      largest[i % modes] = std::max(largest[i % modes], std::abs(values[i]));
    for (int k = 0, of_mode = 0; k < static_cast<int>(modes); ++k) {
      while (k >= mode_count(t.space, of_mode)) ++of_mode;
      degree.push_back(of_mode);
    }
  }

 private:
  void add_face(const Tables<double, Dim>& t, const FaceTables<double, Dim>& kind, int f, std::size_t modes) {
    const std::vector<std::array<double, Dim>> points(
        kind.points[static_cast<std::size_t>(f)].begin(),
        kind.points[static_cast<std::size_t>(f)].begin() + kind.weighted_points);
    const std::vector<double> at_face = basis_at<Dim>(t, points);
    values.insert(values.end(), at_face.begin(), at_face.end());
    const double area = std::accumulate(kind.weights.begin(), kind.weights.begin() + kind.weighted_points, 0.0);
    double* average = &face_average[static_cast<std::size_t>(kind.range.first + f) * modes];
    for (std::size_t i = 0; i < at_face.size(); ++i) average[i % modes] += kind.weights[i / modes] / area * at_face[i];
  }
};

}  // namespace

template <class Real>
template <int Dim>
FilterTables<Real>::FilterTables(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& space) {
  const auto keep = [&](const std::vector<double>& numbers) {
    arrays_.push_back(upload<Real>(backend, numbers));
    return arrays_.back().data();
  };
  for (int z = 0; z < space.view().zones.count; ++z) {
    const HostTables<Dim> host(space.tables(z));
    const std::size_t modes = host.largest.size();
    ZoneFilterView<Real>& view = views_.emplace_back();
    view.modes = static_cast<int>(modes);
    view.points = static_cast<int>(host.values.size() / modes);
    view.faces = static_cast<int>(host.face_average.size() / modes);
    view.values = keep(host.values);
    view.largest = keep(host.largest);
    view.face_average = keep(host.face_average);
    view.degree = keep(host.degree);
  }
  set_neighbours(backend, mesh, space);
}

template <class Real>
template <int Dim>
void FilterTables<Real>::set_neighbours(Backend& backend, const Mesh<Dim>& mesh,
                                        const Discretisation<Real, Dim>& space) {
  const auto& zones = space.view().zones;
  const auto& places = space.places();
  std::vector<std::vector<Index>> cell_behind(views_.size()), face_behind(views_.size());
  for (int z = 0; z < zones.count; ++z)
    for (int f = 0; f < view(z).faces; ++f)
      for (Index i = 0; i < zones.zone[z].padded; ++i) {
        cell_behind[z].push_back(zones.zone[z].cell_begin + i);
        face_behind[z].push_back((1 + f) * space.padded_cells() + zones.zone[z].cell_begin + i);
      }
  const auto set = [&](Index cell, int face, Index other, int other_face) {
    const int z = places.zone[cell];
    const std::size_t entry = std::size_t(face) * zones.zone[z].padded + places.local[cell];
    cell_behind[z][entry] = zones.zone[places.zone[other]].cell_begin + places.local[other];
    face_behind[z][entry] = (1 + other_face) * space.padded_cells() + cell_behind[z][entry];
  };
  for (const Face& face : mesh.faces) {
    if (face.plus < 0) continue;
    set(face.minus, face.minus_face, face.plus, face.plus_face);
    set(face.plus, face.plus_face, face.minus, face.minus_face);
  }
  const auto keep = [&](const std::vector<Index>& numbers) {
    neighbours_.emplace_back(backend, numbers);
    return neighbours_.back().data();
  };
  for (std::size_t z = 0; z < views_.size(); ++z) {
    views_[z].cell_behind = keep(cell_behind[z]);
    views_[z].face_behind = keep(face_behind[z]);
  }
}

template class FilterTables<float>;
template class FilterTables<double>;
template FilterTables<float>::FilterTables(Backend&, const Mesh<2>&, const Discretisation<float, 2>&);
template FilterTables<float>::FilterTables(Backend&, const Mesh<3>&, const Discretisation<float, 3>&);
template FilterTables<double>::FilterTables(Backend&, const Mesh<2>&, const Discretisation<double, 2>&);
template FilterTables<double>::FilterTables(Backend&, const Mesh<3>&, const Discretisation<double, 3>&);

}  // namespace dg
