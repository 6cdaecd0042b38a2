#include "libdg/backend/host_compiler.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "libdg/backend/kernel_source.hpp"
#include "libdg/backend/own_library.hpp"
#include "libdg/core/errors.hpp"

namespace dg {
namespace {

namespace fs = std::filesystem;

std::string compiler() {
  const char* named = std::getenv("RKDG_CXX");
  return named != nullptr && *named != '\0' ? named : "c++";
}

std::vector<std::string> options() {
  std::istringstream flags(RKDG_HOST_KERNEL_FLAGS);
  std::vector<std::string> all{std::istream_iterator<std::string>(flags), {}};
  // What the library defines it calls itself, and not what the program has compiled for another processor.
  for (const char* option :
       {"-std=c++20", "-DNDEBUG", "-fopenmp", "-fPIC", "-shared", "-Wl,-Bsymbolic", "-march=native", "-w"})
    all.emplace_back(option);
  return all;
}

/// A new folder, which goes with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (fs::temp_directory_path() / "rkdg-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw RunError(name + ": cannot make this folder");
    path_ = name;
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string contents_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, std::string_view text) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) throw RunError(file.string() + ": cannot write the text of kernels");
}

/// The exit status of a program found on PATH, whose output goes to a file; -1 if it cannot be started.
int run(std::vector<std::string> words, const fs::path& output) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string first_line_with(const std::string& words, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(words) != std::string::npos) return line;
  return "";
}

}  // namespace

const std::string& host_compiler_version() {
  static const std::string version = [] {
    const TemporaryDirectory folder;
    const fs::path log = folder.path() / "log";
    return run({compiler(), "--version"}, log) == 0 ? first_line_with("", contents_of(log)) : std::string();
  }();
  return version;
}

const std::string& host_target() {
  static const std::string target = [] {
    std::string all;
    for (const std::string& option : options()) all += option + ' ';
    // What -march=native depends on: flags on x86-64, features on others.
    const std::string processor = contents_of("/proc/cpuinfo");
    for (const char* name : {"model name", "flags", "Features"}) all += first_line_with(name, processor) + '\n';
    return all;
  }();
  return target;
}

std::string compile_for_host(const std::string& text, const std::vector<SourceFile>& more) {
  const TemporaryDirectory folder;
  const fs::path source = folder.path() / "kernels.cpp", library = folder.path() / "kernels.so",
                 log = folder.path() / "log";
  for (const std::vector<SourceFile>& headers : {kernel_headers(), more})
    for (const SourceFile& header : headers) write(folder.path() / header.name, header.text);
  write(source, text);
  std::vector<std::string> words{compiler()};
  for (const std::string& option : options()) words.push_back(option);
  for (const std::string& word : {"-I" + folder.path().string(), std::string("-o"), library.string(), source.string()})
    words.push_back(word);
  if (!own_shared_library().empty())
    for (const std::string& word : {std::string("-Wl,--no-as-needed"), own_shared_library()}) words.push_back(word);
  if (run(words, log) != 0) {
    const std::string said = contents_of(log), error = first_line_with("error", said);
    throw RunError(compiler() +
                   " cannot compile kernels for the CPU: " + (!error.empty() ? error : first_line_with("", said)));
  }
  return contents_of(library);
}

}  // namespace dg
