/// Averages over time of fields, surfaces and probes, from the start time that [average] gives.
#pragma once

#include <vector>

#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"
#include "libdg/output/time_average.hpp"

namespace dg::app {

/// Name of the file of averaged fields.
inline constexpr const char* mean_fields_file = "mean.vtu";
inline constexpr const char* mean_probes_file = "probes_mean.csv";

template <int Dim = 2>
class Averages {
 public:
  /// Precondition: the case has [average].
  explicit Averages(const ProblemOf<Dim>& problem);

  /// Takes a sample of now if [average] asks for one at this step.
  void sample(long step);

  /// Writes means and root mean squares of fluctuations; nothing, and says so, before the second sample. Throws
  /// InputError if a file cannot be written.
  void write(const OutputDirectory& directory) const;

  /// What a checkpoint keeps.
  std::vector<double> state() const { return average_.state(); }

  /// False if the state is that of another case; averages then begin anew.
  bool restore(const std::vector<double>& state) { return average_.restore(state); }

 private:
  std::vector<double> values() const;
  void write_fields(const OutputDirectory& directory) const;
  void write_surfaces(const OutputDirectory& directory) const;
  void write_probes(const OutputDirectory& directory) const;

  const ProblemOf<Dim>& problem_;
  int order_;                             ///< of the cells that show fields
  std::vector<std::size_t> field_begin_;  ///< first number of each cell; the last entry is where surfaces begin
  std::size_t probe_begin_ = 0;
  TimeAverage average_;
};

}  // namespace dg::app
