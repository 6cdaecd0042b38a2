#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "apps/commands/commands.hpp"
#include "apps/commands/installed_files.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

/// Runs a program with what it prints thrown away; true if it ends with status 0.
bool succeeds(const std::vector<std::string>& words) {
  const pid_t process = fork();
  if (process < 0) return false;
  if (process == 0) {
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) close(stream);
    execvp(pointers[0], pointers.data());
    _exit(127);
  }
  int status = 0;
  return waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The Python that the user names; else Debian's may lie behind another one on PATH.
std::vector<std::string> all_pythons() {
  const char* chosen = std::getenv("RKDG_PYTHON");
  if (chosen != nullptr) return {chosen};
  return {"python3", "/usr/bin/python3"};
}

/// The first that can import these modules; empty if none can.
std::string python_with(const std::string& modules) {
  for (const std::string& python : all_pythons())
    if (succeeds({python, "-c", "import " + modules})) return python;
  return "";
}

/// Help needs no matplotlib.
std::string any_python() {
  const std::string python = python_with("argparse");
  if (!python.empty()) return python;
  throw InputError("rkdg plot: needs Python 3 with matplotlib, and finds no " + all_pythons().front() +
                   " (Debian: python3-matplotlib); docs/plots.md has its options");
}

std::string charting_python() {
  const std::string python = python_with("matplotlib, numpy");
  if (!python.empty()) return python;
  const std::vector<std::string> all = all_pythons();
  throw InputError("rkdg plot: " + all.front() +
                   " has no matplotlib: install it (Debian: python3-matplotlib), or let RKDG_PYTHON name a Python "
                   "that has it");
}

}  // namespace

int command_plot(const Arguments& arguments) {
  const bool asks_for_help = std::any_of(arguments.begin(), arguments.end(),
                                         [](const std::string& word) { return word == "--help" || word == "-h"; });
  const std::filesystem::path script = installed_file("rkdg plot", {"plot/rkdg_plot.py", "../share/rkdg/rkdg_plot.py"});
  std::vector<std::string> words{asks_for_help ? any_python() : charting_python(), script.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  throw RunError("rkdg plot: " + words[0] + " cannot be started: " + std::strerror(errno));
}

}  // namespace dg::app
