/// The state of a run on disk (HDF5), from which it continues bit for bit on the CPU.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "libdg/backend/list_slices.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/mesh_fingerprint.hpp"

namespace dg {

class Hdf5TableReader;

/// Attribute "format" of the files.
inline constexpr const char* checkpoint_format = "rkdg checkpoint";

struct Checkpoint {
  double time = 0.0;
  long step = 0;
  int degree = 0;
  std::string quads = "P";           ///< space_name()
  std::string precision;             ///< of the solver that wrote it
  std::string mesh;                  ///< mesh_fingerprint()
  std::string case_text;             ///< the case file that was run
  std::string run;                   ///< name of the run that wrote it; empty in files of earlier versions
  std::vector<double> coefficients;  ///< as of Solver::coefficients()
  DampingState damping;              ///< as of Solver::damping_state()
  double next_step = 0.0;            ///< as of Solver::next_step(); 0 in files of earlier versions
  ControlState control;              ///< as of Solver::control_state(); that of no force in files of earlier versions
  std::vector<double> running_mean;  ///< as of Solver::running_mean(); empty in files of earlier versions
  std::vector<double> averages;      ///< of which a run makes what it wants; empty in files of earlier versions
};

/// Numbers of a list that have a checksum of their own in the file, counted from the first on.
inline constexpr std::int64_t checkpoint_block = list_block;

/// Writes the file under a temporary name and renames it: it is there whole or not at all. Throws InputError.
void write_checkpoint(const Checkpoint& checkpoint, const std::string& path);

/// The lists of a checkpoint of which all ranks have pieces, in slices of whole blocks. A running mean has those of the
/// coefficients.
struct CheckpointSlices {
  const ListSlices &coefficients, &averages;
};

/// The same of all ranks, which call this together: of those lists each has its pieces; all else is what rank 0 has.
/// The file is that of one process, byte for byte.
void write_checkpoint(const Checkpoint& checkpoint, const std::string& path, const CheckpointSlices& slices,
                      Communicator& ranks);

/// A checkpoint of this or any earlier version, whose lists are read in parts.
class CheckpointFile {
 public:
  /// Throws InputError with the reason if the file is missing, damaged or no checkpoint.
  explicit CheckpointFile(const std::string& path);
  ~CheckpointFile();

  /// All but those lists.
  const Checkpoint& head() const { return head_; }
  std::int64_t coefficient_count() const { return count_; }
  std::int64_t average_count() const { return averages_; }
  /// Whether there is one, which has as many numbers as there are coefficients.
  bool has_running_mean() const { return has_mean_; }

  /// False in files of versions whose averages had fewer numbers at a point, or did not say when they began.
  bool has_all_averages() const;

  /// Those from `begin` on, where a block begins, up to the end of a block or of all. Throws InputError if they are
  /// damaged.
  std::vector<double> coefficients(std::int64_t begin, std::int64_t count) const;
  std::vector<double> averages(std::int64_t begin, std::int64_t count) const;
  std::vector<double> running_mean(std::int64_t begin, std::int64_t count) const;

 private:
  void read_head();
  void read_control();

  std::unique_ptr<Hdf5TableReader> reader_;
  Checkpoint head_;
  std::int32_t version_ = 0;
  std::int64_t count_ = 0, averages_ = 0;
  bool has_mean_ = false;
};

/// Which cells have Q, in words: "P", "Q", "P, Q on prisms" or "Q, Q on prisms"; and the other way round.
std::string space_name(QuadSpace quads);
QuadSpace named_space(const std::string& name);

/// Reads the whole file. Throws InputError with the reason if it is missing, damaged or no checkpoint.
Checkpoint read_checkpoint(const std::string& path);

/// Throws InputError, in the name of `path`, if the checkpoint does not fit. It may be of another mesh or cell order
/// than that of mesh_fingerprint(), of a higher degree or of another space.
void require_matching(const Checkpoint& checkpoint, const std::string& mesh, int degree, const std::string& quads,
                      const std::string& path);

/// Gives the checkpoint the degree of the case: the very polynomials, whose modes beyond its own are zero. Throws
/// InputError, in the name of `path`, if it is of a lower degree and has not as many coefficients as that asks for.
/// Precondition: require_matching(). `shapes` are those of the cells whose coefficients it has.
template <int Dim>
void raise_degree(Checkpoint& checkpoint, std::span<const CellShape> shapes, int degree, const std::string& path);

}  // namespace dg
