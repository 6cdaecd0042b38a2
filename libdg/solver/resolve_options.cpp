#include "libdg/solver/resolve_options.hpp"

#include <fmt/format.h>

#include "libdg/core/errors.hpp"
#include "libdg/space/discretisation.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {

const char* name_of(Assembly a) {
  switch (a) {
    case Assembly::gather:
      return "gather";
    case Assembly::tiles:
      return "tiles";
    case Assembly::atomic:
      return "atomic";
    case Assembly::colour:
      return "colour";
    case Assembly::block_colour:
      return "block-colour";
    case Assembly::patches:
      return "patches";
    case Assembly::blocks:
      return "blocks";
    default:
      return "fused";
  }
}

const char* name_of(Layout l) { return l == Layout::flat ? "flat" : l == Layout::blocked ? "blocked" : "cellwise"; }

// On a CPU `fused` takes as long as `gather` and less memory, and `blocks` less time where it has cells. On a device
// with matrix units `tiles` is the fastest wherever it holds the cells, up to eleven times `gather`, but for cell
// averages in single precision (benchmarks/NOTES.md).
RunOptions resolved(RunOptions o, const Backend& backend, Precision precision, int n_var, int dim, bool tiles_hold,
                    bool in_blocks) {
  const bool on_device = backend.kind() == BackendKind::cuda;
  const bool matrix_units = backend.has_matrix_units();
  // Tiles of 2-D cells take two variables at once.
  const bool fits = dim == 3 || n_var % 2 == 0;
  const bool pays = precision == Precision::double_precision || o.degree >= 1;
  const bool layout_fits = o.layout == Layout::automatic || o.layout == Layout::cellwise;
  // Finite volumes on a CPU are bound by the work on faces, which `gather` does once: 18 against 13 million cells and
  // stages a second on one core.
  if (o.assembly == Assembly::automatic && o.reconstruction != Reconstruction::none)
    o.assembly = on_device ? Assembly::fused : Assembly::gather;
  if (precision == Precision::single_precision && o.solves_systems())
    throw InputError(fmt::format("{} needs double precision: it differentiates by differences",
                                 o.newton ? "Newton's method" : "an implicit scheme"));
  const bool has_tiles = matrix_units && fits && layout_fits;
  if (o.assembly == Assembly::automatic)
    o.assembly = !on_device ? in_blocks && o.shocks != ShockCapturing::viscosity ? Assembly::blocks : Assembly::fused
                 : has_tiles && pays && tiles_hold ? Assembly::tiles
                                                   : Assembly::gather;
  if (o.assembly == Assembly::blocks && on_device)
    throw InputError("assembly 'blocks' is for a CPU, not a GPU; leave the assembly to the program");
  if (o.assembly == Assembly::tiles && !matrix_units)
    throw InputError(fmt::format(
        "assembly 'tiles' needs a CUDA device with matrix units for double precision (compute capability 8.0, "
        "or 9.0 and above), not {}; use 'gather'",
        backend.device()));
  if (o.assembly == Assembly::tiles && !fits)
    throw InputError(
        fmt::format("assembly 'tiles' takes an even number of variables on 2-D meshes, not {}; use 'gather'", n_var));
  if (o.assembly == Assembly::tiles && !layout_fits)
    throw InputError("assembly 'tiles' has the layout 'cellwise'; leave the layout to the program");
  if (o.layout == Layout::cellwise && !on_device)
    throw InputError("layout 'cellwise' needs the CUDA backend; use 'blocked' or 'flat' on a CPU");
  return o;
}

// On an H200 a step of 51 200 triangles takes 51 or 56 us in patches of 98 or 212 cells, 64 us by `fused`; less on
// smaller meshes by `fused`, and quadrilaterals have not been timed (benchmarks/README.md).
template <int Dim>
bool pays_in_patches(const Mesh<Dim>& mesh, Precision precision, bool viscous) {
  if (Dim == 3 || viscous || precision != Precision::double_precision || mesh.cell_count() < 200'000) return false;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell)
    if (mesh.cell_shapes[cell] != CellShape::triangle || !is_affine(mesh, cell)) return false;
  return true;
}

template <int Dim>
RunOptions resolved(RunOptions options, const Backend& backend, Precision precision, int n_var, const Mesh<Dim>& mesh,
                    Communicator& communicator, bool viscous) {
  if (options.reconstruction != Reconstruction::none && options.assembly == Assembly::automatic &&
      backend.kind() == BackendKind::cuda && communicator.size() == 1 && pays_in_patches(mesh, precision, viscous))
    options.assembly = Assembly::patches;
  const TileFit fit = tile_fit(mesh, options, communicator);
  return resolved(options, backend, precision, n_var, Dim, fit.holds, fit.blocks);
}

template bool pays_in_patches<2>(const Mesh<2>&, Precision, bool);
template bool pays_in_patches<3>(const Mesh<3>&, Precision, bool);
template RunOptions resolved<2>(RunOptions, const Backend&, Precision, int, const Mesh<2>&, Communicator&, bool);
template RunOptions resolved<3>(RunOptions, const Backend&, Precision, int, const Mesh<3>&, Communicator&, bool);

}  // namespace dg
