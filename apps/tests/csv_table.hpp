/// A table of a run as its rows, each with its numbers by the names of their columns, which may be in quotes.
#pragma once

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace dg::app {

using CsvTable = std::vector<std::map<std::string, double>>;

inline CsvTable csv_table(const std::string& text) {
  std::istringstream all(text);
  std::vector<std::string> columns;
  CsvTable rows;
  for (std::string line; std::getline(all, line);) {
    std::istringstream cells(line);
    const bool is_header = columns.empty();
    if (!is_header) rows.emplace_back();
    std::size_t i = 0;
    for (std::string cell; std::getline(cells, cell, ',');)
      if (is_header)
        columns.push_back(cell.starts_with('"') ? cell.substr(1, cell.size() - 2) : cell);
      else
        rows.back()[columns.at(i++)] = std::strtod(cell.c_str(), nullptr);
  }
  return rows;
}

}  // namespace dg::app
