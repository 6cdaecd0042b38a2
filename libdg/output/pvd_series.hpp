/// The index of a series of field files in time (.pvd), which ParaView opens as one animation.
#pragma once

#include <string>
#include <vector>

namespace dg {

class PvdSeries {
 public:
  /// An empty series; nothing is written before the first add().
  explicit PvdSeries(std::string path) : path_(std::move(path)) {}

  /// Takes over the entries of an existing index with times up to `last` whose files are there. An index that is not
  /// there counts as empty. Returns what could not be taken over, in words; empty if there is nothing.
  std::string resume(double last);

  /// Adds a file, named relative to the index, and rewrites the index. An entry of the same time is replaced.
  /// Throws InputError if it cannot be written.
  void add(double time, const std::string& file);

 private:
  struct Entry {
    double time;
    std::string file;
  };

  std::string path_;
  std::vector<Entry> entries_;
};

}  // namespace dg
