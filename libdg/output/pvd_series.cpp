#include "libdg/output/pvd_series.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "libdg/output/binary_stream.hpp"
#include "meshes/output_file.hpp"

namespace dg {

std::string PvdSeries::resume(double last) {
  static const std::regex entry(R"re(<DataSet timestep="([^"]+)" file="([^"]+)"/>)re");
  const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
  std::ifstream stream(path_);
  if (!stream) return "";
  std::smatch match;
  long missing = 0;
  bool whole = false, understood = true;
  for (std::string line; std::getline(stream, line);) {
    whole = whole || line.find("</VTKFile>") != std::string::npos;
    const bool is_entry = std::regex_search(line, match, entry);
    understood = understood && (is_entry || line.find("timestep") == std::string::npos);
    if (!is_entry) continue;
    const double time = std::strtod(match[1].str().c_str(), nullptr);
    if (!(time <= last)) continue;
    std::error_code error;
    if (std::filesystem::exists(folder / match[2].str(), error))
      entries_.push_back({time, match[2].str()});
    else
      ++missing;
  }
  if (!whole || !understood) return "is damaged; the entries that can be read are continued";
  if (missing == 0) return "";
  return missing == 1 ? "a file that it lists is missing, and is left out"
                      : fmt::format("{} files that it lists are missing, and are left out", missing);
}

void PvdSeries::add(double time, const std::string& file) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.time == time; });
  entries_.push_back({time, file});
  std::string xml = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n  <Collection>\n";
  for (const Entry& entry : entries_) {
    xml += fmt::format("    <DataSet timestep=\"{:.17g}\" file=\"{}\"/>\n", entry.time, entry.file);
  }
  xml += "  </Collection>\n</VTKFile>\n";
  OutputFile output(path_);
  BinaryStream stream(output.temporary(), path_);
  stream.text(xml);
  stream.close();
  output.publish();
}

}  // namespace dg
