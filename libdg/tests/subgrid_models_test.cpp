/// The eddy viscosities of subgrid models against what is known of them in closed form.

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "libdg/backend/simd.hpp"
#include "libdg/equations/navier_stokes/added_viscosity_gas.hpp"
#include "published_models.hpp"

using namespace dg;
using dg::test::published_rate;

namespace {

using Matrix = Eigen::Matrix3d;  ///< (d, i): du_i / dx_d

template <class V>
void set(const Matrix& g, PrimitiveDerivative<V, 3> (&slopes)[3]) {
  for (int d = 0; d < 3; ++d) {
    for (int i = 0; i < 3; ++i) slopes[d].value[i] = V(RealOf<V>(g(d, i)));
    slopes[d].value[3] = V(RealOf<V>(0.7));  // of the energy, which does not count
  }
}

template <class V = double>
double rate(SubgridModel model, const Matrix& g) {
  PrimitiveDerivative<V, 3> slopes[3];
  set(g, slopes);
  return lane_of(subgrid_rate(model, slopes), 0);
}

constexpr SubgridModel models[]{SubgridModel::smagorinsky, SubgridModel::wale, SubgridModel::vreman,
                                SubgridModel::sigma};

Matrix random_gradient(std::mt19937& numbers) {
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr([&](Eigen::Index, Eigen::Index) { return normal(numbers); });
}

Matrix random_rotation(std::mt19937& numbers) {
  return Eigen::Quaterniond(Eigen::Vector4d(random_gradient(numbers).reshaped().head<4>()).normalized())
      .toRotationMatrix();
}

}  // namespace

TEST_CASE("Subgrid models are the published ones at any gradient") {
  std::mt19937 numbers(1);
  for (const SubgridModel model : models)
    for (int i = 0; i < 1000; ++i) {
      const Matrix g = random_gradient(numbers);
      const double expected = published_rate(model, g);
      CHECK(rate(model, g) == Approx(expected).epsilon(1e-8).margin(1e-9 * g.norm()));
      CHECK(rate<SimdPack<double>>(model, g) == Approx(expected).epsilon(1e-8).margin(1e-9 * g.norm()));
    }
}

TEST_CASE("Simple flows have the eddy viscosity that is known of them") {
  std::mt19937 numbers(2);
  for (int i = 0; i < 20; ++i) {
    const Matrix frame = random_rotation(numbers);
    const auto rotated = [&](const Matrix& g) { return Matrix(frame * g * frame.transpose()); };
    const double shear = 3.7;
    Matrix pure_shear = Matrix::Zero(), rotation = Matrix::Zero(), strain = Matrix::Zero();
    pure_shear(1, 0) = shear;
    rotation(0, 1) = shear;
    rotation(1, 0) = -shear;
    strain.diagonal() << shear, -shear, 0;
    const double zero = 1e-6 * shear;  // roots of rounding errors
    CHECK(rate(SubgridModel::smagorinsky, rotated(pure_shear)) == Approx(shear));
    CHECK(rate(SubgridModel::wale, rotated(pure_shear)) < zero);
    CHECK(rate(SubgridModel::vreman, rotated(pure_shear)) < zero);
    CHECK(rate(SubgridModel::sigma, rotated(pure_shear)) < zero);
    CHECK(rate(SubgridModel::smagorinsky, rotated(rotation)) < zero);
    CHECK(rate(SubgridModel::sigma, rotated(rotation)) < zero);
    // T = w^2 (1/3, 1/3, -2/3) and S = 0: wale is (2/3)^(1/4) w; vreman w / sqrt 2.
    CHECK(rate(SubgridModel::wale, rotated(rotation)) == Approx(std::pow(2.0 / 3.0, 0.25) * shear));
    CHECK(rate(SubgridModel::vreman, rotated(rotation)) == Approx(shear / std::numbers::sqrt2));
    // Plane strain, a flow in two dimensions.
    CHECK(rate(SubgridModel::smagorinsky, rotated(strain)) == Approx(2 * shear));
    CHECK(rate(SubgridModel::sigma, rotated(strain)) < zero);
    // An axisymmetric jet, and an expansion: sigma is none in either.
    for (const Matrix& g : {Matrix(Eigen::Vector3d(2 * shear, -shear, -shear).asDiagonal()),
                            Matrix(Eigen::Vector3d(shear, shear, shear).asDiagonal())})
      CHECK(rate(SubgridModel::sigma, rotated(g)) < zero);
  }
}

TEST_CASE("Eddy viscosities do not depend on the frame and grow with the gradient") {
  std::mt19937 numbers(3);
  for (const SubgridModel model : models)
    for (int i = 0; i < 100; ++i) {
      const Matrix g = random_gradient(numbers), frame = random_rotation(numbers);
      const double plain = rate(model, g), margin = 1e-10 * g.norm();
      CHECK(rate(model, frame * g * frame.transpose()) == Approx(plain).epsilon(1e-8).margin(margin));
      for (const double factor : {1e-12, 1e12})
        CHECK(rate(model, factor * g) == Approx(factor * plain).epsilon(1e-8).margin(factor * margin));
      CHECK(plain >= 0);
    }
}

TEST_CASE("No gradient has no eddy viscosity") {
  for (const SubgridModel model : models) {
    CHECK(rate(model, Matrix::Zero()) == 0);
    CHECK(rate<float>(model, Matrix::Zero()) == 0);
    const double tiny = rate<float>(model, 1e-18 * Matrix::Ones());
    CHECK((tiny >= 0 && tiny < 1e-17));
  }
}

TEST_CASE("Near a wall wale and sigma grow with the cube of the distance") {
  // A flow without divergence on a wall y = 0: u, w ~ y, v ~ y^2.
  const auto gradient = [](double y) {
    Matrix g;
    const double a = 1.0, b = 0.6, c = 0.4, e = 0.8;  // d_y u, d_x d_y u, d_z d_y w, shear of both across
    g << b * y, 0.3 * y * y, e * y,                   // d_x of u, v, w
        a, -(b + c) * y, 0.5,                         // d_y
        -0.7 * y, -0.2 * y * y, c * y;                // d_z
    return g;
  };
  for (const SubgridModel model : {SubgridModel::wale, SubgridModel::sigma}) {
    const double near = rate(model, gradient(2e-3)), far = rate(model, gradient(4e-3));
    CHECK(std::log2(far / near) == Approx(3.0).margin(0.05));
  }
}

TEST_CASE("The eddy viscosity is the constant and the width of the cell times the rate, in stress and heat flux") {
  std::mt19937 numbers(4);
  GasOptions options;
  options.viscosity = 1e-3;
  options.subgrid.prandtl = 0.8;
  for (const SubgridModel model : models)
    for (const double constant : {0.0, 0.2}) {
      options.subgrid.model = model;
      options.subgrid.constant = constant;
      const double width = 0.3, c = constant > 0 ? constant : default_constant(model),
                   factor = model == SubgridModel::vreman ? c : c * c;
      const AddedViscosityGas3D<double> gas(options);
      const NavierStokes<double, 3> molecular(options);
      const auto here = gas.in_cell(width);
      const double u[5]{1.3, 0.2, -0.4, 0.1, 2.9};
      const auto w = gas.point(u);
      PrimitiveDerivative<double, 3> slopes[3];
      const Matrix g = random_gradient(numbers);
      set(g, slopes);
      const double nu = factor * width * width * published_rate(model, g);
      CHECK(here.added_viscosity(slopes) == Approx(nu));
      const auto total = here.stress(w, slopes), viscous = molecular.stress(w, slopes);
      const double ratio = (options.viscosity + u[0] * nu) / options.viscosity;
      for (int d = 0; d < 3; ++d) {
        for (int i = 0; i < 3; ++i) CHECK(total.tau[d][i] == Approx(ratio * viscous.tau[d][i]));
        CHECK(total.heat[d] == Approx(viscous.heat[d] + u[0] * nu * options.gamma / 0.8 * 0.7));
      }
      CHECK(here.added_diffusivity(slopes) == Approx(options.gamma / 0.8 * nu));
    }
}

TEST_CASE("The flux through a face is the same in its frame, and along coordinates") {
  std::mt19937 numbers(5);
  GasOptions options;
  options.viscosity = 1e-2;
  for (const SubgridModel model : models) {
    options.subgrid.model = model;
    const auto here = AddedViscosityGas3D<double>(options).in_cell(0.5);
    const double u[5]{1.1, 0.3, -0.2, 0.5, 3.1};
    const auto w = here.point(u);
    const Matrix axes = random_gradient(numbers);  // columns: a normal, and two directions of a face across it
    const Eigen::Vector3d normal = axes.col(1).cross(axes.col(2)).normalized();
    double n[3], t[2][3], in_frame[3][5], along[3][5] = {};
    for (int d = 0; d < 3; ++d) {
      n[d] = normal[d];
      t[0][d] = axes(d, 1);
      t[1][d] = axes(d, 2);
    }
    std::normal_distribution<double> random;
    for (auto& row : in_frame)
      for (double& x : row) x = random(numbers);
    for (int d = 0; d < 3; ++d)
      for (int k = 0; k < 5; ++k)
        along[d][k] = n[d] * in_frame[0][k] + t[0][d] * in_frame[1][k] + t[1][d] * in_frame[2][k];
    const auto a = here.viscous_flux_in_face_frame(u, w, in_frame, n, t), b = here.viscous_flux(u, w, along, n);
    for (int d = 0; d < 3; ++d) CHECK(a.traction[d] == Approx(b.traction[d]));
    CHECK(a.power == Approx(b.power));
    CHECK(a.heat == Approx(b.heat));
  }
}
