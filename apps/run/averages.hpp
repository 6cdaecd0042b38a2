/// Averages over time of fields, surfaces and probes, from the start time that [average] gives.
#pragma once

#include <vector>

#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"
#include "libdg/backend/list_slices.hpp"
#include "libdg/output/time_average.hpp"

namespace dg::app {

/// Name of the file of averaged fields.
inline constexpr const char* mean_fields_file = "mean.vtu";
inline constexpr const char* mean_probes_file = "probes_mean.csv";

/// Numbers that make a list with those of all other ranks.
struct PiecesOfList {
  std::vector<double> own;
  ListSlices slices;  ///< in blocks as a checkpoint has them
};

/// Of fields, each rank has the averages of its own cells; those of surfaces and probes are rank 0's.
template <int Dim = 2>
class Averages {
 public:
  /// All ranks make it together, before rank 0 leads. Precondition: the case has [average].
  explicit Averages(const ProblemOf<Dim>& problem);

  /// On rank 0: lets all take a sample of now if [average] asks for one at this step.
  void sample(long step);

  /// On rank 0: lets all write means and root mean squares of fluctuations; nothing, and says so, before the second
  /// sample. Throws InputError if a file cannot be written.
  void write(const OutputDirectory& directory) const;

  /// On rank 0: lets all go on with the averages of a checkpoint, if it has any; false if they are those of another
  /// case, and then begin anew. Throws InputError if they are damaged.
  bool restore(const std::string& path);

  /// What a checkpoint keeps, on all ranks together; the list is that of TimeAverage::state() on one.
  PiecesOfList state() const;

  /// What the others do beside rank 0 in sample(), write() and restore().
  void take_sample();
  void write_fields(const std::string& path) const;
  bool take_state(const std::string& path);

 private:
  std::vector<ListPiece> pieces() const;
  void add_fields(std::vector<double>& values) const;
  void add_surfaces_and_probes(std::vector<double>& values) const;
  void write_surfaces(const OutputDirectory& directory) const;
  void write_probes(const OutputDirectory& directory) const;

  const ProblemOf<Dim>& problem_;
  int order_;                             ///< of the cells that show fields
  std::vector<std::size_t> field_begin_;  ///< first number of each own cell; the last entry is where surfaces begin
  std::size_t probe_begin_ = 0;
  TimeAverage average_;
};

}  // namespace dg::app
