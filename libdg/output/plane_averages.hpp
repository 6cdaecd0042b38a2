/// Averages over the planes across a coordinate, as functions of it.
///
/// Where cells lie in layers across the coordinate y, an average is a polynomial q in each layer, of the degree of the
/// solution. For all such polynomials g of y it has int (f - q) g dV = 0, by quadrature over the cells. Else it is the
/// mean over slices of equal height.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "libdg/element/element.hpp"
#include "libdg/output/own_cells.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"

namespace dg {

template <int Dim>
class PlaneAverages {
 public:
  using State = std::array<double, Dim + 2>;

  /// All ranks make it together. `slices`: how many, or 0 for layers of cells. Throws InputError, opening with `where`,
  /// for cells that lie in no layers, and for slices without a quadrature point. The mesh must outlive it.
  PlaneAverages(const OwnCells<Dim>& own, int direction, int degree, int slices, const std::string& where);

  /// Places of the averages: both ends of the domain and the Gauss points of layers between; centres of slices.
  const std::vector<double>& places() const { return places_; }

  /// Polynomials of all layers or slices together.
  std::size_t size() const { return (levels_.size() - 1) * modes(); }

  /// What is averaged: numbers that follow from a conservative state and its place. There, `basis[m]` is the value of
  /// polynomial `first + m`, and all others are 0.
  using Numbers =
      std::function<void(const State& state, std::size_t first, std::span<const double> basis, double* numbers)>;

  /// The averages of `count` numbers as coefficients, [polynomial][number]: the same on all ranks, which call it
  /// together, and on any number of them. `solver` is that of own cells.
  std::vector<double> coefficients(const SolverOf<Dim>& solver, std::size_t count, const Numbers& numbers) const;

  /// Values of such averages, [place][number].
  std::vector<double> at_places(std::span<const double> coefficients, std::size_t count) const;

 private:
  struct Row {
    std::size_t layer;
    double s;  ///< from -1 to 1 in the layer
  };
  /// A quadrature point of a cell.
  struct Point {
    std::size_t layer;
    double s, weight;
  };

  void find_layers(const std::string& where);
  void place_rows();
  void find_mass(const std::string& where);
  /// Values of the polynomials of a layer.
  using Basis = std::array<double, max_degree + 1>;

  void find_points(Index cell, std::vector<Point>& points) const;
  std::size_t modes() const { return static_cast<std::size_t>(degree_) + 1; }
  Basis legendre(double s) const;
  /// Called for the points q = 0, 1, ... of a cell, one after the other.
  using AddPoint =
      std::function<void(Index cell, std::size_t q, std::size_t layer, std::span<const double> basis, double* sums)>;
  std::vector<double> integrals(std::size_t count, const AddPoint& add) const;

  OwnCells<Dim> own_;
  int direction_, degree_, slices_;
  std::vector<QuadratureRule<Dim>> rules_;  ///< by shape_number()
  std::vector<CellMap<Dim>> maps_;
  std::vector<double> levels_;  ///< ends of layers or slices
  std::vector<std::size_t> layer_of_cell_;
  std::vector<double> places_;
  std::vector<Row> rows_;
  std::vector<std::vector<double>> inverse_;  ///< [layer] of the integrals of products of Legendre polynomials
};

}  // namespace dg
