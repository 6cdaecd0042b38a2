#include <catch2/catch.hpp>
#include <cmath>

#include "apps/run/entropy_error.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::app;

namespace {

double error_of(const std::string& rho, const std::string& p, const std::string& parameters) {
  const TemporaryFolder folder;
  const std::string text =
      "[mesh]\ngenerate = square\nparameters = kind=hybrid, xmin=0, xmax=1, ymin=0, ymax=2, " + parameters +
      "\n[space]\ndegree = 3\nquads = Q\n[gas]\nmodel = euler\n[reference]\nmach = 0.4\n[time]\nsteps = 1\n"
      "[initial]\nrho = " +
      rho + "\nu = 0.3\nv = -0.1\np = " + p +
      "\n"
      "[boundary.left]\ntype = periodic\npartner = right\n[boundary.bottom]\ntype = periodic\npartner = top\n";
  return entropy_error(*make_problem(read_case(folder.write("c.ini", text), {}), {BackendKind::cpu, 1}));
}

}  // namespace

TEST_CASE("the entropy error is that of the state") {
  const std::string curved = "order=3, curved=0.05";
  CHECK(error_of("1", "p_inf", curved) == Approx(0).margin(1e-13));
  CHECK(error_of("1", "1.1 * p_inf", curved) == Approx(0.1));
  CHECK(error_of("1.2", "p_inf", curved) == Approx(1 - std::pow(1.2, -1.4)));
  // Root mean square of 0.1 x over 0 < x < 1.
  CHECK(error_of("1", "p_inf * (1 + 0.1 * x)", "distortion=0.1") == Approx(0.1 / std::sqrt(3.0)));
}
