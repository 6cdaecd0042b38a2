/// The state of a run on disk (HDF5), from which it goes on bit for bit on the CPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libdg/solver/solver.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Attribute "format" of the files.
inline constexpr const char* checkpoint_format = "rkdg checkpoint";

struct Checkpoint {
  double time = 0.0;
  long step = 0;
  int degree = 0;
  std::string quads = "P";           ///< "P" or "Q"
  std::string precision;             ///< of the solver that wrote it
  std::string mesh;                  ///< mesh_fingerprint()
  std::string case_text;             ///< the case file that was run
  std::string run;                   ///< name of the run that wrote it; empty in files of earlier versions
  std::vector<double> coefficients;  ///< as of Solver::coefficients()
  DampingState damping;              ///< as of Solver::damping_state()
  double next_step = 0.0;            ///< as of Solver::next_step(); 0 in files of earlier versions
  std::vector<double> averages;      ///< as of TimeAverage::state(); empty in files of earlier versions
};

/// A name for the mesh as it is, cells in their order: equal for equal meshes, different for all others that will ever
/// meet (64-bit FNV-1a of nodes, cells and boundary names, as 16 hexadecimal digits).
template <int Dim>
std::string mesh_fingerprint(const Mesh<Dim>& mesh);

/// Writes the file under a temporary name and renames it: it is there whole or not at all. Throws InputError.
void write_checkpoint(const Checkpoint& checkpoint, const std::string& path);

/// Reads the file. Throws InputError with the reason if it is missing, damaged or no checkpoint.
Checkpoint read_checkpoint(const std::string& path);

/// Throws InputError, in the name of `path`, if the checkpoint does not fit: another mesh or cell order, a higher
/// degree or another space.
template <int Dim>
void require_matching(const Checkpoint& checkpoint, const Mesh<Dim>& mesh, int degree, const std::string& quads,
                      const std::string& path);

/// Gives the checkpoint the degree of the case: the very polynomials, whose modes beyond its own are zero. Throws
/// InputError, in the name of `path`, if it is of a lower degree and has not as many coefficients as that asks for.
/// Precondition: require_matching().
template <int Dim>
void raise_degree(Checkpoint& checkpoint, const Mesh<Dim>& mesh, int degree, const std::string& path);

}  // namespace dg
