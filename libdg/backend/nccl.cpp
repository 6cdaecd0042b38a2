#include "libdg/backend/nccl.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "libdg/core/errors.hpp"

namespace dg {
namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool load(const char* path, Nccl& nccl) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return library && find(library, "ncclGetUniqueId", nccl.get_unique_id) &&
         find(library, "ncclCommInitRank", nccl.init_rank) && find(library, "ncclGroupStart", nccl.group_start) &&
         find(library, "ncclGroupEnd", nccl.group_end) && find(library, "ncclSend", nccl.send) &&
         find(library, "ncclRecv", nccl.receive) && find(library, "ncclAllReduce", nccl.all_reduce) &&
         find(library, "ncclGetErrorString", nccl.error_string);
}

}  // namespace

const Nccl* find_nccl() {
  static Nccl nccl{};
  const char* named = std::getenv("RKDG_NCCL");
  if (named && std::string(named) == "off") return nullptr;
  if (load(named ? named : "libnccl.so.2", nccl)) return &nccl;
  if (!named) return nullptr;
  const char* reason = dlerror();
  throw InputError(std::string("RKDG_NCCL=") + named + ": is not an NCCL library" +
                   (reason ? std::string(" (") + reason + ")" : "") + "; name libnccl.so.2, or 'off'");
}

void check_nccl(const Nccl& nccl, Nccl::Result result, const char* what) {
  if (result != 0) throw RunError(std::string(what) + ": " + nccl.error_string(result));
}

}  // namespace dg
