#include <dlfcn.h>

#include <filesystem>
#include <fstream>

#include "libdg/core/errors.hpp"
#include "libdg/output/catalyst/module.hpp"

namespace dg {
namespace {

void require_script(const std::string& path) {
  if (!std::ifstream(path) || std::filesystem::is_directory(path)) {
    throw InputError(path + ": cannot read this Catalyst script");
  }
}

}  // namespace

bool has_catalyst() { return true; }

template <int Dim>
std::unique_ptr<CatalystAdaptor<Dim>> make_catalyst_adaptor(const OwnCells<Dim>& own, const SolverOf<Dim>& solver,
                                                            const CatalystOptions& options) {
  require_script(options.script);
  // Global, because Python's own modules take the symbols of Python from the process.
  void* module = dlopen(RKDG_CATALYST_MODULE, RTLD_NOW | RTLD_GLOBAL);
  void* symbol = module == nullptr ? nullptr : dlsym(module, catalyst_entry_point<Dim>);
  if (symbol == nullptr) throw InputError(options.script + ": ParaView Catalyst cannot be loaded: " + dlerror());
  const auto make = reinterpret_cast<MakeCatalystAdaptor<Dim>*>(symbol);
  return std::unique_ptr<CatalystAdaptor<Dim>>(make(own, solver, options));
}

template std::unique_ptr<CatalystAdaptor<2>> make_catalyst_adaptor(const OwnCells<2>&, const SolverOf<2>&,
                                                                   const CatalystOptions&);
template std::unique_ptr<CatalystAdaptor<3>> make_catalyst_adaptor(const OwnCells<3>&, const SolverOf<3>&,
                                                                   const CatalystOptions&);

}  // namespace dg
