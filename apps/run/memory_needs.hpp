/// What memory a run will take, and whether the machine has it.
#pragma once

#include <cstddef>
#include <string>

#include "libdg/solver/solver.hpp"

namespace dg::app {

struct MemoryNeeds {
  std::size_t solver = 0;  ///< bytes of the backend
  std::size_t newton = 0;  ///< bytes of Newton's method; on a device at most as many on the host as well
  std::size_t host = 0;    ///< bytes of this process at most, Newton's and, on the CPU, the solver's among them
};

/// Of a case with its mesh, in a process that took `program` bytes before it had one. The options name the backend.
template <int Dim>
MemoryNeeds memory_needs(const Mesh<Dim>& mesh, const SolverOptions& options, const DataNeeds& data,
                         std::size_t program);

/// Bytes that this process takes now.
std::size_t resident_memory();

/// Bytes that this process may still take. That is what the machine has free, or less where a control group or a limit
/// of the process says so.
std::size_t available_memory();

/// Throws InputError, opening with `where`, if a run needs more than there is.
void require_memory(const MemoryNeeds& needs, const std::string& where);

/// Whether a run with these options takes a device.
bool runs_on_device(const SolverOptions& options);

/// Throws InputError, opening with `where`, if a run on one device takes more than the `available` bytes of that; the
/// message says what would fit.
template <int Dim>
void require_device_memory(const Mesh<Dim>& mesh, const SolverOptions& options, const DataNeeds& data,
                           std::size_t available, const std::string& where);

}  // namespace dg::app
