#include <catch2/catch.hpp>

#include "benchmarks/roofline/count_work.hpp"
#include "libdg/element/tables.hpp"

namespace {
using namespace dg;
using namespace dg::roofline;

const Work& pass(const StageWork& work, const std::string& name) {
  for (const PassWork& p : work.passes)
    if (p.name == name) return p.work;
  FAIL("no pass '" << name << "'");
  return work.passes.front().work;
}

// Places of a stage in memory, cell by cell: two states read, one written.
TEST_CASE("a fused stage reads two states and the geometry of each cell, and writes one state") {
  const StageWork work = count_work({Space::triangle_P, false}, 1, Assembly::fused);
  const Work& w = pass(work, "fused stage");
  const long cells = work.dof / 12;  // 3 modes x 4 variables
  CHECK(work.passes.size() == 1);
  // 4 of the metric, det J, and a normal with a length on each of three faces.
  CHECK(w.reals_read == cells * (2 * 12 + 4 + 1 + 3 * 3));
  CHECK(w.reals_written == cells * 12);
  CHECK(w.indices_read == cells * 3 * 2);  // neighbour and code
  CHECK(w.bytes(8) == Approx(8.0 * (24 + 14 + 12) * cells + 4.0 * 6 * cells));
}

TEST_CASE("the face pass of gather stores flux and jump at each point, and the cell pass reads them") {
  const StageWork work = count_work({Space::quadrilateral_Q, false}, 1, Assembly::gather);
  const long cells = work.dof / 16, faces = 2 * cells;
  const Work &store = pass(work, "store faces"), &cell = pass(work, "gather stage");
  CHECK(store.reals_written == faces * 2 * 2 * 4);  // flux and jump, 2 points, 4 variables
  CHECK(store.indices_read == faces * 4);
  // The state and metric of each cell, and geometry with det J on the minus side of each face: the last cell has none.
  CHECK(store.reals_read == cells * (16 + 4) + cells - 1 + faces * 3);
  // Two states, the metric, the length of each of four faces, and what the faces stored.
  CHECK(cell.reals_read == cells * (2 * 16 + 4 + 4) + faces * 2 * 2 * 4);
  CHECK(cell.reals_written == cells * 16);
}

TEST_CASE("a fused stage of straight 3-D cells reads two states, a metric and the normals of their faces") {
  struct Shape {
    Space space;
    long modes, faces;
  };
  for (const auto& [space, modes, faces] : {Shape{Space::tetrahedron_P, 4, 4}, Shape{Space::prism_P, 4, 5},
                                            Shape{Space::hexahedron_P, 4, 6}, Shape{Space::hexahedron_Q, 8, 6}}) {
    const CellKind kind{space, false};
    INFO(kind.name());
    const StageWork work = count_work(kind, 1, Assembly::fused);
    REQUIRE(work.passes.size() == 1);
    const long cells = work.dof / (5 * modes);
    CHECK(cells == 64 * kind.cells_per_cube());
    const Work& w = pass(work, "fused stage");
    CHECK(w.reals_read == cells * (2 * 5 * modes + 9 + 1 + faces * 4));
    CHECK(w.reals_written == cells * 5 * modes);
    CHECK(w.indices_read == cells * faces * 2);
  }
}

TEST_CASE("faces of two shapes are one pass, which leaves flux and jump at each point") {
  // P1: 4 points on a quadrilateral, 6 on a triangle; a prism has half of three and of two of them.
  const StageWork work = count_work({Space::prism_P, false}, 1, Assembly::gather);
  CHECK(work.passes.size() == 2);
  const long prisms = work.dof / 20, points = prisms * 3 * 4 / 2 + prisms * 2 * 6 / 2;
  CHECK(pass(work, "store faces").reals_written == points * 2 * 5);
  // Two states, metric and det J, and on each face what the face stored and its length.
  const Work& cell = pass(work, "gather stage");
  CHECK(cell.reals_read >= prisms * (2 * 20 + 9) + points * 2 * 5);
  CHECK(cell.reals_written == prisms * 20);
}

TEST_CASE("curved 3-D cells read their metric at each point, and straight ones once") {
  // P1 of second order: the metric and det J at each volume point of the rule, in place of one.
  const StageWork straight = count_work({Space::tetrahedron_P, false}, 1, Assembly::gather),
                  curved = count_work({Space::tetrahedron_P, true}, 1, Assembly::gather);
  CHECK(curved.dof == straight.dof);
  CHECK(pass(curved, "store faces").reals_written == pass(straight, "store faces").reals_written);
  CHECK(pass(curved, "gather stage").reals_written == pass(straight, "gather stage").reals_written);
  CHECK(pass(curved, "gather stage").reals_read > pass(straight, "gather stage").reals_read);
  CHECK(pass(curved, "store faces").reals_read > pass(straight, "store faces").reals_read);
}

// P1 triangle, `fused`, by hand: 3 modes, 2 points on each of 3 faces, 3 volume points, 4 variables.
TEST_CASE("the operations of a P1 triangle are those counted by hand") {
  const long nk = 3, ng = 2, nq = 3, nv = 4, nf = 3, dim = 2;
  const auto gemm = [&](long m, long k) { return 2 * m * k * nv; };

  // Products with matrices.
  const long own_traces = gemm(ng, nk) * 2 + gemm(ng, ng);  // value, normal derivative; along the face from the values
  const long neighbour_traces = own_traces;
  // Into the cell, and of the oblique face from there along both reference directions; onto the face, once for both
  // sides.
  const long lifting = nf * gemm(nk, ng) + dim * nk * nv * 2 + nf * gemm(ng, ng);
  const long face_project = gemm(nk, ng);
  // Volume points are a pair that the mirror of the triangle swaps, and one on the mirror; two modes are even, one is
  // odd. Of the state and both derivatives: even and odd modes to the pair, their sum and difference, even modes to the
  // point on the mirror.
  const long n_even = 2, n_odd = 1;
  const long to_points = (1 + dim) * (gemm(1, n_even) + gemm(1, n_odd) + 2 * nv + gemm(1, n_even));
  // At each point half of the second flux joins the first; what the pair has in common and differs by; then, without
  // mode 0, the even and the odd mode take both fluxes of the pair, and on the mirror one.
  const long to_modes = nq * 2 * nv + dim * 2 * nv + (gemm(1, dim) + gemm(1, 1)) * (n_even - 1 + n_odd);
  const long volume = to_points + to_modes;
  // Of mode 0 alone: along the first direction from the odd mode, along the second from both others; each sum is added.
  const long gradient = gemm(1, 1) + gemm(1, 2) + dim * nv;
  const long matrices = nf * (own_traces + neighbour_traces + face_project) + lifting + volume + gradient;

  // Axes on a face: 2 axes x 2 directions x (2 products + 1 sum), and three components along n and t; then for each
  // point and variable 2 products and 1 sum along n, 1 product along t.
  const long axes = 2 * dim * 3 + 3 * 3 + ng * nv * (3 + 1);
  const long complete = 2 * axes;
  // Jump: difference, half. Its lifting is added on both sides, times eta |J_f|, for the neighbour with det J / det J+.
  const long jumps = ng * nv * 2 + 1 + 3 + 2 * ng * nv * 2;
  const long directed = (nf - 1) * ng * nv;

  const long primitive = 1 + 1 * 2 + 2 * 2 + 3;  // 1 / rho, u_d, kinetic energy, p = (gamma - 1)(rho E - 1/2 kinetic)
  const long sound = 3;                          // sqrt(gamma p / rho)
  const long normal_velocity = 3;
  const long normal_flux = nv + 2 * dim + 2;  // u_c u_n, p n_d, p u_n
  const long llf = 2 * (normal_velocity + sound + 1 + normal_flux) + nv * 5;
  // Derivatives of the velocity; of the energy: E, 3 for rho E, and the work.
  const long velocity_derivative = dim * 3, derivative = velocity_derivative + 1 + 3 + dim * 2;
  // Of the velocity along t, too; the parts of the traction along n and t, then traction, power, heat.
  const long viscous_normal = derivative + velocity_derivative + (2 * 4 + 1) + 3 + dim * 5 + 3 + 2;
  const long face_flux = 2 * primitive + llf + 2 * viscous_normal + 2 * 2 + dim * 2 + dim + 2;
  const long face_points = ng * (face_flux + nv);  // times length
  const long faces = nf * (complete + jumps + face_points) + directed;

  const long rotation = dim * (dim + 1) * 3;  // derivatives of velocity and energy, to x and y
  // Conductivity; in each direction: heat, divergence; then the stress.
  const long stress = 1 + dim * 2 + 1 + dim * dim * 2 + dim;
  // Velocity along the direction, mass and energy; for each component the force (p - tau) m, momentum, power and heat.
  const long along = 3 + 2 + dim * (4 + 2 + 4);
  const long volume_points = nq * (primitive + dim * derivative + rotation + stress + dim * along);
  const long stage = 1 + nk * nv * (3 + 2);  // weights of U^(s), the rate and U^n

  const StageWork work = count_work({Space::triangle_P, false}, 1, Assembly::fused);
  const long cells = work.dof / (nk * nv);
  CHECK(pass(work, "fused stage").flops == cells * (matrices + faces + volume_points + stage));
}

}  // namespace
