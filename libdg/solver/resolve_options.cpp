#include "libdg/solver/resolve_options.hpp"

#include <fmt/format.h>

#include "meshes/errors.hpp"

namespace dg {

const char* name_of(Assembly a) {
  switch (a) {
    case Assembly::gather:
      return "gather";
    case Assembly::tensor:
      return "tensor";
    case Assembly::atomic:
      return "atomic";
    case Assembly::colour:
      return "colour";
    case Assembly::block_colour:
      return "block-colour";
    default:
      return "fused";
  }
}

const char* name_of(Layout l) { return l == Layout::flat ? "flat" : l == Layout::blocked ? "blocked" : "cellwise"; }

// On a CPU both ways to evaluate faces take the same time and `fused` less memory. On a device with matrix units
// `tensor` is the fastest, up to eleven times `gather`, but for cell averages in single precision
// (benchmarks/NOTES.md).
SolverOptions resolved(SolverOptions o, const Backend& backend) {
  const bool on_device = backend.kind() == BackendKind::cuda;
  const bool matrix_units = backend.has_matrix_units();
  const bool pays = o.precision == Precision::double_precision || o.degree >= 1;
  const bool layout_fits = o.layout == Layout::automatic || o.layout == Layout::cellwise;
  if (o.assembly == Assembly::automatic)
    o.assembly = !on_device                            ? Assembly::fused
                 : matrix_units && layout_fits && pays ? Assembly::tensor
                                                       : Assembly::gather;
  if (o.assembly == Assembly::tensor && !matrix_units)
    throw InputError(fmt::format(
        "assembly 'tensor' needs a CUDA device with matrix units for double precision (compute capability 8.0, "
        "or 9.0 and above), not {}; use 'gather'",
        backend.device()));
  if (o.assembly == Assembly::tensor && !layout_fits)
    throw InputError("assembly 'tensor' has the layout 'cellwise'; leave the layout to the program");
  if (o.layout == Layout::cellwise && !on_device)
    throw InputError("layout 'cellwise' needs the CUDA backend; use 'blocked' or 'flat' on a CPU");
  return o;
}

}  // namespace dg
