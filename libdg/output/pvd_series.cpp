#include "libdg/output/pvd_series.hpp"

#include <fmt/format.h>

#include <fstream>
#include <regex>

#include "libdg/output/binary_stream.hpp"
#include "meshes/output_file.hpp"

namespace dg {

void PvdSeries::resume(double last) {
  static const std::regex entry(R"re(<DataSet timestep="([^"]+)" file="([^"]+)"/>)re");
  std::ifstream stream(path_);
  std::smatch match;
  for (std::string line; std::getline(stream, line);) {
    if (!std::regex_search(line, match, entry)) continue;
    const double time = std::strtod(match[1].str().c_str(), nullptr);
    if (time <= last) entries_.push_back({time, match[2].str()});
  }
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
