/// What a solver decides where its options leave it to the program.
#pragma once

#include "libdg/backend/backend.hpp"
#include "libdg/backend/communicator.hpp"
#include "libdg/core/precision.hpp"
#include "libdg/solver/run_options.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// As a user writes them.
const char* name_of(Assembly assembly);
const char* name_of(Layout layout);

/// Whether a device takes a reconstruction the fastest in patches, on one rank. That was measured in double precision
/// without viscosity on straight triangles, from some 200 000 on.
template <int Dim>
bool pays_in_patches(const Mesh<Dim>& mesh, Precision precision, bool viscous);

/// Options with what was left to the program decided, for so many variables and dimensions. `tiles_hold` the cells of
/// all ranks, of which some are `in_blocks` (space/discretisation.hpp). Throws InputError where an assembly or a layout
/// does not fit them or the backend.
RunOptions resolved(RunOptions options, const Backend& backend, Precision precision, int n_var, int dim,
                    bool tiles_hold = true, bool in_blocks = false);

/// The same for the mesh of a rank and equations that may be viscous: all ranks decide alike.
template <int Dim>
RunOptions resolved(RunOptions options, const Backend& backend, Precision precision, int n_var, const Mesh<Dim>& mesh,
                    Communicator& communicator, bool viscous = false);

}  // namespace dg
