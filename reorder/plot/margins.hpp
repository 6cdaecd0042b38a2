/// Space around and between the pictures of a plot, in page units.
#pragma once

namespace dg::margins {

inline constexpr double left = 62, top = 34, gap = 72, bottom = 50, bar_gap = 22, bar_width = 14;

}  // namespace dg::margins
