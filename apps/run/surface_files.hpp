/// Pressure and friction along boundaries: surface_NAME.csv.
#pragma once

#include <string>

#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"

namespace dg::app {

/// Name of the file of a boundary, by file_name_part().
std::string surface_file_name(const std::string& boundary);

/// Writes a file for each boundary of [output] surface, one row for each quadrature point in the order of the mesh: x,
/// y, outer normal, quadrature weight (length), cp = (p - p_inf) / q and cf = traction / q along the wall, positive
/// towards the free stream's direction, q = rho_inf |u_inf|^2 / 2. Precondition: reference.mach > 0. Throws InputError
/// if a file cannot be written.
void write_surface_files(const Problem& problem, const OutputDirectory& directory);

}  // namespace dg::app
