#include "apps/tests/running_program.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

namespace dg::app {
namespace {

constexpr std::chrono::milliseconds between_looks{2};
constexpr std::chrono::minutes longest_wait{10};

void open_as(int number, const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0 || dup2(file, number) < 0) _exit(127);
  close(file);
}

}  // namespace

RunningProgram::RunningProgram(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                               const std::vector<int>& ignored) {
  std::vector<std::string> words{RKDG_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("no new process");
  if (process_ > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nothing outlives a test that is killed
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
  for (const int signal : ignored) std::signal(signal, SIG_IGN);
  open_as(STDOUT_FILENO, outputs_.file("out"));
  open_as(STDERR_FILENO, outputs_.file("err"));
  if (chdir(folder.path().c_str()) == 0) execv(pointers[0], pointers.data());
  _exit(127);
}

RunningProgram::~RunningProgram() {
  if (has_ended()) return;
  kill(process_, SIGKILL);
  waitpid(process_, &status_, 0);
}

void RunningProgram::send(int signal) const { kill(process_, signal); }

bool RunningProgram::has_ended() {
  if (!ended_) ended_ = wait4(process_, &status_, WNOHANG, &usage_) == process_;
  return ended_;
}

void RunningProgram::wait_until(const std::function<bool()>& condition) {
  const auto start = std::chrono::steady_clock::now();
  while (!condition()) {
    if (has_ended()) throw std::runtime_error("the program has ended: " + outputs_.read("err"));
    if (std::chrono::steady_clock::now() - start > longest_wait) throw std::runtime_error("the program hangs");
    std::this_thread::sleep_for(between_looks);
  }
}

Outcome RunningProgram::finish() {
  if (!ended_) wait4(process_, &status_, 0, &usage_);
  ended_ = true;
  Outcome outcome;
  outcome.status = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  outcome.out = outputs_.read("out");
  outcome.err = outputs_.read("err");
  return outcome;
}

}  // namespace dg::app
