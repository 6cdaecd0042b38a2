#include "libdg/backend/arithmetic_rate.hpp"

namespace dg {

ArithmeticRates cuda_arithmetic_rates() { return {}; }

}  // namespace dg
