#include "libdg/backend/own_library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>

namespace dg {

const std::string& own_shared_library() {
  static const std::string path = [] {
    Dl_info info;
    link_map* map = nullptr;
    const bool is_known = dladdr1(reinterpret_cast<void*>(&own_shared_library), &info, reinterpret_cast<void**>(&map),
                                  RTLD_DL_LINKMAP) != 0;
    const bool is_program = !is_known || map == nullptr || *map->l_name == '\0';
    return is_program ? std::string() : std::filesystem::absolute(map->l_name).string();
  }();
  return path;
}

}  // namespace dg
