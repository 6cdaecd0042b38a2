/// The time that each pass of a stage took, for benchmarks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dg {

struct PassTime {
  std::string name;  ///< as launched, see stages.hpp
  double seconds;    ///< sum over all launches
};

class PassTimes {
 public:
  void add(std::string_view name, double seconds) {
    for (PassTime& pass : passes_)
      if (pass.name == name) {
        pass.seconds += seconds;
        return;
      }
    passes_.push_back({std::string(name), seconds});
  }
  void clear() { passes_.clear(); }
  /// In the order of their first launch.
  const std::vector<PassTime>& passes() const { return passes_; }

 private:
  std::vector<PassTime> passes_;
};

}  // namespace dg
