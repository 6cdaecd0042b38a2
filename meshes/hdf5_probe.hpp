/// Lets another process be the first to open an HDF5 file.
#pragma once

#include <functional>
#include <string>

namespace dg {

/// False if HDF5 cannot read the structures of a file, which are all that lies in its root but for the values in
/// tables. Also if HDF5 crashes, runs away in memory, or never ends meanwhile. A child of this process tries: HDF5 1.10
/// has no other defence against structures that do not fit together. Where no child can be made, the answer is true.
bool opens_safely(const std::string& path);

/// The same of any look at a file: true if `attempt` is, in a child of this process.
bool succeeds_in_child(const std::function<bool()>& attempt);

}  // namespace dg
