#include <catch2/catch.hpp>

#include "apps/tests/sample_case.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using samples::example;
using samples::read;
using samples::refusal;
using samples::with;

TEST_CASE("unknown names are refused with the closest one") {
  CHECK_THAT(refusal(with("space", "degre = 2")),
             Contains("c.ini:6: unknown key 'degre' in [space]; did you mean 'degree'?"));
  CHECK_THAT(refusal(with("spcae", "degree = 2")), Contains("unknown section [spcae]; did you mean 'space'?"));
  CHECK_THAT(refusal(with("boundary.", "type = farfield")), Contains("unknown section [boundary.]"));
  CHECK_THAT(refusal(example, {"space.riemann=row"}),
             Contains("'row' is not a value of 'riemann' in [space]; did you mean 'roe'?"));
  CHECK_THAT(refusal(example, {"boundary.wall.tpye=exact"}),
             Contains("unknown key 'tpye' in [boundary.wall]; did you mean 'type'?"));
  CHECK_THAT(refusal("[mesh]\nfiel = a.msh\n[gas]\nmodel = euler\n[time]\nend = 1\n"),
             Contains("c.ini:2: unknown key 'fiel' in [mesh]; did you mean 'file'?"));
  CHECK_THAT(refusal("[mesh]\nfile = a.msh\n[gas]\nmodel = euler\n[time]\nennd = 1\n"),
             Contains("c.ini:6: unknown key 'ennd' in [time]; did you mean 'end'?"));
  // A key that exists, but not for this type of boundary.
  CHECK_THAT(refusal(with("boundary.farfield", "temperature = 2")),
             Contains("unknown key 'temperature' in [boundary.farfield]"));
}

TEST_CASE("units give the temperature once") {
  CHECK_THAT(refusal(with("units", "metre = 0.01")),
             Contains("[units] needs one of 'gas_constant', in J/(kg K), and 'kelvin'"));
  CHECK_THAT(refusal(with("units", "kelvin = 288.15\ngas_constant = 287.05")),
             Contains("[units] has both 'gas_constant', in J/(kg K), and 'kelvin'"));
  CHECK_THAT(refusal(with("units", "kelvin = 0")), Contains("'kelvin' in [units] must be positive, got '0'"));
  CHECK_THAT(refusal(with("units", "kelvin = 288.15\nsecond = 1e-200")), Contains("overflow"));
  CHECK_THAT(refusal(with("units", "kelvin = 1\ngram = 1")), Contains("unknown key 'gram' in [units]"));
}

TEST_CASE("ill-typed and impossible values are refused") {
  CHECK_THAT(refusal(example, {"space.degree=two"}), Contains("'degree' in [space] must be a number, got 'two'"));
  CHECK_THAT(refusal(example, {"space.degree=1.5"}), Contains("must be a whole number of at least 0, got '1.5'"));
  CHECK_THAT(refusal(example, {"space.degree=-1"}), Contains("must be a whole number of at least 0"));
  // Numbers that a smaller type would wrap into the range that is right.
  CHECK_THAT(refusal(example, {"space.degree=4294967297"}),
             Contains("'degree' in [space] must be a whole number of at most"));
  CHECK_THAT(refusal(example, {"mesh.level=4294967296"}),
             Contains("'level' in [mesh] must be a whole number of at most 12"));
  CHECK_THAT(refusal(example, {"mesh.level=13"}), Contains("at most 12, got '13'"));
  CHECK_THAT(refusal(example, {"space.extra_quadrature=4294967296"}),
             Contains("'extra_quadrature' in [space] must be a whole number of at most 100"));
  CHECK_THAT(refusal(example, {"space.extra_quadrature=2147483647"}), Contains("at most 100"));
  for (const std::string key : {"time.steps", "output.every", "output.monitor", "checkpoint.every"}) {
    CHECK_THAT(refusal(example, {key + "=18446744073709551617"}), Contains("must be a whole number of at most"));
    CHECK_THAT(refusal(example, {key + "=1e300"}), Contains("must be a whole number of at most"));
  }
  CHECK_THROWS_WITH(require_built(read(example, {"space.degree=99"})),
                    Contains("--set space.degree=99: degree 99 is not in this build (it has: "));
  CHECK_THAT(refusal(example, {"space.degre="}), Contains("--set space.degre=: the case does not set this key"));
  CHECK_THAT(refusal(example, {"time.cfl=-1"}), Contains("'cfl' in [time] must be positive"));
  CHECK_THAT(refusal(example, {"time.cfl=1/0"}), Contains("must be a number"));
  CHECK_THAT(refusal(example, {"gas.gamma=1"}), Contains("must be greater than 1"));
  CHECK_THAT(refusal(example, {"boundary.wall.velocity=1"}), Contains("needs 2 numbers separated by commas"));
  CHECK_THAT(refusal(example, {"mesh.parameters=radius"}), Contains("expected key=value"));
}

TEST_CASE("a sponge has a strength of the place") {
  CHECK_THAT(refusal(with("sponge", "rho = 1")), Contains("the state of [sponge] needs rho, u, v and p"));
  CHECK_THAT(refusal(with("sponge", "strenght = 1")),
             Contains("unknown key 'strenght' in [sponge]; did you mean 'strength'?"));
  CHECK_THAT(refusal(with("sponge", "strength = t")), Contains("must be a formula of the place alone"));
}

TEST_CASE("a sponge to the running mean needs a time to average over and explicit steps in time") {
  const std::string mean = "strength = 1\nstate = mean\n", whole = mean + "averaging_time = 3";
  CHECK(refusal(with("sponge", whole)).empty());
  CHECK_THAT(refusal(with("sponge", mean)),
             Contains(": 'state = mean' in [sponge] needs 'averaging_time = VALUE', the time over which it averages"));
  CHECK_THAT(refusal(with("sponge", mean + "avraging_time = 3")), Contains("did you mean 'averaging_time'?"));
  CHECK_THAT(refusal(with("sponge", mean + "averaging_time = 0")),
             Contains("'averaging_time' in [sponge] must be positive"));
  CHECK_THAT(refusal(with("sponge", "strength = 1\naveraging_time = 3")),
             Contains(": 'averaging_time' in [sponge] needs 'state = mean'"));
  CHECK_THAT(refusal(with("sponge", whole + "\nrho = 1")),
             Contains(": 'rho' in [sponge] belongs to 'state = given'; a running mean has no formulas"));
  CHECK_THAT(refusal(with("sponge", "strength = 1\nstate = man")), Contains("'man' is not a value of 'state'"));
  CHECK_THAT(refusal(with("sponge", whole), {"time.scheme=esdirk3"}),
             Contains(": 'state = mean' in [sponge] needs an explicit 'scheme' in [time], such as 'ssprk3'"));
  for (const std::string solver : {"newton", "march"})
    CHECK_THAT(
        refusal(with("sponge", whole), {"time.mode=steady", "time.solver=" + solver, "time.end=", "time.steps=9"}),
        Contains(": 'state = mean' in [sponge] needs 'mode = unsteady'; for a steady flow use 'damping' in [time]"));
}

TEST_CASE("an outflow that does not reflect needs a length, and a heat flux a gas that conducts") {
  CHECK_THAT(refusal(example, {"boundary.farfield.type=outflow-nonreflecting"}),
             Contains(": 'outflow-nonreflecting' needs 'length = VALUE', the length of the domain along the flow"));
  CHECK_THAT(refusal(example, {"boundary.farfield.type=outflow-nonreflecting", "boundary.farfield.lenght=2"}),
             Contains("did you mean 'length'?"));
  CHECK_THAT(refusal(example, {"boundary.farfield.type=outflow-nonreflecting", "boundary.farfield.length=-1"}),
             Contains("'length' in [boundary.farfield] must be positive"));
}

TEST_CASE("a force says one thing to keep, and needs explicit steps") {
  CHECK_THAT(refusal(with("forcing", "direction = x")),
             Contains(": [forcing] needs one of 'mass_flow = VALUE' and 'pressure_gradient = VALUE'"));
  CHECK_THAT(refusal(with("forcing", "mass_flow = 1\npressure_gradient = -1")), Contains("needs one of 'mass_flow"));
  CHECK_THAT(refusal(with("forcing", "mass_flw = 1")),
             Contains("unknown key 'mass_flw' in [forcing]; did you mean 'mass_flow'?"));
  CHECK_THAT(refusal(with("forcing", "mass_flow = 1\ndirection = r")), Contains("'r' is not a value of 'direction'"));
  CHECK_THAT(refusal(with("forcing", "mass_flow = 1"), {"time.scheme=esdirk3"}),
             Contains(": [forcing] needs explicit steps"));
  CHECK_THAT(refusal(with("forcing", "pressure_gradient = -1"), {"time.mode=steady", "time.end="}),
             Contains(": [forcing] needs explicit steps"));
  CHECK_THAT(
      refusal(with("forcing", "mass_flow = 1"), {"time.mode=steady", "time.solver=march", "time.end=", "time.steps=9"}),
      Contains("'mass_flow' needs steps in time, which 'mode = steady' does not take"));
  CHECK_THROWS_WITH(require_dimension(read(with("forcing", "mass_flow = 1\ndirection = z")), 2),
                    Contains("'direction = z' in [forcing] belongs to a 3-D case, and the mesh is 2-D"));
}

TEST_CASE("contradictions are refused") {
  CHECK_THAT(refusal(example, {"mesh.file=a.msh"}), Contains("needs one of 'file = PATH' and 'generate = NAME'"));
  CHECK_THAT(refusal(example, {"time.cfl=1", "time.dt=1"}), Contains("has both 'cfl' and 'dt'"));
  CHECK_THAT(refusal(example, {"gas.mu=0.1"}), Contains("give the viscosity once"));
  CHECK_THAT(refusal(example, {"gas.model=euler", "gas.mu=0.1"}),
             Contains("'mu' has no meaning with 'model = euler'; remove it"));
  CHECK_THAT(refusal(example, {"reference.mach=0"}), Contains("'reynolds' needs a 'mach' above 0"));
  CHECK_THAT(refusal(example, {"time.tolerance=1e-5"}), Contains("'tolerance' needs 'mode = steady'"));
  CHECK_THAT(refusal(example, {"mesh.start=wall"}), Contains("'start' needs an 'ordering'"));
  CHECK_THAT(refusal(example, {"initial.type=exact"}), Contains("needs a section [exact]"));
  CHECK_THAT(refusal(example, {"source.from=exact"}), Contains("needs a section [exact]"));
  CHECK_THAT(refusal(example, {"boundary.wall.type=exact"}), Contains("unknown key"));
  CHECK_THAT(refusal(example, {"boundary.farfield.type=exact"}), Contains("needs a section [exact]"));
  CHECK_THAT(refusal(example, {"source.from=exact", "source.step=0.1"}),
             Contains("'step' in [source] is no longer used"));
  CHECK_THAT(refusal(example, {"initial.rho=1"}), Contains("[initial] lacks 'u'"));
  CHECK_THAT(refusal(with("expressions", "sin = 2")), Contains("'sin' already means something"));
}

TEST_CASE("lines of probes and lists of boundaries that make no sense are refused") {
  CHECK_THAT(refusal(with("output", "line = 0, 0, 1, 0, 1e9")),
             Contains("c.ini:23: a 'line' has at most 1000000 points, got 1000000000"));
  CHECK_THAT(refusal(with("output", "line = 0, 0, 0, 1, 0, 0, 1e300")),
             Contains("a 'line' has at most 1000000 points, got 1e+300"));
  CHECK_THAT(refusal(with("output", "line = 0, 0, 1, 0, 5, 1, 2, 1, 2, 5")),
             Contains("both ends of a 'line' are the point (1, 2)"));
  CHECK_THAT(refusal(with("output", "line = 1, 2, 3, 1, 2, 3, 5")),
             Contains("both ends of a 'line' are the point (1, 2, 3)"));
  CHECK_THAT(refusal(with("output", "surface = wall, \"a b\", wall")), Contains("'surface' lists 'wall' twice"));
  CHECK_THAT(refusal(example, {"output.forces=wall, wall"}), Contains("'forces' lists 'wall' twice"));
  CHECK(refusal(with("output", "line = 0, 0, 1, 0, 1e6, 1, 2, 1, 2.001, 2")).empty());
}

TEST_CASE("averages need steps in time, and of implicit schemes take one sample a step") {
  const auto settings = [](std::vector<std::string> more) {
    more.push_back("average.from=0");
    return more;
  };
  std::string newton = with("average", "from = 0");
  newton.replace(newton.find("end = 2 * pi\n"), 13, "mode = steady\n");
  CHECK_THAT(refusal(newton),
             Contains("[average] has no meaning with Newton's method, whose steps are not steps in time; remove it"));
  CHECK(read(example, settings({})).average.every == 20);
  CHECK(read(example, settings({"time.scheme=esdirk3"})).average.every == 1);
  CHECK(read(example, settings({"time.scheme=esdirk4", "average.every=7"})).average.every == 7);
}

TEST_CASE("a case without an end is refused") {
  CHECK_THAT(refusal(""), Contains("c.ini: lacks a section [mesh] with 'file = PATH' or 'generate = NAME'"));
  CHECK_THAT(refusal("[mesh]\nfile = a.msh\n"), Contains("c.ini: lacks a section [time] with 'end = TIME'"));
  CHECK_THAT(refusal("[mesh]\nfile = a.msh\n[gas]\nmodel = euler\n[time]\ncfl = 0.5\n"),
             Contains("[time] needs 'end = TIME' or 'steps = NUMBER'"));
  CHECK_THROWS_AS(read_case("/no/such/case.ini", {}), InputError);
  CHECK_THROWS_AS(read_case("/tmp", {}), InputError);
}

TEST_CASE("what is wrong is shown on one line, and only the part that helps") {
  const std::string long_text(400000, '1');
  const std::vector<std::vector<std::string>> settings{{"space.degree=" + long_text + "x"},
                                                       {"space.riemann=" + long_text},
                                                       {"time.end=x" + long_text},
                                                       {"boundary.wall.velocity=" + long_text},
                                                       {"mesh.parameters=" + long_text},
                                                       {"output.forces=\"" + long_text},
                                                       {"space.k" + long_text + "=1"},
                                                       {"s" + long_text + ".k=1"},
                                                       {"boundary." + long_text + ".type=exact"},
                                                       {"expressions.a" + long_text + "=1"},
                                                       {"expressions.a=x +" + long_text},
                                                       {"expressions.a=" + std::string(5000, ' ') + "1 + q"},
                                                       {"expressions.a==" + long_text},
                                                       {"space.degree=a\nb"},
                                                       {long_text}};
  for (const auto& setting : settings) {
    const std::string message = refusal(example, setting);
    INFO(message.substr(0, 1000));
    CHECK_FALSE(message.empty());
    CHECK(message.size() < 400);
    CHECK(message.find('\n') == std::string::npos);
  }
  std::string sum = "1";
  for (int i = 0; i < 2000; ++i) sum += "+1";
  CHECK_THAT(refusal(example, {"expressions.a=" + sum + " + zzz + " + sum}),
             Contains("column 4005 of '...") && Contains("1+1 + zzz + 1+1") && Contains("unknown name 'zzz'"));
}
