/// 2-D meshes in files whose nodes have three coordinates.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace dg {

/// The places of nodes in their plane. One of constant z is taken as it is. Another one is rotated to z = 0: the axes
/// are exchanged in their cyclic order until the third one is nearest to its normal. The shortest rotation does the
/// rest. Nodes may leave the plane by 1e-6 of the size of the mesh; `notes` says so from 1e-10 on, and of each
/// rotation. Throws InputError, naming `path`, for nodes that lie in no plane, with `advice` where there is any.
std::vector<std::array<double, 2>> into_plane(const std::vector<std::array<double, 3>>& nodes, const std::string& path,
                                              const std::string& advice, std::vector<std::string>& notes);

}  // namespace dg
