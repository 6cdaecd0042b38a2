/// What boundary data and sources that vary in time add to a step; see data_in_time_speed --help.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "apps/case/choices.hpp"
#include "apps/case/expression.hpp"
#include "apps/case/manufactured_source.hpp"
#include "apps/command_line.hpp"
#include "benchmarks/benchmark_program.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/generate.hpp"

namespace {

namespace po = boost::program_options;
using namespace dg;

/// A flow with waves that travel, and the same at rest.
enum class Flow { travelling, standing };
enum class Source { none, sine, manufactured };

struct Row {
  const char* name;
  Flow boundaries;
  Source source;
  Flow source_flow;
};

constexpr std::array rows{
    Row{"boundaries that stand still", Flow::standing, Source::none, Flow::standing},
    Row{"boundaries in time", Flow::travelling, Source::none, Flow::standing},
    Row{"and a source that stands still", Flow::travelling, Source::manufactured, Flow::standing},
    Row{"and a source of one sine", Flow::travelling, Source::sine, Flow::travelling},
    Row{"and a manufactured source", Flow::travelling, Source::manufactured, Flow::travelling},
};

/// rho, u, v, p as expressions.
app::FormulaGraph primitive(Flow flow) {
  app::Names names;
  names.constants = {{"T", 0.3}};
  const std::string t = flow == Flow::travelling ? "t" : "T";
  std::vector<app::Formula> formulas;
  for (const std::string& text :
       {"1 + 0.2 * sin(2 * pi * (x + y - " + t + "))", "0.3 + 0.1 * sin(2 * pi * x) * cos(2 * pi * y + " + t + ")",
        std::string("0.2 - 0.1 * cos(2 * pi * x) * sin(2 * pi * y)"),
        "1 + 0.1 * cos(2 * pi * x - " + t + ") * sin(2 * pi * y)"})
    formulas.push_back({text, "benchmark"});
  return {names, formulas};
}

std::shared_ptr<const Formulas> together(const app::FormulaGraph& graph, const std::vector<Expression>& values) {
  std::vector<NodeId> nodes;
  for (const Expression& value : values) nodes.push_back(value.node);
  return std::make_shared<const Formulas>(graph.graph, nodes);
}

void give(Solver& solver, const Row& row, const SolverOptions& o) {
  app::FormulaGraph flow = primitive(row.boundaries);
  const auto state = app::conservative_state({flow[0], flow[1], flow[2], flow[3]}, o.gas);
  for (const BoundaryCondition& b : o.boundaries) solver.set_boundary_data(b.name, together(flow, state));
  app::FormulaGraph of_source = primitive(row.source_flow);
  if (row.source == Source::manufactured) {
    const auto source = app::manufactured_source({of_source[0], of_source[1], of_source[2], of_source[3]}, o.gas);
    solver.set_source(together(of_source, source));
  } else if (row.source == Source::sine) {
    const app::FormulaGraph sine(app::Names{},
                                 {{"0.001 * sin(2 * pi * x - t)", "benchmark"}, {"0", ""}, {"0", ""}, {"0", ""}});
    solver.set_source(std::make_shared<const Formulas>(sine.graph, sine.values));
  }
}

/// Microseconds a step of each sample, in rising order.
std::vector<double> measure(const Mesh2& mesh, const SolverOptions& o, const Row& row, long steps, int samples) {
  const auto solver = make_solver(mesh, o);
  const app::FormulaGraph flow = primitive(Flow::standing);
  const Formulas initial(flow.graph, flow.values);
  solver->set_state([&](double x, double y, double t) {
    const std::array<std::array<double, 2>, 1> point{{{x, y}}};
    std::array<double, 4> values;
    initial.evaluate<2>(point, t, values.data());
    return values;
  });
  give(*solver, row, o);
  std::vector<double> times;
  for (int i = -1; i < samples; ++i) {  // the first does not count
    const auto start = std::chrono::steady_clock::now();
    if (solver->advance(steps, 1e300).bad_cell >= 0) throw RunError("the flow has broken down");
    const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
    if (i >= 0) times.push_back(taken.count() / static_cast<double>(steps));
  }
  std::sort(times.begin(), times.end());
  return times;
}

po::options_description options() {
  po::options_description options("Options (lists are separated by commas)");
  options.add_options()("cells", po::value<long>()->default_value(500'000), "triangles of the square, about");
  options.add_options()("degrees", po::value<std::string>()->default_value("3"), "polynomial degrees");
  options.add_options()("assembly", po::value<std::string>()->default_value("auto"), "as in [space]");
  options.add_options()("backend", po::value<std::string>()->default_value("cpu"), "cpu or cuda");
  options.add_options()("threads", po::value<int>()->default_value(1), "of the CPU; 0: all");
  options.add_options()("steps", po::value<long>()->default_value(20), "of each sample");
  options.add_options()("samples", po::value<int>()->default_value(3), "how many, after one that does not count");
  return options;
}

int run(const app::Arguments& arguments) {
  const auto values = app::parse_command_line(
      {"data_in_time_speed", "[options]", "Time of a step with boundary data and sources that vary in time."},
      options(), {}, false, arguments);
  if (!values) return 0;
  const auto choice = [&](const auto& choices, const std::string& name) {
    const std::string word = (*values)[name].template as<std::string>();
    return app::choose(choices, word, "--" + name + " " + word);
  };
  const double cells = static_cast<double>((*values)["cells"].as<long>());
  const Mesh2 mesh = generate_mesh("square", 0,
                                   {{"kind", "triangles"},
                                    {"n", std::to_string(std::lround(std::ceil(std::sqrt(0.5 * cells))))},
                                    {"xmin", "0"},
                                    {"xmax", "1"},
                                    {"ymin", "0"},
                                    {"ymax", "1"}});
  SolverOptions o;
  o.backend = choice(app::backend_choices, "backend");
  o.assembly = choice(app::assembly_choices, "assembly");
  o.threads = (*values)["threads"].as<int>();
  o.gas.viscosity = 0.001;
  o.cfl = 0.5;
  for (const std::string& name : mesh.boundary_names) {
    BoundaryCondition& b = o.boundaries.emplace_back();
    b.name = name;
    b.type = BoundaryType::exact;
  }
  fmt::print("data,degree,cells,us_per_step,fastest,slowest,of_the_first\n");
  for (const int degree : app::integer_list("--degrees", (*values)["degrees"].as<std::string>())) {
    o.degree = degree;
    double first = 0;
    for (const Row& row : rows) {
      const auto times = measure(mesh, o, row, (*values)["steps"].as<long>(), (*values)["samples"].as<int>());
      const double middle = times[times.size() / 2];
      if (first == 0) first = middle;
      fmt::print("{},{},{},{:.1f},{:.1f},{:.1f},{:.4f}\n", row.name, degree, mesh.cell_count(), middle, times.front(),
                 times.back(), middle / first);
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return dg::run_benchmark(argc, argv, run); }
