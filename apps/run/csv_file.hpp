/// A table of numbers that grows by one row at a time, on disk after every row.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace dg::app {

class CsvFile {
 public:
  /// Starts the file with its header. Throws RunError if it cannot be written.
  CsvFile(const std::string& path, const std::vector<std::string>& columns);

  /// Goes on with an existing file after a restart: keeps the rows whose first column is at most `last`, drops the
  /// others. Starts the file if it is not there or its header is another one.
  static CsvFile resume(const std::string& path, const std::vector<std::string>& columns, double last);

  /// Appends a row. Throws RunError if it does not reach the disk, with the system's reason.
  void row(const std::vector<double>& values, const std::string& label = "");

  /// Rows kept by resume(), as text.
  const std::vector<std::string>& kept() const { return kept_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  CsvFile(const std::string& path, const std::vector<std::string>& columns, std::vector<std::string> kept);
  void write_line(const std::string& line);

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<std::string> kept_;
};

}  // namespace dg::app
