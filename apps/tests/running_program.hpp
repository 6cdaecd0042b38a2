/// rkdg as a process beside the test, which looks at what it writes and sends it signals.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "apps/tests/program.hpp"

namespace dg::app {

class RunningProgram {
 public:
  /// Starts `rkdg ARGUMENTS` in `folder`, with all signals at their default effects but for those to be ignored.
  RunningProgram(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                 const std::vector<int>& ignored = {});
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  /// Kills the process if it still runs.
  ~RunningProgram();

  pid_t process() const { return process_; }

  void send(int signal) const;

  /// Returns as soon as the condition holds. Throws std::runtime_error if the process ends before, or after a time that
  /// no machine takes.
  void wait_until(const std::function<bool()>& condition);

  bool has_ended();

  /// Waits for the end. A process that a signal ended has the status 128 + its number, as in a shell.
  Outcome finish();

  /// The most memory that the process had at a time, in bytes. Precondition: it has ended.
  std::size_t peak_memory() const { return 1024 * static_cast<std::size_t>(usage_.ru_maxrss); }

 private:
  TemporaryFolder outputs_;
  pid_t process_ = -1;
  int status_ = 0;
  bool ended_ = false;
  rusage usage_{};
};

}  // namespace dg::app
