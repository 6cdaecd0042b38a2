/// A table of numbers that grows by one row at a time, on disk after every row.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "meshes/file_descriptor.hpp"

namespace dg::app {

/// The cells of a row as a line: numbers in full precision, then the label if there is one. It is in quotes where it
/// needs them (RFC 4180). Precondition: the label is one line.
std::string csv_line(const std::vector<double>& values, const std::optional<std::string>& label = {});

/// The cells of a line, without the quotes around them.
std::vector<std::string> csv_cells(const std::string& line);

/// Whether a row, given by its cells, is to be kept.
using RowFilter = std::function<bool(const std::vector<std::string>& cells)>;

/// The whole rows of a table whose "step", one of the columns, is at most `last`, as text; none if the file is not
/// there. Of rows that are not whole it warns. Throws RunError if the file has other columns.
std::vector<std::string> csv_rows(const std::string& path, const std::vector<std::string>& columns, double last);

class CsvFile {
 public:
  /// Starts the file with its header, in place of one of that name. Throws RunError if it cannot be written.
  CsvFile(const std::string& path, const std::vector<std::string>& columns);

  /// Continues an existing file after a restart. Keeps those of csv_rows() that the filter keeps, drops the others, and
  /// starts the file if it is not there. Until the new file is whole the old one stays as it is. Throws RunError if
  /// it has other columns or cannot be written.
  static CsvFile resume(const std::string& path, const std::vector<std::string>& columns, double last,
                        const RowFilter& filter = {});

  /// Appends a row. Throws RunError if it does not reach the system, with its reason.
  void row(const std::vector<double>& values, const std::optional<std::string>& label = {});

  /// Brings all rows to the disk. Throws RunError.
  void sync();

  /// Remembers where the next row begins, and takes back the rows from there on. Throws RunError.
  void mark();
  void take_back();

  /// Rows kept by resume(), as text.
  const std::vector<std::string>& kept() const { return kept_; }

 private:
  CsvFile(const std::string& path, const std::vector<std::string>& columns, std::vector<std::string> kept);
  [[noreturn]] void refuse() const;

  std::string path_;
  FileDescriptor file_;
  std::vector<std::string> kept_;
  off_t mark_ = 0;
};

}  // namespace dg::app
