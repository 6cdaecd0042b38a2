/// What the devices of several ranks send each other in the order of their streams. It goes by NCCL where that is
/// found, else through memory of the host.
#pragma once

#include <memory>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/backend/device_handles.hpp"
#include "libdg/backend/nccl.hpp"

namespace dg {

/// Memory of a device that goes to a rank, or comes from it, and its place in the buffer of all messages.
struct DeviceMessage {
  int rank;
  std::size_t begin, bytes;
};

/// An exchange that is repeated, also by graphs: of two buffers on the device, one that is sent and one that is filled.
class DeviceExchange {
 public:
  virtual ~DeviceExchange() = default;
  virtual void launch(StreamHandle stream) = 0;
};

/// All calls are collective, as those of Communicator. Where a rank fails, what is launched continues with any numbers,
/// and Communicator::check() throws.
class CudaRanks {
 public:
  virtual ~CudaRanks() = default;

  /// That of a communicator, made by the first call. The communicator must outlive all use of it.
  static CudaRanks& of(Communicator& communicator);

  virtual const char* name() const = 0;  ///< "mpi" or "nccl"
  virtual std::unique_ptr<DeviceExchange> exchange(void* sent, const std::vector<DeviceMessage>& sends, void* received,
                                                   const std::vector<DeviceMessage>& receives) = 0;
  /// Makes an unsigned integer of 4 or 8 bytes on the device the largest of all ranks.
  virtual void reduce_largest(void* bits, std::size_t bytes, StreamHandle stream) = 0;
};

}  // namespace dg
