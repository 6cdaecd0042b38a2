#include "apps/case/built_variants.hpp"
#include "apps/case/case.hpp"
#include "apps/case/suggest.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

void require_dimension(const Case& c, int dim) {
  const std::string mesh = "the mesh is " + std::to_string(dim) + "-D";
  for (const DimensionClaim& claim : c.claims) {
    if (claim.dim != dim)
      throw InputError(claim.where + ": " + claim.what + " belongs to a " + std::to_string(claim.dim) +
                       "-D case, and " + mesh);
  }
  const std::string option = dim == 2 ? "-DRKDG_" : "-DRKDG_SOLID_";
  std::vector<int> degrees = c.time.sequence;
  degrees.push_back(c.solver.degree);
  for (const int degree : degrees) {
    if (!is_built(built_degrees(dim), std::to_string(degree)))
      throw InputError(
          c.path + ": " + mesh + ", for which degree " + std::to_string(degree) + " is not in this build (it has: " +
          (built_degrees(dim).empty() ? "none" : join(built_degrees(dim))) + "; others by " + option + "DEGREES)");
  }
  const bool is_double = c.solver.precision == Precision::double_precision;
  if (!is_built(built_precisions(dim), is_double ? "double" : "float"))
    throw InputError(c.path + ": " + mesh + ", for which " + (is_double ? "double" : "single") +
                     " precision is not in this build; configure with " + option + "PRECISIONS=\"double;float\"");
}

}  // namespace dg::app
