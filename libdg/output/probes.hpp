/// Values of the solution at fixed points of the domain.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "libdg/output/lagrange_basis.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/mesh.hpp"

namespace dg {

class Probes {
 public:
  /// Finds the cell of each point and its place there, by Newton's method in the cells whose bounding boxes hold it.
  /// Throws InputError, opening with `where`, for a point outside the mesh.
  Probes(const Mesh2& mesh, int degree, const std::vector<std::array<double, 2>>& points, const std::string& where);

  int size() const { return static_cast<int>(places_.size()); }

  /// What has to be sampled of a solver to know the points.
  const SampledCells& samples() const { return samples_; }

  /// Conservative state at each point, from Observation::samples of samples().
  std::vector<std::array<double, 4>> evaluate(std::span<const double> samples) const;

 private:
  struct Place {
    Index cell;
    std::size_t sample;           ///< the first of the cell
    std::vector<double> weights;  ///< of the values at the nodes of the cell
  };

  std::vector<Place> places_;
  SampledCells samples_;
};

/// Reference coordinates of a point in a cell; false if it lies outside by more than 1e-8 of the reference cell.
bool find_in_cell(const Mesh2& mesh, Index cell, const std::array<double, 2>& point, std::array<double, 2>& reference);

/// Reads points from a text file: two numbers a line, separated by blanks or a comma, `#` starts a comment.
/// Throws InputError with file and line.
std::vector<std::array<double, 2>> read_points(const std::string& path);

}  // namespace dg
