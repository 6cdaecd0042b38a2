#include "libdg/backend/cuda_ranks.hpp"

#include <cstdint>
#include <cstring>
#include <map>

#include "libdg/backend/cuda_check.hpp"

namespace dg {
namespace {

/// Memory of the host that copies of a device reach at full speed.
class PinnedBuffer {
 public:
  explicit PinnedBuffer(std::size_t bytes) : bytes_(bytes) {
    if (bytes > 0) check_cuda(cudaMallocHost(&data_, bytes), "cudaMallocHost");
  }
  PinnedBuffer(const PinnedBuffer&) = delete;
  PinnedBuffer& operator=(const PinnedBuffer&) = delete;
  ~PinnedBuffer() { cudaFreeHost(data_); }

  char* data() const { return static_cast<char*>(data_); }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_;
};

std::size_t total(const std::vector<DeviceMessage>& messages) {
  std::size_t bytes = 0;
  for (const DeviceMessage& m : messages) bytes += m.bytes;
  return bytes;
}

/// Calls work() on the host once the stream is there, which then waits for it; `work` must stay where it is. A failure
/// is that of another rank, which the communicator remembers.
template <class Work>
void launch_on_host(Work& work, cudaStream_t stream) {
  const auto call = [](void* data) {
    try {
      (*static_cast<Work*>(data))();
    } catch (...) {
    }
  };
  check_cuda(cudaLaunchHostFunc(stream, call, &work), "cudaLaunchHostFunc");
}

class HostExchange final : public DeviceExchange {
 public:
  HostExchange(Communicator& communicator, void* sent, const std::vector<DeviceMessage>& sends, void* received,
               const std::vector<DeviceMessage>& receives)
      : sent_(sent), received_(received), out_(total(sends)), in_(total(receives)) {
    const auto on_host = [](const std::vector<DeviceMessage>& messages, const PinnedBuffer& buffer) {
      std::vector<Message> result;
      for (const DeviceMessage& m : messages) result.push_back({m.rank, buffer.data() + m.begin, m.bytes});
      return result;
    };
    work_.messages = communicator.exchange(on_host(sends, out_), on_host(receives, in_));
  }

  void launch(cudaStream_t stream) override {
    check_cuda(cudaMemcpyAsync(out_.data(), sent_, out_.bytes(), cudaMemcpyDeviceToHost, stream), "halo to the host");
    launch_on_host(work_, stream);
    check_cuda(cudaMemcpyAsync(received_, in_.data(), in_.bytes(), cudaMemcpyHostToDevice, stream),
               "halo to the device");
  }

 private:
  struct Work {
    std::unique_ptr<Exchange> messages;
    void operator()() {
      messages->start();
      messages->finish();
    }
  };

  void *sent_, *received_;
  PinnedBuffer out_, in_;
  Work work_;
};

/// Of a process that is alone, whose messages to itself never leave the device.
class DeviceCopies final : public DeviceExchange {
 public:
  DeviceCopies(void* sent, const std::vector<DeviceMessage>& sends, void* received,
               const std::vector<DeviceMessage>& receives)
      : sent_(static_cast<char*>(sent)), received_(static_cast<char*>(received)), sends_(sends), receives_(receives) {}

  void launch(cudaStream_t stream) override {
    for (std::size_t i = 0; i < sends_.size(); ++i)
      check_cuda(cudaMemcpyAsync(received_ + receives_[i].begin, sent_ + sends_[i].begin, sends_[i].bytes,
                                 cudaMemcpyDeviceToDevice, stream),
                 "halo of one rank");
  }

 private:
  char *sent_, *received_;
  std::vector<DeviceMessage> sends_, receives_;
};

class OneRank final : public CudaRanks {
 public:
  const char* name() const override { return "self"; }
  std::unique_ptr<DeviceExchange> exchange(void* sent, const std::vector<DeviceMessage>& sends, void* received,
                                           const std::vector<DeviceMessage>& receives) override {
    return std::make_unique<DeviceCopies>(sent, sends, received, receives);
  }
  void reduce_largest(void*, std::size_t, cudaStream_t) override {}
};

class HostRanks final : public CudaRanks {
 public:
  explicit HostRanks(Communicator& communicator) : communicator_(communicator), work_{communicator, number_.data()} {}

  const char* name() const override { return communicator_.name(); }
  std::unique_ptr<DeviceExchange> exchange(void* sent, const std::vector<DeviceMessage>& sends, void* received,
                                           const std::vector<DeviceMessage>& receives) override {
    return std::make_unique<HostExchange>(communicator_, sent, sends, received, receives);
  }
  void reduce_largest(void* bits, std::size_t bytes, cudaStream_t stream) override {
    // The rest of the eight bytes is always zero.
    check_cuda(cudaMemcpyAsync(number_.data(), bits, bytes, cudaMemcpyDeviceToHost, stream), "rate to the host");
    launch_on_host(work_, stream);
    check_cuda(cudaMemcpyAsync(bits, number_.data(), bytes, cudaMemcpyHostToDevice, stream), "rate to the device");
  }

 private:
  struct Reduce {
    Communicator& communicator;
    void* number;
    void operator()() {
      std::uint64_t bits;
      std::memcpy(&bits, number, sizeof bits);
      // In the order of signed integers.
      constexpr std::uint64_t top = std::uint64_t{1} << 63;
      std::int64_t value[]{static_cast<std::int64_t>(bits ^ top)};
      communicator.reduce(value, Reduction::largest);
      bits = static_cast<std::uint64_t>(value[0]) ^ top;
      std::memcpy(number, &bits, sizeof bits);
    }
  };
  struct Number : PinnedBuffer {
    Number() : PinnedBuffer(sizeof(std::uint64_t)) { std::memset(data(), 0, bytes()); }
  };

  Communicator& communicator_;
  Number number_;
  Reduce work_;
};

class NcclExchange final : public DeviceExchange {
 public:
  NcclExchange(const Nccl& nccl, ncclComm* ranks, void* sent, const std::vector<DeviceMessage>& sends, void* received,
               const std::vector<DeviceMessage>& receives)
      : nccl_(nccl),
        ranks_(ranks),
        sent_(static_cast<char*>(sent)),
        received_(static_cast<char*>(received)),
        sends_(sends),
        receives_(receives) {}

  void launch(cudaStream_t stream) override {
    check_nccl(nccl_, nccl_.group_start(), "ncclGroupStart");
    for (const DeviceMessage& m : sends_)
      check_nccl(nccl_, nccl_.send(sent_ + m.begin, m.bytes, Nccl::uint8, m.rank, ranks_, stream), "ncclSend");
    for (const DeviceMessage& m : receives_)
      check_nccl(nccl_, nccl_.receive(received_ + m.begin, m.bytes, Nccl::uint8, m.rank, ranks_, stream), "ncclRecv");
    check_nccl(nccl_, nccl_.group_end(), "ncclGroupEnd");
  }

 private:
  const Nccl& nccl_;
  ncclComm* ranks_;
  char *sent_, *received_;
  std::vector<DeviceMessage> sends_, receives_;
};

class NcclRanks final : public CudaRanks {
 public:
  NcclRanks(const Nccl& nccl, Communicator& communicator) : nccl_(nccl) {
    Nccl::UniqueId id{};
    if (communicator.rank() == 0) check_nccl(nccl, nccl.get_unique_id(&id), "ncclGetUniqueId");
    communicator.broadcast(std::as_writable_bytes(std::span(&id, 1)), 0);
    check_nccl(nccl, nccl.init_rank(&ranks_, communicator.size(), id, communicator.rank()), "ncclCommInitRank");
  }

  const char* name() const override { return "nccl"; }
  /// Connections are made by the first exchange: here, where no graph is being recorded.
  std::unique_ptr<DeviceExchange> exchange(void* sent, const std::vector<DeviceMessage>& sends, void* received,
                                           const std::vector<DeviceMessage>& receives) override {
    auto exchange = std::make_unique<NcclExchange>(nccl_, ranks_, sent, sends, received, receives);
    exchange->launch(cudaStreamPerThread);
    check_cuda(cudaStreamSynchronize(cudaStreamPerThread), "first exchange by NCCL");
    return exchange;
  }
  void reduce_largest(void* bits, std::size_t bytes, cudaStream_t stream) override {
    check_nccl(nccl_,
               nccl_.all_reduce(bits, bits, 1, bytes == 4 ? Nccl::uint32 : Nccl::uint64, Nccl::largest, ranks_, stream),
               "ncclAllReduce");
  }

 private:
  const Nccl& nccl_;
  ncclComm* ranks_ = nullptr;  ///< until the process ends: to give it back takes all ranks
};

}  // namespace

CudaRanks& CudaRanks::of(Communicator& communicator) {
  static std::map<const Communicator*, std::unique_ptr<CudaRanks>> all;
  std::unique_ptr<CudaRanks>& ranks = all[&communicator];
  if (ranks) return *ranks;
  if (communicator.size() == 1) {
    ranks = std::make_unique<OneRank>();
    return *ranks;
  }
  const Nccl* nccl = find_nccl();
  std::int64_t everywhere[]{nccl != nullptr};
  communicator.reduce(everywhere, Reduction::least);
  if (everywhere[0])
    ranks = std::make_unique<NcclRanks>(*nccl, communicator);
  else
    ranks = std::make_unique<HostRanks>(communicator);
  return *ranks;
}

}  // namespace dg
