#include "libdg/core/errors.hpp"
#include "libdg/output/catalyst_adaptor.hpp"

namespace dg {

bool has_catalyst() { return false; }

template <int Dim>
std::unique_ptr<CatalystAdaptor<Dim>> make_catalyst_adaptor(const OwnCells<Dim>&, const SolverOf<Dim>&,
                                                            const CatalystOptions& options) {
  throw InputError(options.script +
                   ": this build has no ParaView Catalyst to run scripts (configure with -DRKDG_CATALYST=ON, or leave "
                   "out the section)");
}

template std::unique_ptr<CatalystAdaptor<2>> make_catalyst_adaptor(const OwnCells<2>&, const SolverOf<2>&,
                                                                   const CatalystOptions&);
template std::unique_ptr<CatalystAdaptor<3>> make_catalyst_adaptor(const OwnCells<3>&, const SolverOf<3>&,
                                                                   const CatalystOptions&);

}  // namespace dg
