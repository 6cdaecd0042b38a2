/// The extended precision in which the rules are polished and stored.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>

namespace dg::generator {

/// 50 decimal digits. Expression templates are off so that Eigen's expressions see a plain scalar.
using Extended = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

}  // namespace dg::generator
