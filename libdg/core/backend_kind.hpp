/// Which backend a run asks for.
#pragma once

namespace dg {

enum class BackendKind { automatic, cpu, cuda };

}  // namespace dg
