/// Which part of a mesh finite volumes work on.
#pragma once

#include "libdg/backend/communicator.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

/// The part of one of several ranks; by default a whole mesh. What it points to must outlive the operators.
struct FiniteVolumePart {
  const Halo* halo = nullptr;
  Communicator* communicator = nullptr;

  bool is_whole() const { return !halo || halo->is_whole(); }
};

}  // namespace dg
