#include "libdg/output/plane_averages.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cstring>
#include <limits>

#include "libdg/backend/parallel.hpp"
#include "libdg/backend/reduce.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/output/shape_rules.hpp"

namespace dg {
namespace {

constexpr double same_level = 1e-6;  ///< of the extent: levels that are no further apart are one

/// The lowest and highest node of a cell along a direction.
template <int Dim>
std::array<double, 2> extent(const Mesh<Dim>& mesh, Index cell, int direction) {
  std::array<double, 2> ends{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (auto i = mesh.cell_node_begin[cell]; i < mesh.cell_node_begin[cell + 1]; ++i) {
    const double x = mesh.nodes[mesh.cell_nodes[i]][direction];
    ends = {std::min(ends[0], x), std::max(ends[1], x)};
  }
  return ends;
}

/// Of all ranks, ascending, those that are nearly the same once.
std::vector<double> common_levels(std::vector<double> levels, Communicator& ranks) {
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  std::vector<double> all;
  for (const auto& bytes : ranks.gather(std::as_bytes(std::span(levels)))) {
    const std::size_t before = all.size();
    all.resize(before + bytes.size() / sizeof(double));
    if (!bytes.empty()) std::memcpy(&all[before], bytes.data(), bytes.size());
  }
  std::sort(all.begin(), all.end());
  std::vector<double> distinct;
  for (const double level : all)
    if (distinct.empty() || level - distinct.back() > same_level * (all.back() - all.front()))
      distinct.push_back(level);
  std::int64_t count[]{static_cast<std::int64_t>(distinct.size())};
  ranks.broadcast(std::as_writable_bytes(std::span(count)), 0);
  distinct.resize(static_cast<std::size_t>(count[0]));
  ranks.broadcast(std::as_writable_bytes(std::span(distinct)), 0);
  return distinct;
}

}  // namespace

template <int Dim>
PlaneAverages<Dim>::PlaneAverages(const OwnCells<Dim>& own, int direction, int degree, int slices,
                                  const std::string& where)
    : own_(own),
      direction_(direction),
      degree_(slices > 0 ? 0 : degree),
      slices_(slices),
      rules_(rules_of_shapes<Dim>(2 * degree + 2 * own.mesh.geometry_order)) {
  for (const CellShape shape : spaced_shapes<Dim>)
    maps_.emplace_back(shape, own.mesh.geometry_order, rules_[shape_number(shape)].points);
  find_layers(where);
  place_rows();
  find_mass(where);
}

template <int Dim>
void PlaneAverages<Dim>::find_layers(const std::string& where) {
  std::vector<double> ends;
  for (Index cell = 0; cell < own_.count(); ++cell)
    for (const double end : extent(own_.mesh, cell, direction_)) ends.push_back(end);
  levels_ = common_levels(std::move(ends), own_.ranks);
  if (slices_ > 0) {
    const double low = levels_.front(), high = levels_.back();
    levels_.clear();
    for (int i = 0; i <= slices_; ++i) levels_.push_back(low + (high - low) * i / slices_);
    return;
  }
  const double slack = same_level * (levels_.back() - levels_.front());
  std::int64_t astride[]{0};
  for (Index cell = 0; cell < own_.count(); ++cell) {
    const auto [low, high] = extent(own_.mesh, cell, direction_);
    const auto at = std::lower_bound(levels_.begin(), levels_.end(), low - slack);
    const auto layer = static_cast<std::size_t>(at - levels_.begin());
    layer_of_cell_.push_back(layer);
    astride[0] += layer + 1 >= levels_.size() || high > levels_[layer + 1] + slack;
  }
  own_.ranks.reduce(astride, Reduction::sum);
  if (astride[0] > 0)
    throw InputError(
        fmt::format("{}: {} cells do not lie in layers across {}; set 'profile_points', the number of slices of equal "
                    "height to take the means of",
                    where, astride[0], "xyz"[direction_]));
}

template <int Dim>
void PlaneAverages<Dim>::place_rows() {
  const std::size_t layers = levels_.size() - 1;
  const QuadratureRule<1> gauss = gauss_legendre(degree_ + 1);
  if (slices_ == 0) rows_.push_back({0, -1.0});
  for (std::size_t layer = 0; layer < layers; ++layer)
    for (const auto& point : gauss.points) rows_.push_back({layer, point[0]});
  if (slices_ == 0) rows_.push_back({layers - 1, 1.0});
  for (const Row& row : rows_) {
    const double low = levels_[row.layer], high = levels_[row.layer + 1];
    places_.push_back(row.s == -1.0 ? low : row.s == 1.0 ? high : 0.5 * (low + high) + 0.5 * (high - low) * row.s);
  }
}

template <int Dim>
auto PlaneAverages<Dim>::legendre(double s) const -> Basis {
  Basis p{1.0};
  if (degree_ > 0) p[1] = s;
  for (int m = 2; m <= degree_; ++m) p[m] = ((2 * m - 1) * s * p[m - 1] - (m - 1) * p[m - 2]) / m;
  return p;
}

template <int Dim>
void PlaneAverages<Dim>::find_points(Index cell, std::vector<Point>& points) const {
  const int shape = shape_number(own_.mesh.cell_shapes[cell]);
  const QuadratureRule<Dim>& rule = rules_[shape];
  static thread_local std::vector<std::array<double, Dim>> places;
  static thread_local std::vector<JacobianMatrix<Dim>> jacobians;
  places.resize(rule.points.size());
  jacobians.resize(rule.points.size());
  maps_[shape].evaluate(own_.mesh, cell, places, jacobians);
  points.clear();
  for (std::size_t q = 0; q < places.size(); ++q) {
    const double y = places[q][direction_];
    std::size_t layer = 0;
    if (slices_ > 0) {
      const double place = (y - levels_.front()) / (levels_.back() - levels_.front()) * slices_;
      layer = static_cast<std::size_t>(std::clamp(static_cast<int>(place), 0, slices_ - 1));
    } else {
      layer = layer_of_cell_[cell];
    }
    const double low = levels_[layer], high = levels_[layer + 1];
    points.push_back({layer, (2 * y - low - high) / (high - low), rule.weights[q] * determinant(jacobians[q])});
  }
}

namespace {

/// What the points of a cell add, layer by layer of those that it lies in.
class LayersOfCell {
 public:
  void clear() { layers_.clear(), numbers_.clear(); }

  /// The numbers of a layer, zero at first.
  double* of(std::size_t layer, std::size_t count) {
    const auto at = std::find(layers_.begin(), layers_.end(), layer) - layers_.begin();
    if (at == std::ssize(layers_)) {
      layers_.push_back(layer);
      numbers_.resize(layers_.size() * count, 0.0);
    }
    return &numbers_[static_cast<std::size_t>(at) * count];
  }

  /// Adds numbers first to last - 1 of all layers to sums, [layer][number].
  void add_to(std::span<ExactSum> sums, std::size_t count, std::size_t first, std::size_t last) const {
    for (std::size_t i = 0; i < layers_.size(); ++i)
      for (std::size_t n = first; n < last; ++n) sums[layers_[i] * count + n].add(numbers_[i * count + n]);
  }

 private:
  std::vector<std::size_t> layers_;
  std::vector<double> numbers_;
};

}  // namespace

/// Sums over the quadrature points of all cells of what `add` adds, weight included, [layer][number]: summed in a cell
/// and then without rounding.
template <int Dim>
std::vector<double> PlaneAverages<Dim>::integrals(std::size_t count, const AddPoint& add) const {
  constexpr Index block = 4096;
  constexpr std::size_t chunk = 8;  // of numbers, which threads sum up side by side
  std::vector<ExactSum> sums((levels_.size() - 1) * count);
  std::vector<LayersOfCell> of_cell(static_cast<std::size_t>(std::min(block, own_.count())));
  for (Index first = 0; first < own_.count(); first += block) {
    const Index here = std::min(block, own_.count() - first);
    parallel_for(here, [&](std::ptrdiff_t i) {
      static thread_local std::vector<Point> points;
      const Index cell = first + static_cast<Index>(i);
      find_points(cell, points);
      of_cell[i].clear();
      for (std::size_t q = 0; q < points.size(); ++q) {
        Basis basis = legendre(points[q].s);
        for (std::size_t m = 0; m < modes(); ++m) basis[m] *= points[q].weight;
        add(cell, q, points[q].layer, std::span(basis).first(modes()), of_cell[i].of(points[q].layer, count));
      }
    });
    parallel_for(static_cast<std::ptrdiff_t>((count + chunk - 1) / chunk), [&](std::ptrdiff_t c) {
      const std::size_t begin = static_cast<std::size_t>(c) * chunk;
      for (Index i = 0; i < here; ++i) of_cell[i].add_to(sums, count, begin, std::min(begin + chunk, count));
    });
  }
  reduce_sums(own_.ranks, sums);
  std::vector<double> values;
  for (const ExactSum& sum : sums) values.push_back(sum.value());
  return values;
}

template <int Dim>
void PlaneAverages<Dim>::find_mass(const std::string& where) {
  const std::size_t modes = this->modes();
  const auto add = [&](Index, std::size_t, std::size_t, std::span<const double> basis, double* sums) {
    // Of products of two polynomials, of which the weighted basis has one.
    const double weight = basis[0];
    for (std::size_t m = 0; m < modes; ++m)
      for (std::size_t n = 0; n < modes; ++n) sums[m * modes + n] += basis[m] * basis[n] / weight;
  };
  const std::vector<double> mass = integrals(modes * modes, add);
  for (std::size_t layer = 0; layer + 1 < levels_.size(); ++layer) {
    const double* of_layer = &mass[layer * modes * modes];
    if (!(of_layer[0] > 0))
      throw InputError(
          fmt::format("{}: no quadrature point lies in the slice from {} = {:.6g} to {:.6g}; use fewer "
                      "'profile_points'",
                      where, "xyz"[direction_], levels_[layer], levels_[layer + 1]));
    const auto size = static_cast<Eigen::Index>(modes);
    using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Matrix inverse = Eigen::Map<const Matrix>(of_layer, size, size).ldlt().solve(Matrix::Identity(size, size));
    inverse_.emplace_back(inverse.data(), inverse.data() + inverse.size());
  }
}

template <int Dim>
std::vector<double> PlaneAverages<Dim>::coefficients(const SolverOf<Dim>& solver, std::size_t count,
                                                     const Numbers& numbers) const {
  PointsOfShapes<Dim> points;
  for (std::size_t shape = 0; shape < rules_.size(); ++shape) points[shape] = rules_[shape].points;
  const auto sampler = solver.sampler(points);
  const auto add = [&](Index cell, std::size_t q, std::size_t layer, std::span<const double> basis, double* sums) {
    static thread_local std::vector<double> states, values;
    if (q == 0) {
      states.resize((Dim + 2) * rules_[shape_number(own_.mesh.cell_shapes[cell])].points.size());
      sampler(cell, states.data());
    }
    State state;
    std::copy_n(&states[q * (Dim + 2)], Dim + 2, state.begin());
    values.resize(count);
    Basis unweighted{};
    for (std::size_t m = 0; m < basis.size(); ++m) unweighted[m] = basis[m] / basis[0];
    numbers(state, layer * modes(), std::span(unweighted).first(basis.size()), values.data());
    for (std::size_t m = 0; m < modes(); ++m)
      for (std::size_t n = 0; n < count; ++n) sums[m * count + n] += basis[m] * values[n];
  };
  const std::vector<double> moments = integrals(modes() * count, add);
  std::vector<double> all(moments.size());
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t layer = i / modes(), m = i % modes();
    for (std::size_t k = 0; k < modes(); ++k)
      for (std::size_t n = 0; n < count; ++n)
        all[i * count + n] += inverse_[layer][m * modes() + k] * moments[(layer * modes() + k) * count + n];
  }
  return all;
}

template <int Dim>
std::vector<double> PlaneAverages<Dim>::at_places(std::span<const double> coefficients, std::size_t count) const {
  std::vector<double> values(rows_.size() * count);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const Basis at = legendre(rows_[row].s);
    for (std::size_t m = 0; m < modes(); ++m)
      for (std::size_t n = 0; n < count; ++n)
        values[row * count + n] += at[m] * coefficients[(rows_[row].layer * modes() + m) * count + n];
  }
  return values;
}

template class PlaneAverages<2>;
template class PlaneAverages<3>;

}  // namespace dg
