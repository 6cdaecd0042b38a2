/// What the tests of the solver library share: what was built, small meshes, random smooth and rough states.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "libdg/element/element.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/generate.hpp"
#include "meshes/mesh.hpp"

namespace dg::test {

/// Degrees and precisions that this build has kernels for.
const std::vector<int>& built_degrees();
const std::vector<Precision>& built_precisions();

inline constexpr std::array<Space, 3> spaces{Space::triangle_P, Space::quadrilateral_P, Space::quadrilateral_Q};

/// A chequer of distorted triangles and quadrilaterals on [0, 1]^2, curved if asked.
struct Hybrid {
  int n = 4;
  int order = 1;
  double curved = 0;
  double distortion = 0.15;
  bool periodic = true;
  std::string kind = "hybrid";
};
Mesh2 hybrid_mesh(const Hybrid& h);

/// Curved triangles and quadrilaterals between the circles of radius 1, boundary wall, and 4, boundary farfield.
Mesh2 ring_mesh(int order);

/// Joins left to right and bottom to top of a mesh of the generator `square`.
void make_periodic(Mesh2& mesh);

/// A condition of a type on a boundary; on left, right, bottom and top.
BoundaryCondition on(const std::string& name, BoundaryType type);
std::vector<BoundaryCondition> on_all_sides(BoundaryType type);

/// Sets for the four sides in which all types occur.
std::vector<BoundaryCondition> walls_and_far_field();
std::vector<BoundaryCondition> in_and_out();
std::vector<BoundaryCondition> supersonic();

/// Numbers from a fixed sequence.
class Random {
 public:
  explicit Random(unsigned long long seed) : state_(seed) {}
  double operator()();  ///< in [0, 1)
  double operator()(double a, double b) { return a + (b - a) * (*this)(); }

 private:
  unsigned long long state_;
};

/// Primitive fields rho, u, v, p that vary smoothly and periodically on [0, 1]^2.
std::array<double, 4> smooth_flow(double x, double y);
/// The same at any time, as a solver takes it.
std::array<double, 4> smooth_flow_at(double x, double y, double time);

/// Viscous, at the highest degree that was built, on one thread of the CPU.
SolverOptions serial_options();

/// A greedy colouring of the faces.
ColouredFaces colouring(const Mesh2& mesh);

/// Blocks of `size` consecutive faces, each face a group of its own, blocks coloured greedily.
ColouredFaces block_colouring(const Mesh2& mesh, Index size);

/// The options with the colouring that their assembly needs.
SolverOptions with_colouring(SolverOptions options, const Mesh2& mesh);

/// Coefficients of a state near smooth_flow() with random jumps of size `amplitude` at the faces.
std::vector<double> rough_state(const Mesh2& mesh, const SolverOptions& options, double amplitude);

/// Largest |a - b| over largest |b|.
double relative_difference(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace dg::test
