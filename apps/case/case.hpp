/// A case as the user states it: the typed content of a case file.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apps/case/expression.hpp"
#include "apps/case/ini_file.hpp"
#include "apps/case/settled_mean.hpp"
#include "apps/case/units.hpp"
#include "libdg/output/catalyst_adaptor.hpp"
#include "libdg/solver/options.hpp"
#include "meshes/generate.hpp"
#include "reorder/order.hpp"

namespace dg::app {

/// Where the layers of cells begin that each of several ranks works on. They begin as the mesh has them, or at the
/// cells that other ranks need.
enum class RankOrder { mesh, interface };

struct MeshSection {
  std::string file;      ///< path, relative to the folder of the case file; empty if generated
  std::string generate;  ///< name of a generator; empty if read from a file
  int level = 0;
  GeneratorParameters parameters;
  OrderingOptions ordering{.method = OrderingMethod::none, .starts = {}};
  RankOrder rank_order = RankOrder::mesh;
  std::string where, where_start;
};

/// Scales of the free stream: rho = 1, speed of sound 1 (so p = 1/gamma), speed `mach`. Its direction is rotated by
/// `alpha` degrees in the plane of x and y and by `beta` degrees out of it, towards z.
struct ReferenceSection {
  double mach = 0.0;
  double reynolds = 0.0;  ///< 0 if not given
  double alpha = 0.0, beta = 0.0;
  double length = 1.0;
  bool gives_length = false;  ///< the case has a `length`
  double area = 1.0;          ///< in three dimensions, of force coefficients
  PrimitiveState freestream{1.0, {}, 1.0 / 1.4};
  ForceReference force{.pressure = 1.0 / 1.4};  ///< also of pressure coefficients
  bool gives_pressure = false;                  ///< whether the case says which
  std::string where_mach, where_reynolds;
};

/// Values of a boundary that are formulas of place and time, all of them. They are the primitive state (rho, velocity,
/// p) of a far field or supersonic inflow, or velocity and temperature of a wall. Or they are pressure, total pressure
/// and temperature and direction.
struct BoundaryFormulas {
  struct Value {
    std::string key;
    std::vector<Formula> components;  ///< of a vector two or three, of which as many count as there are dimensions
    bool positive;
    double unit = 1.0;  ///< of the formulas, in units of the case
  };
  std::vector<Value> values;
};

/// The turbulence of an inflow with a given velocity.
struct InflowSection {
  std::vector<Formula> stresses;  ///< u'u', v'v', (w'w',) u'v', (u'w', v'w'), or one for those of all directions
  Formula length;                 ///< integral length
  std::string profile;            ///< path of a table in place of these and of the velocity; empty if there is none
  std::array<double, 3> convection{}, period{};  ///< see TurbulentInflow
  std::uint32_t seed = 1;
  std::string where;
};

/// Something in a case file that is right in so many dimensions only, told by how many the mesh has.
struct DimensionClaim {
  int dim;
  std::string where, what;
};

enum class InitialKind { freestream, exact, expressions };

struct InitialSection {
  InitialKind kind = InitialKind::freestream;
  std::vector<Formula> formulas;  ///< rho, u, v, (w,) p
  std::string where;
};

enum class SourceKind { none, from_exact, expressions };

struct SourceSection {
  SourceKind kind = SourceKind::none;
  std::vector<Formula> formulas;  ///< of rho, rho u, rho v, (rho w,) rho E
};

/// A force along a coordinate, in addition to the source.
struct ForcingSection {
  bool wanted = false;
  int direction = 0;                ///< of x, y, z
  std::optional<double> mass_flow;  ///< to keep
  double force = 0.0;               ///< per volume, without a mass flow to keep
  std::string where;
};

/// A source that draws the solution to a given state, strength (U_given - U), for the conservative variables U, or to
/// their running mean.
struct SpongeSection {
  bool wanted = false;
  Formula strength;                      ///< of the place, as 1 / time
  std::vector<Formula> formulas;         ///< of the given state: rho, u, v, (w,) p; none: the free stream
  std::optional<double> averaging_time;  ///< of the mean; none: there is a given state
  bool has_given_state() const { return wanted && !averaging_time; }
  std::string where;
};

struct TimeSection {
  double end = 0.0;  ///< infinite if not given
  long steps = 0;  ///< total, restarts included, in steps of time or of Newton's method; the largest long if not given
  bool steady = false;
  double tolerance = 0.0;     ///< of the scaled residual, steady mode
  double drop = 0.0;          ///< steady mode: enough if the residual has fallen to this part of its largest; 0: never
  std::vector<int> sequence;  ///< steady mode: ascending degrees that find the initial state
  double raise = 0.0;         ///< fall of the residual that ends a degree of the sequence
  std::optional<SettledMean> until;  ///< ends an unsteady run before its time
};

/// Points at equal distances from a to b, both included.
struct ProbeLine {
  std::array<double, 3> a{}, b{};
  int points = 0;
};

/// Files of fields: none, one for each time, or one for all.
enum class FieldFormat { none, vtu, vtkhdf };

/// Averages over time, in unsteady runs.
struct AverageSection {
  bool wanted = false;
  double from = 0.0;           ///< time
  long every = 20;             ///< steps between two samples
  int moments = 2;             ///< 4: skewness and flatness as well
  std::optional<int> profile;  ///< direction across which planes are averaged over
  int profile_points = 0;      ///< slices in place of layers of cells; 0: layers
  std::string where_profile;
};

struct OutputSection {
  std::string directory = "out";
  long every = 0;           ///< steps between field files; 0: only at the end
  double every_time = 0.0;  ///< time between field files; 0: none for their time
  long errors = 0;          ///< steps between rows of errors.csv; 0: only at the start and the end
  FieldFormat format = FieldFormat::vtu;
  std::vector<std::string> forces;   ///< boundaries
  std::vector<std::string> surface;  ///< boundaries
  long surface_every = 0;            ///< steps between their files; 0: only at the end
  std::vector<ProbeLine> lines;
  std::string probes;  ///< path of a file of points, relative to the folder of the case file
  long monitor = 20;   ///< steps between rows of history, forces and probes
  std::string where_forces, where_surface, where_probes, where_line;
};

struct CatalystSection {
  std::string script;  ///< path, relative to the folder of the case file; empty if there is none
  long every = 0;      ///< steps between calls; 0: only at the end
  CatalystCells cells = CatalystCells::linear;
  std::string where;  ///< of the script
};

/// A section [boundary.PATTERN]: what holds on the boundaries of the mesh that it covers and no section names.
struct BoundaryRule {
  std::string pattern;  ///< in which * stands for any text
  BoundaryCondition condition;
  std::optional<BoundaryFormulas> formulas;
  std::optional<InflowSection> inflow;
  std::string where;
};

struct Case {
  std::string path;  ///< as the user gave it
  std::string text;  ///< canonical, after overrides
  Names names;       ///< what formulas may use
  MeshSection mesh;
  SolverOptions solver;                                       ///< degree, fluxes, gas, boundary conditions, time scheme
  std::string where_degree, where_precision;                  ///< of those in `solver`
  std::map<std::string, std::string> where_boundary;          ///< of each condition in solver.boundaries
  std::map<std::string, BoundaryFormulas> boundary_formulas;  ///< of those whose values are formulas
  std::map<std::string, InflowSection> inflows;               ///< those boundaries that are turbulent
  std::vector<BoundaryRule> boundary_rules;                   ///< apply_boundary_rules() makes conditions of them
  ReferenceSection reference;
  Units units;
  InitialSection initial;
  std::optional<std::vector<Formula>> exact;  ///< rho, u, v, (w,) p
  SourceSection source;
  ForcingSection forcing;
  SpongeSection sponge;
  TimeSection time;
  OutputSection output;
  AverageSection average;
  CatalystSection catalyst;
  long checkpoint_every = 10000;
  std::vector<DimensionClaim> claims;

  /// A path of the case file, taken relative to the folder of the case file.
  std::string resolve(const std::string& relative) const;
};

/// Reads a case file, with `overrides` of the form section.key=value. Throws InputError: unreadable file, unknown or
/// doubled section or key, ill-typed or impossible value, always with its place. require_built() checks for kernels,
/// since studies use other degrees and precisions than the case.
Case read_case(const std::string& path, const std::vector<std::string>& overrides);

/// The same from a parsed file, whose name is the path.
Case interpret_case(IniFile file, const std::vector<std::string>& overrides);

/// Throws InputError for a degree or precision that this build has in no dimension.
void require_built(const Case& c);

/// Throws InputError for the first thing in the case that does not fit a mesh of so many dimensions. It also throws for
/// a degree or precision that this build lacks for them.
void require_dimension(const Case& c, int dim);

}  // namespace dg::app
