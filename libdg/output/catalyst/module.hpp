/// The way into the module that holds Catalyst. ParaView's some 400 libraries take half a second to load: they are
/// loaded for the runs that want them, not with the program.
#pragma once

#include "libdg/output/catalyst_adaptor.hpp"

namespace dg {

/// Makes an adaptor with `new`.
using MakeCatalystAdaptor = CatalystAdaptor*(const Mesh2&, const Solver&, const CatalystOptions&);

inline constexpr const char* catalyst_entry_point = "rkdg_make_catalyst_adaptor";

}  // namespace dg
