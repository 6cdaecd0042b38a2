/// The module rkdg._core: what the package rkdg (apps/python/rkdg) stands on.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "apps/console.hpp"
#include "apps/python/bindings.hpp"
#include "apps/python/given_fields.hpp"
#include "apps/version.hpp"
#include "libdg/backend/compilation_notice.hpp"
#include "libdg/backend/mpi_communicator.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/solver/solver.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  module.doc() = "The solver behind the package rkdg. Use that, not this module.";
  module.attr("version") = dg::app::version;
  // The package derives what users catch from these.
  nb::exception<dg::RunError>(module, "CoreRunError", PyExc_RuntimeError);
  nb::exception<dg::InputError>(module, "CoreInputError", PyExc_ValueError);
  nb::exception<dg::app::FailedElsewhere>(module, "CoreFailedElsewhere", PyExc_RuntimeError);
  nb::exception<dg::OtherRankFailed>(module, "CoreOtherRankFailed", PyExc_RuntimeError);
  module.def("has_cuda", &dg::has_cuda, "Whether this build can run on NVIDIA GPUs.");
  module.def("cuda_device_name", &dg::cuda_device_name, "Name of the GPU that would be used; empty if there is none.");
  dg::app::bind_case(module);
  dg::app::bind_lattice(module);
  dg::app::bind_mesh(module);
  dg::app::bind_quadrature(module);
  dg::app::bind_ranks(module);
  dg::app::bind_reorder(module);
  dg::app::bind_simulation(module);
  dg::on_compilation(dg::app::print_compilation);
}
