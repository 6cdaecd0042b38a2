#include "libdg/time/filters/filter_tables.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <span>

#include "libdg/backend/upload.hpp"
#include "libdg/element/basis.hpp"

namespace dg {
namespace {

using Matrix = std::vector<double>;

/// phi_k at points, [point][k].
template <int Dim>
Matrix basis_at(const Tables<double, Dim>& t, std::span<const std::array<double, Dim>> points) {
  const auto modes = static_cast<std::size_t>(mode_count(t.space, t.degree));
  Matrix values(points.size() * modes);
  for (std::size_t i = 0; i < points.size(); ++i)
    evaluate_basis(t.space, t.degree, points[i], std::span(values).subspan(i * modes, modes));
  return values;
}

/// The degree of each mode.
template <int Dim>
Matrix mode_degrees(const Tables<double, Dim>& t) {
  Matrix degrees;
  for (int k = 0, degree = 0; k < mode_count(t.space, t.degree); ++k) {
    while (k >= mode_count(t.space, degree)) ++degree;
    degrees.push_back(degree);
  }
  return degrees;
}

/// What ZoneFilterView needs, by what states are made of.
template <int Dim>
struct HostTables {
  std::size_t size, groups;                               ///< coefficients, and groups of them
  double constant, one;                                   ///< mode 0; coefficients of the function 1 in group 0
  Matrix values, largest, face_average, average, degree;  ///< `average` over the reference cell
  std::size_t entries;
  std::vector<Index> columns;  ///< as in ZoneFilterView; empty: all

  /// `stored` coefficients of a variable lie in a state, more than modes where it is padded.
  HostTables(const Tables<double, Dim>& t, const BasisChange& basis, std::size_t stored)
      : values(basis_at<Dim>(t, t.points)) {
    size = static_cast<std::size_t>(mode_count(t.space, t.degree));
    face_average.resize(static_cast<std::size_t>(face_count(shape_of(t.space))) * size);
    for (const FaceTables<double, Dim>& kind : t.faces)
      for (int f = 0; f < kind.range.count; ++f) add_face(t, kind, f);
    degree = mode_degrees(t);
    constant = values[0];
    average.assign(size, 0.0);
    average[0] = constant;
    one = (basis.size() > 0 ? basis.from_modes[0] : 1) / constant;
    count_groups(basis);
    change_basis_of_tables(basis);
    find_largest();
    if (groups == size && stored > size) pad(stored);
    entries = size;
    leave_out_zeros();
  }

 private:
  void add_face(const Tables<double, Dim>& t, const FaceTables<double, Dim>& kind, int f) {
    const std::vector<std::array<double, Dim>> points(
        kind.points[static_cast<std::size_t>(f)].begin(),
        kind.points[static_cast<std::size_t>(f)].begin() + kind.weighted_points);
    const Matrix at_face = basis_at<Dim>(t, points);
    values.insert(values.end(), at_face.begin(), at_face.end());
    const double area = std::accumulate(kind.weights.begin(), kind.weights.begin() + kind.weighted_points, 0.0);
    double* of_face = &face_average[static_cast<std::size_t>(kind.range.first + f) * size];
    for (std::size_t i = 0; i < at_face.size(); ++i) of_face[i % size] += kind.weights[i / size] / area * at_face[i];
  }

  /// Group 0 has the coefficients of which a constant is made; they lie `groups` apart.
  void count_groups(const BasisChange& basis) {
    std::size_t members = 0;
    for (std::size_t i = 0; i < size; ++i)
      members +=
          basis.size() > 0 ? std::abs(basis.from_modes[i * size]) > 1e-3 * std::abs(basis.from_modes[0]) : i == 0;
    assert(members > 0 && size % members == 0);
    groups = size / members;
  }

  void change_basis_of_tables(const BasisChange& basis) {
    if (basis.size() == 0) return;
    change_basis_of_rows(basis.to_modes, size, values);
    change_basis_of_rows(basis.to_modes, size, face_average);
    change_basis_of_rows(basis.to_modes, size, average);
    if (groups < size) return;
    const Matrix of_modes = degree;
    for (std::size_t i = 0; i < size; ++i) {
      const auto entry = [&](std::size_t k) { return std::abs(basis.to_modes[k * size + i]); };
      std::size_t main = 0;
      for (std::size_t k = 0; k < size; ++k)
        if (entry(k) > entry(main)) main = k;
      degree[i] = of_modes[main];
    }
  }

  /// Of modes: those that pad a state are zero.
  void pad(std::size_t stored) {
    for (Matrix* m : {&values, &face_average, &average, &degree, &largest}) {
      Matrix padded;
      for (std::size_t i = 0; i < m->size(); ++i) {
        padded.push_back((*m)[i]);
        if (i % size == size - 1) padded.resize(padded.size() + stored - size);
      }
      *m = std::move(padded);
    }
    size = groups = stored;
  }

  /// Of values at points on lines, few matter at another point. Matrices of a basis are exact to single precision.
  void leave_out_zeros() {
    const auto is_zero = [&](std::size_t i) { return std::abs(values[i]) < 1e-5; };
    const std::size_t points = values.size() / size;
    std::size_t most = 1;
    for (std::size_t point = 0; point < points; ++point) {
      std::size_t count = 0;
      for (std::size_t i = 0; i < size; ++i) count += !is_zero(point * size + i);
      most = std::max(most, count);
    }
    if (2 * most > size) return;
    Matrix kept;
    for (std::size_t point = 0; point < points; ++point) {
      for (std::size_t i = 0; i < size; ++i) {
        if (is_zero(point * size + i)) continue;
        kept.push_back(values[point * size + i]);
        columns.push_back(static_cast<Index>(i));
      }
      kept.resize((point + 1) * most);
      columns.resize((point + 1) * most);
    }
    values = std::move(kept);
    entries = most;
  }

  void find_largest() {
    largest.assign(groups, 0.0);
    for (std::size_t point = 0; point < values.size(); point += size)
      for (std::size_t g = 0; g < groups; ++g) {
        double sum = 0;
        for (std::size_t i = g; i < size; i += groups) sum += std::abs(values[point + i]);
        largest[g] = std::max(largest[g], sum);
      }
  }
};

/// The average of each function of a basis over the curved cells of a zone, [i][cell], from moments of the modes.
template <class Real>
Matrix curved_weights(Backend& backend, const ZoneView<Real>& zone, const BasisChange& basis, int degree,
                      std::size_t size, double constant) {
  const auto padded = static_cast<std::size_t>(zone.padded);
  const auto modes = static_cast<std::size_t>(mode_count(zone.space, degree));
  std::vector<Real> moments(modes * padded);
  backend.copy_out(moments.data(), zone.moments, moments.size() * sizeof(Real));
  Matrix weights(size * padded), row(modes);
  for (std::size_t cell = 0; cell < padded; ++cell) {
    for (std::size_t k = 0; k < modes; ++k)
      row[k] = constant * (double(moments[k * padded + cell]) / double(moments[cell]));
    if (basis.size() > 0) change_basis_of_rows(basis.to_modes, modes, row);
    for (std::size_t i = 0; i < modes; ++i) weights[i * padded + cell] = row[i];
  }
  return weights;
}

template <class Real, int Dim>
int most_faces_of(const Discretisation<Real, Dim>& space) {
  int most = 0;
  for (int z = 0; z < space.view().zones.count; ++z)
    most = std::max(most, face_count(shape_of(space.view().zones.zone[z].space)));
  return most;
}

}  // namespace

AveragePlaces::AveragePlaces(BackendKind backend, Index cells, int faces)
    : cell_stride(backend == BackendKind::cpu ? 1
                  : faces < 4                 ? 4
                                              : 8),
      value_stride(backend == BackendKind::cpu ? cells : 1) {}

template <class Real>
template <int Dim>
FilterTables<Real>::FilterTables(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& space,
                                 const std::vector<BasisChange>& bases)
    : places_(backend.kind(), space.padded_cells(), most_faces_of(space)) {
  const auto keep = [&](const Matrix& numbers) { return this->keep(backend, numbers); };
  for (int z = 0; z < space.view().zones.count; ++z) {
    const ZoneView<Real>& zone = space.view().zones.zone[z];
    const BasisChange& basis = bases[static_cast<std::size_t>(z)];
    const std::size_t modes = zone.layout.mode_stride == 1 ? zone.layout.variable_stride : 0;
    const HostTables<Dim> host(space.tables(z), basis, modes);
    ZoneFilterView<Real>& view = views_.emplace_back();
    view.coefficients = static_cast<int>(host.size);
    view.groups = static_cast<int>(host.groups);
    view.points = static_cast<int>(host.values.size() / host.entries);
    view.entries = static_cast<int>(host.entries);
    view.columns = host.columns.empty() ? nullptr : indices_.emplace_back(backend, host.columns).data();
    view.faces = static_cast<int>(host.face_average.size() / host.size);
    view.one = Real(host.one);
    view.values = keep(host.values);
    view.largest = keep(host.largest);
    view.face_average = keep(host.face_average);
    view.weight =
        keep(zone.curved ? curved_weights(backend, zone, basis, space.options().degree, host.size, host.constant)
                         : host.average);
    if (host.groups == host.size)
      view.degree = keep(host.degree);
    else if constexpr (Dim == 3)
      set_lines(backend, view, make_line_basis(space.tables(z), basis));
  }
  set_neighbours(backend, mesh, space);
}

template <class Real>
const Real* FilterTables<Real>::keep(Backend& backend, const std::vector<double>& numbers) {
  arrays_.push_back(upload<Real>(backend, numbers));
  return arrays_.back().data();
}

template <class Real>
void FilterTables<Real>::set_lines(Backend& backend, ZoneFilterView<Real>& view, const LineBasis& lines) {
  view.line_points = lines.points;
  view.line_directions = lines.directions;
  view.line_inner = lines.inner;
  view.line_to_modes = keep(backend, lines.to_modes);
  view.line_from_modes = keep(backend, lines.from_modes);
  view.degree = keep(backend, lines.degree);
  view.line_place = indices_.emplace_back(backend, lines.place).data();
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
        cell_behind[z].push_back(places_(zones.zone[z].cell_begin + i, 0));
        face_behind[z].push_back(places_(zones.zone[z].cell_begin + i, 1 + f));
      }
  const auto set = [&](Index cell, int face, Index other, int other_face) {
    const int z = places.zone[cell];
    const std::size_t entry = std::size_t(face) * zones.zone[z].padded + places.local[cell];
    const Index behind = zones.zone[places.zone[other]].cell_begin + places.local[other];
    cell_behind[z][entry] = places_(behind, 0);
    face_behind[z][entry] = places_(behind, 1 + other_face);
  };
  for (const Face& face : mesh.faces) {
    if (face.plus < 0) continue;
    set(face.minus, face.minus_face, face.plus, face.plus_face);
    set(face.plus, face.plus_face, face.minus, face.minus_face);
  }
  const auto keep = [&](const std::vector<Index>& numbers) { return indices_.emplace_back(backend, numbers).data(); };
  for (std::size_t z = 0; z < views_.size(); ++z) {
    views_[z].cell_behind = keep(cell_behind[z]);
    views_[z].face_behind = keep(face_behind[z]);
  }
}

template class FilterTables<float>;
template class FilterTables<double>;
template FilterTables<float>::FilterTables(Backend&, const Mesh<2>&, const Discretisation<float, 2>&,
                                           const std::vector<BasisChange>&);
template FilterTables<float>::FilterTables(Backend&, const Mesh<3>&, const Discretisation<float, 3>&,
                                           const std::vector<BasisChange>&);
template FilterTables<double>::FilterTables(Backend&, const Mesh<2>&, const Discretisation<double, 2>&,
                                            const std::vector<BasisChange>&);
template FilterTables<double>::FilterTables(Backend&, const Mesh<3>&, const Discretisation<double, 3>&,
                                            const std::vector<BasisChange>&);

}  // namespace dg
