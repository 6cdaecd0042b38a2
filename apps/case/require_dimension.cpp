#include "apps/case/built_variants.hpp"
#include "apps/case/case.hpp"
#include "apps/case/read_sections.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

namespace {

std::string built_name(Precision precision) { return precision == Precision::double_precision ? "double" : "float"; }
std::string shown_name(Precision precision) { return precision == Precision::double_precision ? "double" : "single"; }

}  // namespace

void require_built(const Case& c) {
  require_built_degree(c.solver.degree, c.where_degree);
  const std::string precision = built_name(c.solver.precision);
  if (is_built(built_precisions(2), precision) || is_built(built_precisions(3), precision)) return;
  throw InputError(c.where_precision + ": " + shown_name(c.solver.precision) +
                   " precision is not in this build; configure with -DRKDG_PRECISIONS_2D=\"double;float\"");
}

void require_dimension(const Case& c, int dim) {
  const std::string mesh = "the mesh is " + std::to_string(dim) + "-D";
  for (const DimensionClaim& claim : c.claims) {
    if (claim.dim != dim)
      throw InputError(claim.where + ": " + claim.what + " belongs to a " + std::to_string(claim.dim) +
                       "-D case, and " + mesh);
  }
  const std::string kind = dim == 2 ? "2D" : "3D";
  std::vector<int> degrees = c.time.sequence;
  degrees.push_back(c.solver.degree);
  for (const int degree : degrees) {
    if (!is_built(built_degrees(dim), std::to_string(degree)))
      throw InputError(c.path + ": " + mesh + ", for which degree " + std::to_string(degree) +
                       " is not in this build (it has: " + list_of_built_degrees(dim) + "; others by -DRKDG_DEGREES_" +
                       kind + ")");
  }
  if (!is_built(built_precisions(dim), built_name(c.solver.precision)))
    throw InputError(c.path + ": " + mesh + ", for which " + shown_name(c.solver.precision) +
                     " precision is not in this build; configure with -DRKDG_PRECISIONS_" + kind + "=\"double;float\"");
}

}  // namespace dg::app
