#include "libdg/solver/bad_data.hpp"

#include <fmt/format.h>

namespace dg {

std::string bad_data_text(bool of_source, double t) {
  return fmt::format("{} not finite, or not positive where they must be, at t = {:.6g}",
                     of_source ? "values of the source are" : "data of a boundary are", t);
}

}  // namespace dg
