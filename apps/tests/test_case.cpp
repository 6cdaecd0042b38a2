#include <catch2/catch.hpp>
#include <cmath>

#include "apps/case/choices.hpp"
#include "apps/tests/sample_case.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using samples::example;
using samples::read;
using samples::refusal;
using samples::with;

TEST_CASE("hexahedra and prisms have products each by a key of its own") {
  const auto space = [](const std::string& lines) {
    std::string text = example;
    text.erase(text.find("quads = Q\n"), 10);
    const std::size_t after = text.find("[space]\n") + 8;
    return read(text.substr(0, after) + lines + text.substr(after)).solver.quads;
  };
  CHECK(space("") == QuadSpace::P);
  CHECK(space("hexahedra = Q\n") == QuadSpace::Q);
  CHECK(space("prisms = Q\n") == QuadSpace{false, true});
  CHECK(space("hexahedra = Q\nprisms = Q\n") == QuadSpace::Q_and_prisms);
}

TEST_CASE("a case file becomes a case") {
  const Case c = read(example);
  CHECK(c.mesh.generate == "cylinder");
  CHECK(c.mesh.level == 1);
  CHECK(c.mesh.parameters == GeneratorParameters{{"radius", "50"}, {"around", "40"}});
  CHECK(c.solver.degree == 3);
  CHECK(c.solver.quads == QuadSpace::Q);
  CHECK(c.solver.mass_inverse == MassInverse::automatic);
  CHECK(c.solver.face_rule == FaceRule::full);
  CHECK(c.solver.riemann == Riemann::hllc);
  CHECK(c.solver.gas.viscous);
  CHECK(c.solver.gas.viscosity == Approx(0.2 * 1.0 / 100.0));
  CHECK(c.reference.freestream.rho == 1.0);
  CHECK(c.reference.freestream.velocity[0] == Approx(0.2 * std::sqrt(0.75)));
  CHECK(c.reference.freestream.velocity[1] == Approx(0.1));
  CHECK(c.reference.freestream.p == Approx(1.0 / 1.4));
  CHECK(c.time.end == Approx(2.0 * std::acos(-1.0)));
  CHECK(c.time.steps == 1000);
  CHECK_FALSE(c.time.steady);
  REQUIRE(c.solver.boundaries.size() == 2);
  const BoundaryCondition& wall = c.solver.boundaries[0];
  CHECK(wall.type == BoundaryType::wall_isothermal);
  CHECK(wall.temperature == 1.2);
  CHECK(wall.velocity == std::array<double, 3>{0.1, -0.2, 0.0});
  CHECK(c.solver.boundaries[1].state == c.reference.freestream);
  CHECK(c.output.forces == std::vector<std::string>{"wall"});
  CHECK(c.names.constants.at("u_inf") == c.reference.freestream.velocity[0]);
}

TEST_CASE("stagnation values of the free stream") {
  std::string text = example;
  text.replace(text.find("type = farfield"), 15, "type = inflow-total");
  const BoundaryCondition inflow = read(text).solver.boundaries[1];
  // Isentropic relations at Mach 0.2.
  CHECK(inflow.total_temperature == Approx(1.008));
  CHECK(inflow.total_pressure == Approx(std::pow(1.008, 3.5) / 1.4));
  CHECK(inflow.direction[0] == Approx(std::cos(std::acos(-1.0) / 6.0)));
}

TEST_CASE("overrides change the case") {
  const Case c = read(example, {"space.degree=1", "space.mass_inverse=weight-adjusted", "space.face_rule=lean",
                                "gas.model=euler", "time.steps=7"});
  CHECK(c.solver.degree == 1);
  CHECK(c.solver.mass_inverse == MassInverse::weight_adjusted);
  CHECK(c.solver.face_rule == FaceRule::reduced);
  CHECK_FALSE(c.solver.gas.viscous);
  CHECK(c.solver.gas.viscosity == 0.0);
  CHECK(c.time.steps == 7);
  CHECK(c.text.find("degree = 1\n") != std::string::npos);
}

TEST_CASE("values of boundaries are numbers or formulas") {
  const Case numbers = read(example);
  CHECK_FALSE(numbers.solver.boundaries[0].from_data);
  CHECK(numbers.boundary_formulas.empty());

  const Case c = read(with("expressions", "pulse = 1 + 0.1 * sin(t)"),
                      {"boundary.wall.velocity=atan2(y, x) * pulse, -0.2", "boundary.farfield.pressure=0.7"});
  REQUIRE(c.solver.boundaries.size() == 2);
  CHECK(c.solver.boundaries[0].from_data);
  CHECK_FALSE(c.solver.boundaries[1].from_data);
  CHECK(c.solver.boundaries[1].state.p == 0.7);
  const auto& values = c.boundary_formulas.at("wall").values;
  REQUIRE(values.size() == 2);
  REQUIRE(values[0].components.size() == 2);
  CHECK(values[0].components[0].text == "atan2(y, x) * pulse");
  CHECK(values[0].components[1].text == "-0.2");
  CHECK(values[1].key == "temperature");
  CHECK(values[1].components[0].text == "1.2");

  // A key that is not given keeps its default beside formulas: the free stream.
  const Case far = read(example, {"boundary.farfield.pressure=0.7 + 0.01 * x"});
  const auto& state = far.boundary_formulas.at("farfield").values;
  REQUIRE(state.size() == 3);
  CHECK(std::stod(state[0].components[0].text) == 1.0);
  REQUIRE(state[1].components.size() == 3);
  CHECK(std::stod(state[1].components[0].text) == far.reference.freestream.velocity[0]);

  CHECK_THAT(refusal(example, {"boundary.farfield.pressure=0.7 + q"}), Contains("column 7 of '0.7 + q': unknown name"));
  CHECK_THAT(refusal(example, {"boundary.wall.velocity=x"}), Contains("needs 2 numbers separated by commas, got 'x'"));
  CHECK_THAT(refusal(example, {"boundary.wall.temperature=-2"}), Contains("must be positive, got '-2'"));
  CHECK_THAT(refusal(example, {"boundary.wall.temperature=1/0"}), Contains("must be a number, got '1/0'"));
}

TEST_CASE("a formula that lacks is named, whatever others there are") {
  const std::string text = with("initial", "rho = 1\nu = 0.2\np = 1 / gamma");
  CHECK_THAT(refusal(text), Contains("[initial] lacks 'v', the initial state needs rho, u, v and p"));
}

TEST_CASE("Keys of shocks choose explicit schemes") {
  std::string steady = example;
  steady.replace(steady.find("end = 2 * pi"), 12, "mode = steady");
  const Case plain = read(steady);
  CHECK(plain.solver.shocks == ShockCapturing::none);
  CHECK_FALSE(plain.solver.keeps_positive());
  const Case damped = read(steady, {"space.shocks=damping"});
  CHECK(damped.solver.shocks == ShockCapturing::damping);
  CHECK(damped.solver.keeps_positive());
  CHECK_FALSE(damped.solver.newton);
  CHECK_FALSE(read(steady, {"space.shocks=damping", "space.positivity=off"}).solver.keeps_positive());
  const Case positive = read(steady, {"space.positivity=on"});
  CHECK(positive.solver.keeps_positive());
  CHECK(positive.solver.newton);
  CHECK_THAT(refusal(steady, {"space.shocks=damping", "time.solver=newton"}),
             Contains("'solver = newton' does not work with 'shocks"));
  for (const std::string key : {"shocks=damping", "positivity=on"}) {
    const std::string opening = "'" + key.substr(0, key.find('=')), name = opening + "'";
    CHECK_THAT(refusal(example, {"space." + key, "time.scheme=esdirk3"}), Contains("does not work with " + opening));
    CHECK_THAT(refusal(example, {"space." + key, "space.degree=0", "space.reconstruction=linear", "gas.model=euler"}),
               Contains(name + " is for degrees above 0"));
  }
  CHECK_THAT(refusal(example, {"space.shocks=dampin"}), Contains("damping"));
  const Case viscous = read(steady, {"space.shocks=viscosity"});
  CHECK(viscous.solver.shocks == ShockCapturing::viscosity);
  CHECK(viscous.solver.newton);
  CHECK(viscous.solver.keeps_positive());
  CHECK_FALSE(read(example, {"space.shocks=viscosity", "time.scheme=esdirk3"}).solver.keeps_positive());
  CHECK(read(example, {"space.shocks=viscosity"}).solver.keeps_positive());
  CHECK_THAT(refusal(example, {"space.shocks=viscosity", "space.assembly=blocks"}), Contains("remove 'assembly'"));
  CHECK_THAT(refusal(steady, {"space.shocks=viscosity", "time.products=exact"}), Contains("'shocks = viscosity'"));
}

TEST_CASE("A subgrid model has a published constant and chooses explicit schemes") {
  CHECK(read(example).solver.gas.subgrid.model == SubgridModel::none);
  const std::vector<std::pair<std::string, double>> models{
      {"smagorinsky", 0.17}, {"wale", 0.5}, {"vreman", 0.07}, {"sigma", 1.35}};
  for (const auto& [model, constant] : models) {
    const SubgridOptions subgrid = read(example, {"turbulence.model=" + model}).solver.gas.subgrid;
    CHECK(subgrid.model == choose(subgrid_choices, model, ""));
    CHECK(subgrid.constant == constant);
    CHECK(subgrid.prandtl == 0.9);
  }
  const Case chosen = read(example, {"turbulence.model=wale", "turbulence.constant=0.325", "turbulence.prandtl=0.6"});
  CHECK(chosen.solver.gas.subgrid.constant == 0.325);
  CHECK(chosen.solver.gas.subgrid.prandtl == 0.6);
  std::string steady = example;
  steady.replace(steady.find("end = 2 * pi"), 12, "mode = steady");
  CHECK_FALSE(read(steady, {"turbulence.model=wale"}).solver.newton);
  CHECK_THAT(refusal(steady, {"turbulence.model=wale", "time.solver=newton"}),
             Contains("'solver = newton' does not work with 'model' in [turbulence]"));
  CHECK_THAT(refusal(example, {"turbulence.model=wale", "time.scheme=esdirk3"}),
             Contains("does not work with 'model' in [turbulence]"));
  CHECK_THAT(refusal(example, {"turbulence.model=wal"}), Contains("wale"));
  CHECK_THAT(refusal(example, {"turbulence.constant=0.1"}), Contains("'constant' in [turbulence] needs a 'model'"));
  CHECK_THAT(refusal(example, {"turbulence.model=wale", "turbulence.constant=-1"}), Contains("constant"));
  CHECK_THAT(refusal(example, {"turbulence.model=wale", "turbulence.prandtl=0"}), Contains("prandtl"));
  CHECK_THAT(refusal(example, {"turbulence.model=wale", "turbulence.widht=1"}), Contains("widht"));
}

TEST_CASE("temperatures of boundaries are in kelvin where the case has units") {
  // In SI: a^2 = gamma R T = 1.4 x 287.05 x 300 = 120561 m^2/s^2.
  const Case c = read(with("units", "gas_constant = 287.05"), {"boundary.wall.temperature=300"});
  CHECK(c.units.given);
  CHECK(c.solver.boundaries[0].temperature == Approx(120561.0));
  const Case formula = read(with("units", "gas_constant = 287.05"), {"boundary.wall.temperature=300 + x"});
  const auto& values = formula.boundary_formulas.at("wall").values;
  REQUIRE(values.size() == 2);
  CHECK(values[0].unit == 1.0);
  CHECK(values[1].unit == Approx(120561.0 / 300));
  // A default is that of the case.
  CHECK(read(with("units", "kelvin = 288.15"), {"boundary.wall.temperature="}).solver.boundaries[0].temperature == 1.0);
  CHECK(read(with("units", "kelvin = 250"),
             {"boundary.farfield.type=inflow-total", "boundary.farfield.total_temperature=300"})
            .solver.boundaries[1]
            .total_temperature == Approx(1.2));
  CHECK(read(with("units", "kelvin = 250"),
             {"boundary.wall.type=wall-modelled", "boundary.wall.velocity=", "boundary.wall.temperature=300"})
            .solver.boundaries[0]
            .temperature == Approx(1.2));
}

TEST_CASE("paths are relative to the folder of the case file") {
  Case c;
  c.path = "some/folder/c.ini";
  CHECK(c.resolve("a.msh") == "some/folder/a.msh");
  CHECK(c.resolve("/abs/a.msh") == "/abs/a.msh");
}

TEST_CASE("names of boundaries with blanks, commas and quotes can be listed") {
  const Case c =
      read(example, {"output.forces=wall \"upper wall\", \"a,b\" \"say \"\"hi\"\"\"", "output.surface=\" in\""});
  CHECK(c.output.forces == std::vector<std::string>{"wall", "upper wall", "a,b", "say \"hi\""});
  CHECK(c.output.surface == std::vector<std::string>{" in"});
  const Case joined = read(example, {"boundary.farfield.type=periodic", "boundary.farfield.partner=\"upper, wall\""});
  CHECK(joined.solver.boundaries[1].partner == "upper, wall");
  CHECK(read(example, {"boundary.farfield.type=periodic", "boundary.farfield.partner=upper wall"})
            .solver.boundaries[1]
            .partner == "upper wall");
  CHECK_THAT(refusal(example, {"output.forces=\"upper wall"}), Contains("a quote is not closed in '\"upper wall'"));
  CHECK_THAT(refusal(example, {"output.forces=\"upper\"wall"}),
             Contains("a comma or blank must follow the closing quote"));
  CHECK_THAT(refusal(example, {"boundary.farfield.type=periodic", "boundary.farfield.partner=\"a\" \"b\""}),
             Contains("'partner' in [boundary.farfield] must be one name"));
}

TEST_CASE("numbers of mesh generators may be formulas of constants") {
  const std::string text =
      "[mesh]\ngenerate = square\nparameters = xmax=2*pi, n=2+2, kind=quads, xmin=-pi, ymax=2*pie\n";
  const GeneratorParameters& parameters = read(text + "[gas]\nmodel = euler\n[time]\nend = 1\n").mesh.parameters;
  CHECK(std::stod(parameters.at("xmax")) == 2 * std::acos(-1.0));
  CHECK(std::stod(parameters.at("xmin")) == -std::acos(-1.0));
  CHECK(parameters.at("n") == "4");
  CHECK(parameters.at("kind") == "quads");
  CHECK(parameters.at("ymax") == "2*pie");  // which the generator refuses
}

TEST_CASE("sources may use the state of the gas, other formulas not") {
  const std::string of_state = "rho = 0\nrhou = -0.1 * rho * (u - u_inf)\nrhov = x * T\nrhoE = p";
  CHECK(read(with("source", of_state)).source.formulas[1].of_state);
  CHECK_THAT(refusal(with("source", "rho = 0\nrhou = speed\nrhov = 0\nrhoE = 0")), Contains("unknown name 'speed'"));
  CHECK_THAT(refusal(example, {"initial.rho=1", "initial.u=0", "initial.v=0", "initial.p=T"}),
             Contains("unknown name 'T'"));
  // The case's own names keep their meaning.
  const Case own = read(with("source", of_state), {"expressions.T=2"});
  CHECK(own.names.auxiliaries.size() == 1);
}

TEST_CASE("parameters are numbers that make the values of boundaries formulas") {
  const Case c = read(with("parameters", "jet = 1 / 4\nspin = 0"), {"boundary.wall.velocity=jet, 0.1"});
  REQUIRE(c.names.parameters);
  CHECK(c.names.parameters->names == std::vector<std::string>{"jet", "spin"});
  CHECK(c.names.parameters->values == std::vector{0.25, 0.0});
  CHECK(c.boundary_formulas.contains("wall"));
  CHECK_THAT(refusal(with("parameters", "jet = x")), Contains("jet"));
  CHECK_THAT(refusal(with("parameters", "gamma = 1")), Contains("'gamma' already means something"));
  CHECK_THAT(refusal(example, {"boundary.wall.velocity=jet, 0"}), Contains("unknown name 'jet'"));
}
