/// A file that all ranks write together, each at places of its own; it appears under its name when all have finished.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "libdg/backend/communicator.hpp"
#include "libdg/backend/list_slices.hpp"
#include "meshes/file_descriptor.hpp"
#include "meshes/output_file.hpp"

namespace dg {

class FileOfRanks {
 public:
  /// Rank 0 creates a temporary file beside `path` (see OutputFile), the others open it; all of them call this. `path`
  /// is what rank 0 says. Throws InputError if that is impossible, as in a folder that a node does not see.
  FileOfRanks(const std::string& path, Communicator& ranks);

  /// Gives the file its size. Throws InputError with the system's reason.
  void resize(std::int64_t size);

  /// Writes bytes from a place on. Throws InputError with the system's reason.
  void write(std::int64_t place, std::span<const std::byte> bytes);

  /// On all ranks: brings what each has written to the disk, and then, on rank 0, gives the file its name. Throws
  /// InputError if either fails on this rank.
  void publish();

 private:
  [[noreturn]] void refuse(const std::string& what, int error) const;

  Communicator& ranks_;
  std::string path_;
  std::unique_ptr<OutputFile> file_;  ///< on rank 0
  FileDescriptor open_;
};

/// What rank 0 has, on all; all of them call this.
std::string broadcast_text(Communicator& ranks, std::string text);

/// Writes the bytes to an open file from a place on; the system's reason if that fails, else 0.
int write_at(int file, std::int64_t place, std::span<const std::byte> bytes);

}  // namespace dg
