#include "meshes/hdf5_probe.hpp"

#include <fcntl.h>
#include <hdf5.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <vector>

#include "meshes/hdf5_handle.hpp"

namespace dg {
namespace {

constexpr rlim_t most_seconds = 10;          // of the processor
constexpr rlim_t most_memory = 256 << 20;    // more than the process has already
constexpr std::size_t most_bytes = 1 << 16;  // of an attribute

constexpr herr_t failed = -1;

herr_t touch_attribute(hid_t object, const char* name, const H5A_info_t*, void*) {
  const Hdf5Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  const hsize_t size = H5Aget_storage_size(attribute);
  if (!type || !space || size > most_bytes || H5Tis_variable_str(type) != 0) return failed;
  std::vector<char> value(size);
  return H5Aread(attribute, type, value.data());
}

herr_t touch_table(hid_t file, const char* name, const H5L_info_t* link, void*) {
  if (link->type != H5L_TYPE_HARD) return 0;
  const Hdf5Handle set(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  const Hdf5Handle type(H5Dget_type(set), H5Tclose);
  const Hdf5Handle space(H5Dget_space(set), H5Sclose);
  const Hdf5Handle creation(H5Dget_create_plist(set), H5Pclose);
  H5Dget_storage_size(set);
  return type && space && creation ? 0 : failed;
}

bool touch(const std::string& path) {
  const Hdf5Silence silence;
  const Hdf5Handle file(open_hdf5(path));
  return file && H5Aiterate2(file, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, touch_attribute, nullptr) >= 0 &&
         H5Literate(file, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, touch_table, nullptr) >= 0;
}

/// Bytes of address space that this process has taken.
rlim_t memory_taken() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

/// The life of the child: writes a byte once all is open.
[[noreturn]] void live_as_child(const std::function<bool()>& attempt, int pipe_end) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) std::signal(signal, SIG_DFL);
  const rlim_t memory = memory_taken() + most_memory;
  const rlimit no_core{0, 0}, time{most_seconds, most_seconds}, space{memory, memory};
  setrlimit(RLIMIT_CORE, &no_core);
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_AS, &space);
  bool told = false;
  try {
    told = attempt() && write(pipe_end, "", 1) == 1;
  } catch (...) {
  }
  _exit(told ? 0 : 1);
}

}  // namespace

bool succeeds_in_child(const std::function<bool()>& attempt) {
  int ends[2];
  // Where no process can be made, the file is opened without this precaution.
  if (pipe2(ends, O_CLOEXEC) != 0) return true;
  const pid_t child = fork();
  if (child == 0) live_as_child(attempt, ends[1]);
  close(ends[1]);
  char byte = 0;
  ssize_t count = 0;
  while (child > 0 && (count = read(ends[0], &byte, 1)) < 0 && errno == EINTR) {
  }
  close(ends[0]);
  while (child > 0 && waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return child < 0 || count == 1;
}

bool opens_safely(const std::string& path) {
  return succeeds_in_child([&] { return touch(path); });
}

}  // namespace dg
