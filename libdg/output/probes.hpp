/// Values of the solution at fixed points of the domain.
#pragma once

#include <array>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "libdg/output/lagrange_basis.hpp"
#include "libdg/output/own_cells.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/mesh.hpp"

namespace dg {

template <int Dim = 2>
class Probes {
 public:
  using Point = std::array<double, Dim>;

  /// Finds the cell of each point and its place there, by Newton's method in the cells whose bounding boxes hold it.
  /// Throws InputError, opening with `where`, for a point outside the mesh.
  Probes(const Mesh<Dim>& mesh, int degree, const std::vector<Point>& points, const std::string& where);

  /// The same of all ranks, which call this together: each point is one rank's, that with the cell of the lowest number
  /// that holds it.
  Probes(const OwnCells<Dim>& own, int degree, const std::vector<Point>& points, const std::string& where);

  int size() const { return static_cast<int>(places_.size()); }

  /// What has to be sampled of a solver to know the points.
  const SampledCellsOf<Dim>& samples() const { return samples_; }

  /// Values of `variables` variables at each point, [point][variable], from what has been sampled.
  std::vector<double> values(std::span<const double> samples, std::size_t variables) const;

  /// The same on all ranks, which call this together, from the samples that each has taken.
  std::vector<double> values(std::span<const double> samples, std::size_t variables, Communicator& ranks) const;

  /// Conservative state at each point, from ObservationOf::samples of samples().
  std::vector<std::array<double, Dim + 2>> evaluate(std::span<const double> samples) const;

  /// The same on all ranks, which call this together, from the samples that each has taken.
  std::vector<std::array<double, Dim + 2>> evaluate(std::span<const double> samples, Communicator& ranks) const;

 private:
  void find(const OwnCells<Dim>& own, const std::vector<Point>& points, const std::string& where);

  struct Place {
    Index cell;                   ///< -1: of another rank
    std::size_t node;             ///< the first of the cell, of all nodes sampled
    std::vector<double> weights;  ///< of the values at the nodes of the cell
  };

  std::vector<Place> places_;
  SampledCellsOf<Dim> samples_;
};

/// Reference coordinates of a point in a cell; false if it lies outside by more than 1e-8 of the reference cell.
template <int Dim>
bool find_in_cell(const Mesh<Dim>& mesh, Index cell, const std::type_identity_t<std::array<double, Dim>>& point,
                  std::type_identity_t<std::array<double, Dim>>& reference);

/// Reads points from a text file: two or three numbers a line, separated by blanks or a comma, `#` starts a comment.
/// Throws InputError with file and line.
template <int Dim = 2>
std::vector<std::array<double, Dim>> read_points(const std::string& path);

}  // namespace dg
