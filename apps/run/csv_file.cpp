#include "apps/run/csv_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "meshes/errors.hpp"

namespace dg::app {
namespace {

std::string header(const std::vector<std::string>& columns) { return fmt::format("{}", fmt::join(columns, ",")); }

}  // namespace

CsvFile::CsvFile(const std::string& path, const std::vector<std::string>& columns) : CsvFile(path, columns, {}) {}

CsvFile::CsvFile(const std::string& path, const std::vector<std::string>& columns, std::vector<std::string> kept)
    : path_(path), file_(std::fopen(path.c_str(), "w")), kept_(std::move(kept)) {
  if (file_ == nullptr) throw RunError(path_ + ": cannot write: " + std::strerror(errno));
  write_line(header(columns));
  for (const std::string& line : kept_) write_line(line);
}

CsvFile CsvFile::resume(const std::string& path, const std::vector<std::string>& columns, double last) {
  std::ifstream stream(path);
  std::vector<std::string> kept;
  std::string line;
  if (std::getline(stream, line) && line == header(columns)) {
    while (std::getline(stream, line)) {
      char* end = nullptr;
      const double first = std::strtod(line.c_str(), &end);
      if (end != line.c_str() && first <= last) kept.push_back(line);
    }
  }
  stream.close();
  return {path, columns, std::move(kept)};
}

void CsvFile::row(const std::vector<double>& values, const std::string& label) {
  std::string line = fmt::format("{:.17g}", fmt::join(values, ","));
  if (!label.empty()) line += "," + label;
  write_line(line);
}

void CsvFile::write_line(const std::string& line) {
  errno = 0;
  const std::string text = line + "\n";
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() || std::fflush(file_.get()) != 0) {
    throw RunError(path_ + ": cannot write: " + std::strerror(errno));
  }
}

}  // namespace dg::app
