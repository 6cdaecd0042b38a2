#include "apps/run/spectrum_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "apps/case/fields.hpp"
#include "apps/run/csv_file.hpp"
#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/state_of_checkpoint.hpp"
#include "libdg/output/energy_spectrum.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/point_sampler.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

template <int Dim>
struct Box {
  std::array<double, Dim> low{}, lengths{};
};

/// Throws InputError if the mesh is not all of a box, or has boundaries that are not joined.
template <int Dim>
Box<Dim> periodic_box(const Mesh<Dim>& mesh, const std::string& where) {
  for (const Face& f : mesh.faces)
    if (f.plus < 0)
      throw InputError(
          fmt::format("{}: an energy spectrum needs a box that is periodic in all directions; boundary {} is "
                      "not joined to another",
                      where, in_quotes(mesh.boundary_names[f.boundary])));
  Box<Dim> box;
  box.low.fill(std::numeric_limits<double>::infinity());
  std::array<double, Dim> high;
  high.fill(-std::numeric_limits<double>::infinity());
  for (const auto& node : mesh.nodes)
    for (int d = 0; d < Dim; ++d) {
      box.low[d] = std::min(box.low[d], node[d]);
      high[d] = std::max(high[d], node[d]);
    }
  double of_box = 1.0, of_cells = 0.0;
  for (int d = 0; d < Dim; ++d) of_box *= box.lengths[d] = high[d] - box.low[d];
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) of_cells += cell_volume(mesh, cell);
  constexpr double rounding = 1e-9;
  if (std::abs(of_cells - of_box) > rounding * of_box)
    throw InputError(where + ": an energy spectrum needs a box with sides along x, y and z; this domain is not one");
  return box;
}

/// Points at equal distances, half a distance from the sides, where the solution has one value.
template <int Dim>
PeriodicGrid<Dim> grid_of(const Box<Dim>& box, int along_longest) {
  const double longest = *std::ranges::max_element(box.lengths);
  PeriodicGrid<Dim> grid{.lengths = box.lengths};
  for (int d = 0; d < Dim; ++d)
    grid.points[d] = std::max(1, static_cast<int>(std::lround(along_longest * box.lengths[d] / longest)));
  return grid;
}

template <int Dim>
std::vector<std::array<double, Dim>> points_of(const Box<Dim>& box, const PeriodicGrid<Dim>& grid) {
  std::size_t count = 1;
  for (const int n : grid.points) count *= static_cast<std::size_t>(n);
  std::vector<std::array<double, Dim>> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t rest = i;
    for (int d = Dim - 1; d >= 0; --d) {
      const auto n = static_cast<std::size_t>(grid.points[d]);
      points[i][d] = box.low[d] + (static_cast<double>(rest % n) + 0.5) / static_cast<double>(n) * box.lengths[d];
      rest /= n;
    }
  }
  return points;
}

/// So many that the grid has about as many points as the solution has modes in all cells.
template <int Dim>
int points_by_default(const Box<Dim>& box, std::size_t coefficients) {
  double volume = 1.0;
  for (const double length : box.lengths) volume *= length;
  const double points = static_cast<double>(coefficients) / (Dim + 2);
  return static_cast<int>(std::lround(*std::ranges::max_element(box.lengths) * std::pow(points / volume, 1.0 / Dim)));
}

template <int Dim>
std::string write_spectrum_of(const StateOfCheckpoint<Dim>& state, const SpectrumSettings& settings) {
  const Mesh<Dim>& mesh = state.mesh();
  const Box<Dim> box = periodic_box(mesh, state.settings().path);
  const std::size_t coefficients = state.checkpoint().coefficients.size();
  const PeriodicGrid<Dim> grid =
      grid_of(box, settings.points > 0 ? settings.points : points_by_default(box, coefficients));
  const auto points = points_of(box, grid);
  PointSampler<Dim> sampler(mesh, shown_order(mesh, state.checkpoint().degree), std::span(points));
  sampler.update([&](const PointsOfShapes<Dim>& nodes) { return state.sample(nodes); });
  for (std::size_t i = 0; i < points.size(); ++i)
    if (sampler.cell(i) < 0)
      throw InputError(state.settings().path + ": the box has no cell at " + place_text(points[i]));
  std::array<std::vector<double>, Dim> velocity;
  const std::vector<double> all =
      sampler.values(point_quantity<Dim>("velocity", "spectrum"), state.settings().solver.gas.gamma);
  for (std::size_t i = 0; i < all.size(); ++i) velocity[i % Dim].push_back(all[i]);

  const EnergySpectrum spectrum = energy_spectrum<Dim>(grid, std::move(velocity));
  std::string text = "k,E\n";
  for (std::size_t n = 0; n < spectrum.energies.size(); ++n)
    text += csv_line({static_cast<double>(n) * spectrum.width, spectrum.energies[n]});
  write_file(settings.path, text);
  return fmt::format("{}: spectrum of {} points at time {:.6g}, mean kinetic energy {:.9g}\n", settings.path,
                     fmt::join(grid.points, " x "), state.checkpoint().time, spectrum.mean_kinetic_energy);
}

}  // namespace

std::string write_spectrum(Case c, const std::string& checkpoint, const SpectrumSettings& settings) {
  AnyMesh of_case = read_mesh_of(c);
  return std::visit(
      [&]<int Dim>(Mesh<Dim>& mesh) {
        return write_spectrum_of<Dim>({std::move(c), std::move(mesh), checkpoint}, settings);
      },
      of_case);
}

}  // namespace dg::app
