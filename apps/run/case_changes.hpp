/// What a case says otherwise than the case that a checkpoint was written with.
#pragma once

#include <string>
#include <vector>

namespace dg::app {

/// One line for each key whose value differs and that changes what is computed from the checkpoint on, as
/// "gas.gamma: 1.4 then, 1.6 now". Both are texts as of Case::text. Left out are [mesh] and [initial], which the state
/// in the checkpoint replaces, and where the run is to end. [output] is left out, too, whose series say themselves what
/// they cannot continue with. Throws InputError if a text is no case.
std::vector<std::string> case_changes(const std::string& earlier, const std::string& now);

}  // namespace dg::app
