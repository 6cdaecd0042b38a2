#include "apps/run/folder_claim.hpp"

#include "apps/run/case_inputs.hpp"
#include "apps/run/surface_files.hpp"

namespace dg::app {

template <int Dim>
FolderClaim folder_claim(const ProblemOf<Dim>& problem, const RunSettings& settings, const StartingPoint& from) {
  FolderClaim claim{.case_path = problem.c.path,
                    .inputs = input_files(problem.c),
                    .more_files = {},
                    .bytes = 4 * sizeof(double) * static_cast<std::uintmax_t>(problem.solver->info().dof),
                    .checkpoint = settings.restart,
                    .checkpoint_run = from.run};
  for (const std::string& name : problem.c.output.surface) {
    for (const char* suffix : {"", "_mean"}) claim.more_files.push_back(surface_file_name(name, suffix));
    if (Dim == 3) claim.more_files.push_back(surface_file_name(name, "", ".vtu"));
  }
  if (const std::string series = earlier_series(problem.c, from); !series.empty()) claim.more_files.push_back(series);
  return claim;
}

template FolderClaim folder_claim<2>(const ProblemOf<2>&, const RunSettings&, const StartingPoint&);
template FolderClaim folder_claim<3>(const ProblemOf<3>&, const RunSettings&, const StartingPoint&);

}  // namespace dg::app
