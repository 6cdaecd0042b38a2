#include "apps/run/csv_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "meshes/errors.hpp"
#include "meshes/output_file.hpp"

namespace dg::app {
namespace {

std::string header(const std::vector<std::string>& columns) { return fmt::format("{}", fmt::join(columns, ",")); }

std::string quoted(const std::string& label) {
  if (label.find_first_of(",\"") == std::string::npos) return label;
  std::string result = "\"";
  for (const char c : label) {
    if (c == '"') result += '"';
    result += c;
  }
  result += '"';
  return result;
}

}  // namespace

std::string csv_line(const std::vector<double>& values, const std::string& label) {
  std::string line = fmt::format("{:.17g}", fmt::join(values, ","));
  if (!label.empty()) line.append(1, ',').append(quoted(label));
  return line.append(1, '\n');
}

std::vector<std::string> csv_cells(const std::string& line) {
  std::vector<std::string> cells(1);
  bool in_quotes = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool doubled = in_quotes && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"';
    if (line[i] == ',' && !in_quotes) {
      cells.emplace_back();
    } else if (line[i] != '"' || doubled) {
      cells.back() += line[i];
      if (doubled) ++i;
    } else {
      in_quotes = !in_quotes;
    }
  }
  return cells;
}

std::vector<std::string> csv_rows(const std::string& path, const std::vector<std::string>& columns, double last) {
  std::ifstream stream(path);
  std::vector<std::string> rows;
  std::string line;
  if (!std::getline(stream, line) || stream.eof()) return rows;
  if (line != header(columns)) {
    throw RunError(path + ": its columns are not those of this rkdg (" + header(columns) +
                   "); move it away, or give another folder with --output");
  }
  // A row without an end of line was cut off by the end of its writer.
  while (std::getline(stream, line) && !stream.eof()) {
    char* end = nullptr;
    const double first = std::strtod(line.c_str(), &end);
    if (end != line.c_str() && first <= last) rows.push_back(line);
  }
  return rows;
}

CsvFile::CsvFile(const std::string& path, const std::vector<std::string>& columns) : CsvFile(path, columns, {}) {}

CsvFile::CsvFile(const std::string& path, const std::vector<std::string>& columns, std::vector<std::string> kept)
    : path_(path), kept_(std::move(kept)) {
  std::string text = header(columns) + "\n";
  for (const std::string& line : kept_) text += line + "\n";
  try {
    OutputFile start(path);
    start.write(text);
    start.publish();
  } catch (const InputError& error) {
    throw RunError(error.what());
  }
  file_ = FileDescriptor(open(path.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC));
  if (file_ < 0) refuse();
}

CsvFile CsvFile::resume(const std::string& path, const std::vector<std::string>& columns, double last) {
  return {path, columns, csv_rows(path, columns, last)};
}

void CsvFile::row(const std::vector<double>& values, const std::string& label) {
  const std::string text = csv_line(values, label);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(file_, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) refuse();
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

void CsvFile::sync() {
  if (fsync(file_) != 0) refuse();
}

void CsvFile::refuse() const { throw RunError(path_ + ": cannot be written: " + std::strerror(errno)); }

}  // namespace dg::app
