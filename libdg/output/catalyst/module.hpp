/// The way into the module that holds Catalyst. ParaView's some 400 libraries take half a second to load: they are
/// loaded for the runs that want them, not with the program.
#pragma once

#include "libdg/output/catalyst_adaptor.hpp"

namespace dg {

/// Makes an adaptor with `new`.
template <int Dim>
using MakeCatalystAdaptor = CatalystAdaptor<Dim>*(const OwnCells<Dim>&, const SolverOf<Dim>&, const CatalystOptions&);

template <int Dim>
inline constexpr const char* catalyst_entry_point =
    Dim == 2 ? "rkdg_make_catalyst_adaptor_2d" : "rkdg_make_catalyst_adaptor_3d";

}  // namespace dg
