/// Pressure and friction along boundaries, as files.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"

namespace dg::app {

/// Pressure coefficient at a point of a boundary, and the friction coefficient. In 2-D the latter is a number, positive
/// downstream, in 3-D the vector of the traction along the boundary.
template <int Dim>
struct SurfaceCoefficients {
  double cp = 0.0;
  std::array<double, Dim == 2 ? 1 : 3> cf{};
};

/// Precondition: reference.mach > 0.
template <int Dim>
SurfaceCoefficients<Dim> surface_coefficients(const SurfacePointOf<Dim>& point, const ReferenceSection& reference);

/// The first columns of a table of points, place, normal and weight, and what stands in them.
template <int Dim>
std::vector<std::string> place_columns();
template <int Dim>
std::vector<double> place_cells(const SurfacePointOf<Dim>& point);
/// Columns of the friction coefficient, with a suffix.
template <int Dim>
std::vector<std::string> friction_columns(const std::string& suffix);

/// Name of the file of a boundary, whatever characters its name has: surface_wall.csv, surface_wall_000001000.csv for
/// a step, surface_wall_mean.csv for averages, or with another ending. No two boundaries share one.
std::string surface_file_name(const std::string& boundary, const std::string& suffix = "",
                              const std::string& ending = ".csv");

/// The suffix of a step.
std::string step_suffix(long step);

/// On rank 0: lets all write a table for each boundary of [output] surface, in 3-D a VTU file, too, of this step.
/// Throws InputError if one cannot be written.
template <int Dim>
void write_surface_files(const ProblemOf<Dim>& problem, const OutputDirectory& directory, long step,
                         const std::string& suffix = "");

/// What the other ranks do beside rank 0 in it, which for each boundary gives the paths of both files and their time.
template <int Dim>
void write_surface(const ProblemOf<Dim>& problem, const std::string& name, const std::string& table,
                   const std::string& vtu, double time);

}  // namespace dg::app
