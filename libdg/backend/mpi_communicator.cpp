#include "libdg/backend/mpi_communicator.hpp"

#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <thread>

#include "libdg/core/errors.hpp"

namespace dg {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

/// How long a failed rank leaves it to rank 0 to say so and end all.
constexpr seconds patience{4};

void check_mpi(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw RunError(std::string(what) + ": " + std::string(text, length));
}

MPI_Op op(Reduction how) { return how == Reduction::sum ? MPI_SUM : how == Reduction::least ? MPI_MIN : MPI_MAX; }

/// Messages are as long as an int says.
int count_of(std::size_t bytes) {
  if (bytes > std::numeric_limits<int>::max())
    throw RunError("a message between ranks would be longer than 2 GB; use more ranks");
  return static_cast<int>(bytes);
}

/// Failures of ranks travel beside everything else: whoever waits looks for them.
class Failures {
 public:
  void open() {
    check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &communicator_), "MPI_Comm_dup");
    MPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
  }
  void close() { MPI_Comm_free(&communicator_); }

  /// The message of a rank that has failed, if one has.
  bool received(std::string& message) {
    int there = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, 0, communicator_, &there, &status) != MPI_SUCCESS || !there) return false;
    int length = 0;
    MPI_Get_count(&status, MPI_CHAR, &length);
    message.resize(length);
    MPI_Recv(message.data(), length, MPI_CHAR, status.MPI_SOURCE, 0, communicator_, MPI_STATUS_IGNORE);
    status_ = message.empty() ? 1 : message.back();
    if (!message.empty()) message.pop_back();
    return true;
  }

  /// The exit status of the rank whose message was received last.
  int status() const { return status_; }

  /// Nobody has to receive it: the messages are short. The exit status is their last byte.
  void send(std::string message, int status, int own, int ranks) {
    sent_ = std::move(message) + static_cast<char>(status);
    for (int rank = 0; rank < ranks; ++rank) {
      MPI_Request request;
      if (rank != own)
        MPI_Isend(sent_.data(), static_cast<int>(sent_.size()), MPI_CHAR, rank, 0, communicator_, &request);
    }
  }

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::string sent_;
  int status_ = 1;
};

/// Ends this process if who started it, mpirun or what stands for it on this node, has ended without a word: nothing
/// that is waited for will come, and nobody else would end the rank.
void leave_with_launcher() {
  static const pid_t launcher = getppid();
  if (getppid() == launcher) return;
  std::fputs("error: the launcher of this rank has ended\n", stderr);
  std::_Exit(1);
}

/// Until the requests are done, or a rank has failed. Where there are more ranks than cores, others come to work: at
/// once, and after a wait that no message takes by itself, for longer than it takes to ask again.
void wait(std::span<MPI_Request> requests, Failures& failures, std::string& failure) {
  constexpr std::chrono::milliseconds long_wait{1};
  if (!failure.empty()) throw OtherRankFailed(failure);
  const auto start = Clock::now();
  for (long attempt = 1;; ++attempt) {
    int done = 0;
    check_mpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
              "MPI_Testall");
    if (done) return;
    if (attempt % 64 != 0) continue;
    if (failures.received(failure)) throw OtherRankFailed(failure);
    leave_with_launcher();
    if (Clock::now() - start < long_wait)
      sched_yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

class MpiExchange final : public Exchange {
 public:
  MpiExchange(MPI_Comm communicator, const std::vector<Message>& sends, const std::vector<Message>& receives,
              Failures& failures, std::string& failure)
      : failures_(failures), failure_(failure) {
    for (const Message& m : receives)
      check_mpi(MPI_Recv_init(m.data, count_of(m.bytes), MPI_BYTE, m.rank, 0, communicator, &requests_.emplace_back()),
                "MPI_Recv_init");
    for (const Message& m : sends)
      check_mpi(MPI_Send_init(m.data, count_of(m.bytes), MPI_BYTE, m.rank, 0, communicator, &requests_.emplace_back()),
                "MPI_Send_init");
  }
  ~MpiExchange() override {
    int over = 0;
    if (!failure_.empty() || MPI_Finalized(&over) != MPI_SUCCESS || over) return;
    for (MPI_Request& r : requests_) MPI_Request_free(&r);
  }
  void start() override {
    if (requests_.empty()) return;  // which MPI_Startall refuses
    check_mpi(MPI_Startall(static_cast<int>(requests_.size()), requests_.data()), "MPI_Startall");
  }
  void finish() override { wait(requests_, failures_, failure_); }

 private:
  Failures& failures_;
  std::string& failure_;
  std::vector<MPI_Request> requests_;
};

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator() {
    int provided = 0;
    // Streams of a device may call from a thread of their own, though never while another one does.
    leave_with_launcher();  // notes who it is
    int runs = 0;
    check_mpi(MPI_Initialized(&runs), "MPI_Initialized");
    if (runs)
      check_mpi(MPI_Query_thread(&provided), "MPI_Query_thread");
    else
      check_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided), "MPI_Init_thread");
    ends_mpi_ = !runs;
    if (provided < MPI_THREAD_SERIALIZED) throw RunError("this MPI has no MPI_THREAD_SERIALIZED");
    // Messages of a program that uses MPI itself must not be taken for these.
    check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &all_), "MPI_Comm_dup");
    MPI_Comm_set_errhandler(all_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(all_, &rank_);
    MPI_Comm_size(all_, &size_);
    failures_.open();
    MPI_Comm node;
    check_mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node),
              "MPI_Comm_split_type");
    MPI_Comm_rank(node, &local_rank_);
    MPI_Comm_size(node, &local_size_);
    MPI_Comm_free(&node);
  }
  ~MpiCommunicator() override {
    int over = 0;
    if (!failure_.empty() || MPI_Finalized(&over) != MPI_SUCCESS || over) return;
    failures_.close();
    MPI_Comm_free(&all_);
    if (ends_mpi_) MPI_Finalize();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  const char* name() const override { return "mpi"; }
  int local_rank() const override { return local_rank_; }
  int local_size() const override { return local_size_; }

  void reduce(std::span<double> values, Reduction how) override { reduce(values, MPI_DOUBLE, how); }
  void reduce(std::span<std::int64_t> values, Reduction how) override { reduce(values, MPI_INT64_T, how); }

  void broadcast(std::span<std::byte> bytes, int from) override {
    for (std::size_t begin = 0; begin < bytes.size(); begin += piece) {
      const auto part = bytes.subspan(begin, std::min(piece, bytes.size() - begin));
      MPI_Request request;
      check_mpi(MPI_Ibcast(part.data(), count_of(part.size()), MPI_BYTE, from, all_, &request), "MPI_Ibcast");
      wait(request);
    }
  }

  std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) override {
    std::int64_t own = static_cast<std::int64_t>(bytes.size());
    std::vector<std::int64_t> sizes(size_);
    MPI_Request request;
    check_mpi(MPI_Igather(&own, 1, MPI_INT64_T, sizes.data(), 1, MPI_INT64_T, 0, all_, &request), "MPI_Igather");
    wait(request);
    std::vector<MPI_Request> requests;
    const auto in_pieces = [&](std::size_t size, auto&& transfer) {
      for (std::size_t begin = 0; begin < size; begin += piece)
        transfer(begin, count_of(std::min(piece, size - begin)), requests.emplace_back());
    };
    std::vector<std::vector<std::byte>> all;
    if (rank_ == 0) {
      all.resize(size_);
      all[0].assign(bytes.begin(), bytes.end());
      for (int rank = 1; rank < size_; ++rank) {
        all[rank].resize(sizes[rank]);
        in_pieces(all[rank].size(), [&](std::size_t begin, int n, MPI_Request& r) {
          check_mpi(MPI_Irecv(&all[rank][begin], n, MPI_BYTE, rank, 1, all_, &r), "MPI_Irecv");
        });
      }
    } else {
      in_pieces(bytes.size(), [&](std::size_t begin, int n, MPI_Request& r) {
        check_mpi(MPI_Isend(&bytes[begin], n, MPI_BYTE, 0, 1, all_, &r), "MPI_Isend");
      });
    }
    dg::wait(requests, failures_, failure_);
    return all;
  }

  std::unique_ptr<Exchange> exchange(std::vector<Message> sends, std::vector<Message> receives) override {
    return std::make_unique<MpiExchange>(all_, sends, receives, failures_, failure_);
  }

  void check() const override {
    if (!failure_.empty()) throw OtherRankFailed(failure_);
  }

  /// Rank 0 speaks for all, since the same failure is often that of many. Where it does not, as it works on something
  /// long, the failed rank does.
  void end_all(const std::string& message, int status, void (*print)(const char*)) noexcept override {
    const bool came_from_other = !failure_.empty();  // and is in its words
    if (came_from_other)
      status = failures_.status();
    else
      failure_ = message;
    if (rank_ != 0) {
      if (!came_from_other) failures_.send(failure_, status, rank_, size_);
      const auto give_up = Clock::now() + patience;
      std::string other;
      while (Clock::now() < give_up) {
        failures_.received(other);  // lets what was sent go on its way
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }
    if (rank_ == 0 || !came_from_other) print(failure_.c_str());
    MPI_Abort(MPI_COMM_WORLD, status);
    std::_Exit(status);
  }

 private:
  static constexpr std::size_t piece = std::size_t{1} << 26;  ///< bytes of a long message that go at once

  template <class T>
  void reduce(std::span<T> values, MPI_Datatype type, Reduction how) {
    MPI_Request request;
    check_mpi(
        MPI_Iallreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), type, op(how), all_, &request),
        "MPI_Iallreduce");
    wait(request);
  }
  void wait(MPI_Request& request) { dg::wait({&request, 1}, failures_, failure_); }

  MPI_Comm all_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1, local_rank_ = 0, local_size_ = 1;
  bool ends_mpi_ = true;
  Failures failures_;
  std::string failure_;  ///< of this rank or another; empty: none
};

}  // namespace

std::unique_ptr<Communicator> make_mpi_communicator(int started) {
  auto all = std::make_unique<MpiCommunicator>();
  if (all->size() != started)
    throw InputError("started as one of " + std::to_string(started) + " ranks, but MPI knows of " +
                     std::to_string(all->size()) + ": start them by the mpirun of the MPI that rkdg loads");
  return all;
}

}  // namespace dg
