#include "apps/run/probe_file.hpp"

#include <cstdlib>

#include "apps/console.hpp"

namespace dg::app {
namespace {

constexpr std::size_t first_coordinate = 2;  ///< of probe_columns()

}  // namespace

std::vector<std::string> probe_columns(int dim, const std::vector<std::string>& variables) {
  std::vector<std::string> columns{"time", "probe"};
  for (int d = 0; d < dim; ++d) columns.emplace_back(1, "xyz"[d]);
  columns.insert(columns.end(), variables.begin(), variables.end());
  columns.push_back("step");
  return columns;
}

template <int Dim>
ProbeFile<Dim>::ProbeFile(const OutputDirectory& directory, const std::vector<std::string>& variables,
                          std::vector<Point> points, long step)
    : columns_(probe_columns(Dim, variables)), points_(std::move(points)), file_(open(directory, step)) {
  if (!file_.kept().empty()) last_step_ = std::stol(csv_cells(file_.kept().back()).back());
}

template <int Dim>
CsvFile ProbeFile<Dim>::open(const OutputDirectory& directory, long step) const {
  const std::string path = directory.file("probes.csv");
  if (!directory.continues()) return CsvFile(path, columns_);
  long others = 0;
  CsvFile file = CsvFile::resume(path, columns_, static_cast<double>(step), [&](const auto& cells) {
    const bool kept = is_row_of_probe(cells);
    others += !kept;
    return kept;
  });
  if (others > 0) print_warning("{}: {} rows are left out, of points that are no longer probes", path, others);
  return file;
}

/// Whether a row is of one of the points; numbers are written with 17 digits, so that they compare exactly.
template <int Dim>
bool ProbeFile<Dim>::is_row_of_probe(const std::vector<std::string>& cells) const {
  const double number = std::strtod(cells[1].c_str(), nullptr);
  if (!(number >= 0) || number >= static_cast<double>(points_.size())) return false;
  const Point& point = points_[static_cast<std::size_t>(number)];
  for (std::size_t d = 0; d < Dim; ++d)
    if (std::strtod(cells[first_coordinate + d].c_str(), nullptr) != point[d]) return false;
  return true;
}

template <int Dim>
void ProbeFile<Dim>::append(long step, double time, std::span<const double> values) {
  const std::size_t variables = values.size() / points_.size();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    std::vector<double> row{time, static_cast<double>(i)};
    row.insert(row.end(), points_[i].begin(), points_[i].end());
    const auto of_probe = values.subspan(variables * i, variables);
    row.insert(row.end(), of_probe.begin(), of_probe.end());
    row.push_back(static_cast<double>(step));
    file_.row(row);
  }
}

template class ProbeFile<2>;
template class ProbeFile<3>;

}  // namespace dg::app
