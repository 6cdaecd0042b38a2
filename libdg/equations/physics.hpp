/// A set of equations as a run solves it: parameters, numerical flux, and what holds on the named boundaries.
#pragma once

#include <string>
#include <vector>

#include "libdg/equations/equations.hpp"

namespace dg {

template <Equations Eq>
struct Physics {
  struct Boundary {
    std::string name;
    typename Eq::Condition condition;
    bool periodic = false;  ///< joined to its partner in the mesh, so that it has no faces
  };

  Eq equations;
  typename Eq::Flux flux{};
  std::vector<Boundary> boundaries;
};

}  // namespace dg
