/// Rows of the roofline as text for the terminal, as Markdown and as CSV.
#pragma once

#include <string>
#include <vector>

#include "apps/study/hardware.hpp"
#include "benchmarks/roofline/measure.hpp"

namespace dg::roofline {

/// Heads of the columns and one line of the table, each with the end of its line.
std::string table_head();
std::string table_line(const Row& row);

std::string markdown(const std::vector<Row>& rows, const std::vector<Ceilings>& ceilings,
                     const app::Hardware& hardware);
std::string csv(const std::vector<Row>& rows);

}  // namespace dg::roofline
