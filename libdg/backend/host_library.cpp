#include "libdg/backend/host_library.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <memory>
#include <mutex>

#include "libdg/backend/code_cache.hpp"
#include "libdg/backend/compilation_notice.hpp"
#include "libdg/backend/host_compiler.hpp"
#include "libdg/backend/kernel_source.hpp"
#include "libdg/backend/own_library.hpp"
#include "libdg/backend/shared_library.hpp"

namespace dg {
namespace {

/// A file in memory alone: what is opened is what the cache has checked.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : file_(memfd_create("rkdg_kernels", MFD_CLOEXEC)) {
    for (std::size_t written = 0; file_ >= 0 && written < bytes.size();) {
      const ssize_t n = ::write(file_, bytes.data() + written, bytes.size() - written);
      if (n <= 0) throw RunError("there is no memory for compiled kernels");
      written += static_cast<std::size_t>(n);
    }
    if (file_ < 0) throw RunError("there is no file in memory for compiled kernels");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(file_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

/// The loader takes two libraries of one path for the same, so the file keeps its number to itself.
struct HostLibrary {
  MemoryFile file;
  SharedLibrary library;

  HostLibrary(const std::string& image, const std::string& what) : file(image), library({file.path()}, what) {}
};

}  // namespace

void* host_function(const HostProgram& program) {
  static std::mutex guard;
  static std::map<std::string, std::unique_ptr<HostLibrary>> libraries;
  const std::scoped_lock lock(guard);
  const std::string key =
      CodeCache::key({key_of_kernel_headers(), host_compiler_version(), host_target(), own_shared_library(),
                      program.text, program.headers.empty() ? "" : key_of_headers(program.headers)});
  auto& library = libraries[key];
  if (!library) {
    const DeviceCode code = user_cache().find_or_make(key, [&] {
      notify({program.what, "this CPU, which can take a minute"});
      return DeviceCode{compile_for_host(program.text, program.headers), program.function};
    });
    library = std::make_unique<HostLibrary>(code.image, program.what);
  }
  return reinterpret_cast<void*>(library->library.get<void()>(program.function.c_str()));
}

}  // namespace dg
