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
  // The state, metric and det J of each cell, and geometry on the minus side of each face.
  CHECK(store.reals_read == cells * (16 + 4 + 1) + faces * 3);
  CHECK(cell.reals_read == cells * (2 * 16 + 4 + 4 * 3) + faces * 2 * 2 * 4);
  CHECK(cell.reals_written == cells * 16);
}

// P1 triangle, `fused`, by hand: 3 modes, 2 points on each of 3 faces, 3 volume points, 4 variables.
TEST_CASE("the operations of a P1 triangle are those counted by hand") {
  const long nk = 3, ng = 2, nq = 3, nv = 4, nf = 3, dim = 2;
  const auto gemm = [&](long m, long k) { return 2 * m * k * nv; };

  // Products with matrices.
  const long own_traces = gemm(ng, nk) * 2 + gemm(ng, ng);  // value, normal derivative; along the face from the values
  const long neighbour_traces = own_traces;
  const long lifting = gemm(nk, ng) + 2 * gemm(ng, ng);  // into the cell; onto the face, for both sides
  const long face_project = gemm(nk, ng);
  const long volume = gemm(nq, nk) * (1 + dim) + gemm(nk, nq * dim);
  // Derivatives only lead from higher to lower modes: of mode 0, in two directions, with the metric added.
  const long gradient = 2 * dim * (nk - 1) * nv + dim * 4 * nv;
  const long matrices = nf * (own_traces + neighbour_traces + lifting + face_project) + volume + gradient;

  // Axes of the gradient on a face: 2 axes x 2 directions x (2 products + 1 sum), each point anew; then the gradient
  // itself, 2 products and 1 sum in each direction for each variable. The neighbour's tangent is turned: 2 products.
  const long axes = ng * (2 * dim * 3 + dim * 3 * nv);
  const long complete = 2 * axes + 2;
  // Jump: difference, half, length; det J for the neighbour, one division; to the modes: 2 operations in each
  // direction.
  const long jumps = ng * nv * (2 + 1 + 1) + nk * dim * nv * 2 + 1 + ng * nv + dim * 2 + ng * nv * dim * 2 * 2;

  const long primitive = 1 + 1 * 2 + 2 * 2 + 3;  // 1 / rho, u_d, kinetic energy, p = (gamma - 1)(rho E - 1/2 kinetic)
  const long sound = 3;                          // sqrt(gamma p / rho)
  const long normal_velocity = 3;
  const long normal_flux = nv + 2 * dim + 2;  // u_c u_n, p n_d, p u_n
  const long llf = 2 * (normal_velocity + sound + 1 + normal_flux) + nv * 5;
  // Conductivity, E; in each direction: de, two velocity derivatives, their work, heat, divergence; then the stress.
  const long stress = 1 + 1 + dim * (3 + dim * (3 + 2) + 1 + 1) + 1 + dim * dim * 2 + dim;
  const long viscous_normal = dim * 2 + dim * (dim * 2 + 2);  // heat; traction and power
  const long face_flux = 2 * primitive + llf + 2 * (stress + viscous_normal) + 2 * 2 + dim * 2 + dim + 2;
  const long face_points = ng * (face_flux + nv);  // times length
  const long faces = nf * (complete + jumps + face_points);

  const long convective = nv + 1 + 2, viscous = dim * 3 + 1;  // in each direction
  const long to_reference = dim * nv * 3;
  const long volume_points = nq * (primitive + stress + dim * (convective + viscous) + to_reference);
  const long stage = 1 + nk * nv * (3 + 2);  // weights of U^(s), the rate and U^n

  const StageWork work = count_work({Space::triangle_P, false}, 1, Assembly::fused);
  const long cells = work.dof / (nk * nv);
  CHECK(pass(work, "fused stage").flops == cells * (matrices + faces + volume_points + stage));
}

}  // namespace
