/// Processes ("ranks") that solve one case together: what they send each other and agree upon.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dg {

enum class Reduction { sum, least, largest };

/// Memory of the host that goes to a rank, or comes from it.
struct Message {
  int rank;
  void* data;
  std::size_t bytes;
};

/// Messages of the same size that are exchanged again and again.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void start() = 0;
  /// Until all have been sent and received.
  virtual void finish() = 0;
};

/// Every function but rank(), size() and name() is called by all ranks, in the same order. Where another rank has
/// failed, whatever waits for it throws OtherRankFailed.
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual const char* name() const = 0;  ///< "self" or "mpi"
  /// Number of this rank among those on its node, and how many these are.
  virtual int local_rank() const = 0;
  virtual int local_size() const = 0;

  virtual void reduce(std::span<double> values, Reduction how) = 0;
  virtual void reduce(std::span<std::int64_t> values, Reduction how) = 0;

  /// What rank `from` has goes to all. Precondition: as many bytes on each.
  virtual void broadcast(std::span<std::byte> bytes, int from) = 0;

  /// The bytes of all ranks on rank 0, one vector for each; nothing on the others.
  virtual std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) = 0;

  /// Between the same two ranks, messages arrive in the order of these lists. The memory must outlive the exchange.
  virtual std::unique_ptr<Exchange> exchange(std::vector<Message> sends, std::vector<Message> receives) = 0;

  /// Throws OtherRankFailed if some rank is known to have failed.
  virtual void check() const = 0;

  /// Ends all ranks, whatever they are doing, with this exit status; rank 0 prints the message of the failure, as
  /// `print` does. Does not return on several ranks.
  virtual void end_all(const std::string& message, int status, void (*print)(const char* message)) noexcept = 0;
};

/// The only rank there is. What it sends itself arrives message by message, as the lists have them.
class SelfCommunicator final : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  const char* name() const override { return "self"; }
  int local_rank() const override { return 0; }
  int local_size() const override { return 1; }
  void reduce(std::span<double>, Reduction) override {}
  void reduce(std::span<std::int64_t>, Reduction) override {}
  void broadcast(std::span<std::byte>, int) override {}
  std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) override {
    return {{bytes.begin(), bytes.end()}};
  }
  std::unique_ptr<Exchange> exchange(std::vector<Message> sends, std::vector<Message> receives) override {
    struct Copies final : Exchange {
      std::vector<Message> sends, receives;
      void start() override {
        for (std::size_t i = 0; i < sends.size(); ++i)
          if (sends[i].bytes > 0) std::memcpy(receives[i].data, sends[i].data, sends[i].bytes);
      }
      void finish() override {}
    };
    auto copies = std::make_unique<Copies>();
    copies->sends = std::move(sends);
    copies->receives = std::move(receives);
    return copies;
  }
  void check() const override {}
  void end_all(const std::string&, int, void (*)(const char*)) noexcept override {}
};

}  // namespace dg
