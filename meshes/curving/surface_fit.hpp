/// The normal of a surface through points around a vertex.
#pragma once

#include <array>
#include <vector>

namespace dg {

/// That of the quadratic surface that passes through the origin and, by least squares, through the points. `about` is
/// the normal roughly; it is the answer where the points do not suffice or say something far from it.
std::array<double, 3> fitted_normal(const std::vector<std::array<double, 3>>& points,
                                    const std::array<double, 3>& about);

}  // namespace dg
