#include "apps/run/surface_files.hpp"

#include <cmath>
#include <numbers>

#include "apps/run/csv_file.hpp"
#include "apps/run/encoded_name.hpp"

namespace dg::app {

std::string surface_file_name(const std::string& boundary) { return "surface_" + file_name_part(boundary) + ".csv"; }

void write_surface_files(const Problem& problem, const OutputDirectory& directory) {
  const ReferenceSection& reference = problem.c.reference;
  const double q = 0.5 * reference.freestream[0] * reference.mach * reference.mach;
  const double angle = reference.alpha * std::numbers::pi / 180.0;
  for (const std::string& name : problem.c.output.surface) {
    std::string text = "x,y,nx,ny,weight,cp,cf\n";
    for (const SurfacePoint& point : problem.solver->surface(name)) {
      const auto [nx, ny] = point.normal;
      const double pressure = point.convective[0] * nx + point.convective[1] * ny;
      const double along = ny * std::cos(angle) - nx * std::sin(angle);  // of the tangent (ny, -nx)
      const double friction = (point.traction[0] * ny - point.traction[1] * nx) * (along < 0.0 ? -1.0 : 1.0);
      text += csv_line(
          {point.x[0], point.x[1], nx, ny, point.weight, (pressure - reference.freestream[3]) / q, friction / q});
    }
    write_file(directory.file(surface_file_name(name)), text);
  }
}

}  // namespace dg::app
