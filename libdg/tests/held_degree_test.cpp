// What the spaces hold on distorted cells, found by projecting polynomials.
#include "libdg/element/held_degree.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "libdg/solver/host_space.hpp"
#include "meshes/generate.hpp"
#include "support.hpp"

namespace dg {
namespace {

constexpr int highest = 4;

/// Largest error of the projection of powers of a linear function, which are of size 1.
template <int Dim>
double largest_error(const Mesh<Dim>& mesh, int p, QuadSpace quads, int power) {
  const HostSpace<1, Dim> space(mesh, p, quads);
  const auto power_of = [power](double s) { return std::array{std::pow(s, power)}; };
  FieldOf<1, Dim> f;
  if constexpr (Dim == 2)
    f = [power_of](double x, double y, double) { return power_of(0.2 + 0.5 * x - 0.7 * y); };
  else
    f = [power_of](double x, double y, double z, double) { return power_of(0.2 + 0.5 * x - 0.7 * y + 0.4 * z); };
  return space.norms(space.project(f, 0.0), &f, 0.0).linf[0];
}

/// For one shape, that all cells of a mesh have.
template <int Dim>
void check_held(const Mesh<Dim>& mesh, QuadSpace quads) {
  for (int p = 0; p <= highest; ++p) {
    const int held = held_degree(space_of(mesh.cell_shapes[0], quads), p);
    CAPTURE(p, held);
    CHECK(largest_error(mesh, p, quads, held) < 1e-12);
    CHECK(largest_error(mesh, p, quads, held + 1) > 1e-6);
  }
}

TEST_CASE("Spaces hold polynomials of that degree in x on distorted cells, and not of the next") {
  const std::map<std::string, std::string> rough{{"n", "3"}, {"distortion", "0.15"}};
  for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q_and_prisms}) {
    CAPTURE(quads.quads);
    for (const std::string kind : {"triangles", "quads"}) {
      CAPTURE(kind);
      auto parameters = rough;
      parameters["kind"] = kind;
      parameters.insert({{"xmin", "0"}, {"xmax", "1"}, {"ymin", "0"}, {"ymax", "1"}});
      check_held(generate_mesh("square", 0, parameters), quads);
    }
    for (const std::string kind : {"tetrahedra", "prisms", "hexahedra", "pyramids"}) {
      CAPTURE(kind);
      auto parameters = rough;
      parameters["kind"] = kind;
      check_held(std::get<Mesh3>(generate_any_mesh("box", 0, parameters)), quads);
    }
  }
}

TEST_CASE("On affine cells all spaces hold their own degree") {
  for (const std::string kind : {"prisms", "hexahedra", "pyramids"}) {
    CAPTURE(kind);
    const Mesh3 mesh = std::get<Mesh3>(generate_any_mesh("box", 0, {{"n", "2"}, {"kind", kind}}));
    for (int p = 0; p <= highest; ++p) CHECK(largest_error(mesh, p, QuadSpace::P, p) < 1e-12);
  }
}

}  // namespace
}  // namespace dg
