#include "libdg/core/errors.hpp"
#include "libdg/output/catalyst_adaptor.hpp"

namespace dg {

bool has_catalyst() { return false; }

std::unique_ptr<CatalystAdaptor> make_catalyst_adaptor(const Mesh2&, const Solver&, const CatalystOptions& options) {
  throw InputError(options.script +
                   ": this build has no ParaView Catalyst to run scripts (configure with -DRKDG_CATALYST=ON, or leave "
                   "out the section)");
}

}  // namespace dg
