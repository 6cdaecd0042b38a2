/// Columns of tables that a run has written.
#pragma once

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace dg::app {

/// The numbers of a column of a CSV text below its first line. A column is given by its number from 0 on.
inline std::vector<double> csv_column(const std::string& table, std::size_t number) {
  std::vector<double> values;
  std::istringstream rows(table);
  std::string row, cell;
  std::getline(rows, row);
  while (std::getline(rows, row)) {
    std::istringstream cells(row);
    for (std::size_t k = 0; k <= number; ++k) std::getline(cells, cell, ',');
    values.push_back(std::strtod(cell.c_str(), nullptr));  // denormals, too
  }
  return values;
}

}  // namespace dg::app
