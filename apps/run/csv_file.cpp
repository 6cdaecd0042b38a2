#include "apps/run/csv_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "apps/console.hpp"
#include "meshes/errors.hpp"
#include "meshes/output_file.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

std::string header(const std::vector<std::string>& columns) { return fmt::format("{}", fmt::join(columns, ",")); }

bool is_number(const std::string& cell) {
  char* end = nullptr;
  std::strtod(cell.c_str(), &end);
  return !cell.empty() && *end == '\0';
}

std::string quoted(const std::string& label) {
  return label.find_first_of(",\"") == std::string::npos ? label : in_double_quotes(label);
}

}  // namespace

std::string csv_line(const std::vector<double>& values, const std::optional<std::string>& label) {
  std::string line = fmt::format("{:.17g}", fmt::join(values, ","));
  if (label) line.append(1, ',').append(quoted(*label));
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
  if (!stream) return rows;
  if (!std::getline(stream, line) || stream.eof()) {
    print_warning("{}: its first line is incomplete; the file starts again", path);
    return rows;
  }
  if (line != header(columns)) {
    throw RunError(path + ": its columns are not those of this rkdg (" + header(columns) +
                   "); move it away, or give another folder with --output");
  }
  const auto key = static_cast<std::size_t>(std::find(columns.begin(), columns.end(), "step") - columns.begin());
  long cut = 0;
  while (std::getline(stream, line)) {
    const std::vector<std::string> cells = csv_cells(line);
    // A row without an end of line was cut off by the end of its writer.
    if (stream.eof() || cells.size() != columns.size() || !is_number(cells[key]))
      ++cut;
    else if (std::strtod(cells[key].c_str(), nullptr) <= last)
      rows.push_back(line);
  }
  if (cut > 0)
    print_warning("{}: {} left out", path,
                  cut == 1 ? "an incomplete row is" : fmt::format("{} incomplete rows are", cut));
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
  file_ = FileDescriptor(::open(path.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC));
  if (file_ < 0) refuse();
  mark();
}

CsvFile CsvFile::resume(const std::string& path, const std::vector<std::string>& columns, double last,
                        const RowFilter& filter) {
  std::vector<std::string> rows = csv_rows(path, columns, last);
  if (filter) std::erase_if(rows, [&](const std::string& row) { return !filter(csv_cells(row)); });
  return {path, columns, std::move(rows)};
}

void CsvFile::row(const std::vector<double>& values, const std::optional<std::string>& label) {
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

void CsvFile::mark() {
  mark_ = lseek(file_, 0, SEEK_END);
  if (mark_ < 0) refuse();
}

void CsvFile::take_back() {
  if (ftruncate(file_, mark_) != 0) refuse();
}

void CsvFile::refuse() const { throw RunError(path_ + ": cannot be written: " + std::strerror(errno)); }

}  // namespace dg::app
