#include "meshes/child_process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>

namespace dg {
namespace {

/// Bytes of address space that this process has taken.
rlim_t memory_taken() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

void be_quiet() {
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] void live_as_child(const ChildLimits& limits, const std::function<void(int)>& work, int pipe_end) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) std::signal(signal, SIG_DFL);
  const rlim_t memory = memory_taken() + limits.memory;
  const rlimit no_core{0, 0}, time{limits.seconds, limits.seconds}, space{memory, memory};
  setrlimit(RLIMIT_CORE, &no_core);
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_AS, &space);
  be_quiet();
  try {
    work(pipe_end);
  } catch (...) {
  }
  _exit(0);
}

/// Moves on until all is done; `step` is read() or write() on the rest.
template <class Step>
bool transfer(std::size_t count, const Step& step) {
  for (std::size_t done = 0; done < count;) {
    const ssize_t moved = step(done, count - done);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return false;
    done += static_cast<std::size_t>(moved);
  }
  return true;
}

/// Waits for a child once the pipe from it is closed.
class PipeFromChild {
 public:
  PipeFromChild(int end, pid_t child) : end_(end), child_(child) {}
  PipeFromChild(const PipeFromChild&) = delete;
  PipeFromChild& operator=(const PipeFromChild&) = delete;
  ~PipeFromChild() {
    close(end_);
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

 private:
  int end_;
  pid_t child_;
};

}  // namespace

bool with_child(const ChildLimits& limits, const std::function<void(int)>& work,
                const std::function<void(int)>& consume) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    live_as_child(limits, work, ends[1]);
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return false;
  }
  const PipeFromChild pipe(ends[0], child);
  consume(ends[0]);
  return true;
}

bool write_all(int pipe_end, const void* bytes, std::size_t count) {
  return transfer(count, [&](std::size_t done, std::size_t left) {
    return write(pipe_end, static_cast<const char*>(bytes) + done, left);
  });
}

bool read_all(int pipe_end, void* bytes, std::size_t count) {
  return transfer(count, [&](std::size_t done, std::size_t left) {
    return read(pipe_end, static_cast<char*>(bytes) + done, left);
  });
}

}  // namespace dg
