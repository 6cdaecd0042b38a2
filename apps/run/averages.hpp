/// Averages over time of fields, surfaces and probes, from the start time that [average] gives.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/run/output_directory.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/wall_friction.hpp"
#include "libdg/backend/list_slices.hpp"
#include "libdg/output/plane_averages.hpp"
#include "libdg/output/time_average.hpp"

namespace dg::app {

/// Name of the file of averaged fields.
inline constexpr const char* mean_fields_file = "mean.vtu";
inline constexpr const char* mean_probes_file = "probes_mean.csv";
inline constexpr const char* profile_file = "profile_mean.csv";

/// Numbers that make a list with those of all other ranks.
struct PiecesOfList {
  std::vector<double> own;
  ListSlices slices;  ///< in blocks as a checkpoint has them
};

/// Of fields, each rank has the averages of its own cells; those of surfaces, probes and the profile are rank 0's.
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

  /// On rank 0: lets all continue with the averages of a checkpoint, if it has any. They begin again, with a warning,
  /// if those are of other points or have samples from before [average] from. Throws InputError if they are damaged.
  void restore(const std::string& path);

  /// Where a run goes on at this step without averages: takes the sample that a run in one go would have taken.
  void begin_now(long step);

  /// Warns of samples that were taken beyond the end of the case, which no step will follow.
  void warn_of_later_samples() const;

  /// Adds "average" to a summary: the times of the first and the last sample, and how many there are.
  void add_to(nlohmann::ordered_json& summary) const;

  /// What a checkpoint keeps, on all ranks together; the list is that of TimeAverage::state() on one.
  PiecesOfList state() const;

  /// What the others do beside rank 0 in sample(), write() and restore(). The last of them returns why the averages of
  /// the checkpoint are not taken over.
  void add_sample();
  void write_fields(const std::string& path) const;
  std::string take_state(const std::string& path);

 private:
  double fingerprint() const;
  bool has_changed(const std::string& key, const std::string& path) const;
  std::vector<ListPiece> pieces() const;
  void add_fields(std::vector<double>& values) const;
  std::vector<double> reference() const;
  std::vector<double> profile() const;
  std::vector<double> profile_rows() const;
  void add_surfaces_and_probes(std::vector<double>& values) const;
  void write_surfaces(const OutputDirectory& directory) const;
  void write_probes(const OutputDirectory& directory) const;
  void write_profile(const OutputDirectory& directory) const;
  std::array<std::optional<WallScales<Dim>>, 2> wall_scales() const;

  const ProblemOf<Dim>& problem_;
  int order_;                                 ///< of the cells that show fields
  std::vector<std::size_t> field_begin_;      ///< first number of each own cell; the last entry is where surfaces begin
  std::optional<PlaneAverages<Dim>> planes_;  ///< of a profile
  std::optional<WallFriction<Dim>> friction_;  ///< at its ends
  std::size_t probe_begin_ = 0, profile_begin_ = 0;
  TimeAverage average_;
};

}  // namespace dg::app
