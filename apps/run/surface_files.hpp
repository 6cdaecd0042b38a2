/// Pressure and friction along boundaries, as files.
#pragma once

#include <string>

#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"

namespace dg::app {

/// Pressure and friction coefficient at a point of a boundary. The friction counts positive downstream.
struct SurfaceCoefficients {
  double cp = 0.0, cf = 0.0;
};

/// Precondition: reference.mach > 0.
SurfaceCoefficients surface_coefficients(const SurfacePoint& point, const ReferenceSection& reference);

/// Name of the file of a boundary, whatever characters its name has: surface_wall.csv, surface_wall_000001000.csv for
/// a step, surface_wall_mean.csv for averages.
std::string surface_file_name(const std::string& boundary, const std::string& suffix = "");

/// The suffix of a step.
std::string step_suffix(long step);

/// Writes a file for each boundary of [output] surface. Throws InputError if one cannot be written.
void write_surface_files(const Problem& problem, const OutputDirectory& directory, const std::string& suffix = "");

}  // namespace dg::app
