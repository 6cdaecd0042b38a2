/// A VTU file taken apart by its own words.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace dg {

/// The arrays by name, as bytes.
struct VtuParts {
  long points = 0, cells = 0;
  std::map<std::string, std::string> bytes;
  bool complete = false;

  explicit VtuParts(const std::string& all) {
    std::smatch match;
    std::regex_search(all, match, std::regex(R"re(NumberOfPoints="(\d+)" NumberOfCells="(\d+)")re"));
    points = std::stol(match[1]);
    cells = std::stol(match[2]);
    const std::size_t data = all.find("<AppendedData encoding=\"raw\">");
    const std::size_t begin = all.find('_', data) + 1;
    const std::string xml = all.substr(0, data);
    const std::regex array(R"re(Name="(\w+)" NumberOfComponents="\d" format="appended" offset="(\d+)")re");
    std::size_t end = begin;
    for (std::sregex_iterator it(xml.begin(), xml.end(), array); it != std::sregex_iterator(); ++it) {
      const std::size_t at = begin + std::stoul((*it)[2]);
      std::uint64_t size = 0;
      std::memcpy(&size, all.data() + at, sizeof size);
      bytes[(*it)[1]] = all.substr(at + sizeof size, size);
      end = at + sizeof size + size;
    }
    complete = all.substr(end) == "\n  </AppendedData>\n</VTKFile>\n";
  }

  template <class T>
  std::vector<T> values(const std::string& name) const {
    const std::string& raw = bytes.at(name);
    std::vector<T> result(raw.size() / sizeof(T));
    std::memcpy(result.data(), raw.data(), raw.size());
    return result;
  }
};

}  // namespace dg
