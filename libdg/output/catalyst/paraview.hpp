/// ParaView in this process, and what it needs of the machine to draw.
#pragma once

#include <vtkCPProcessor.h>
#include <vtkSmartPointer.h>

#include <string>

#include "libdg/backend/communicator.hpp"
#include "libdg/output/catalyst/session_of_ranks.hpp"

namespace dg {

/// ParaView for as long as it lives, with the program's own signal handlers. On one rank it is without MPI, which would
/// start processes and end the program where it finds no space for its files. On several ranks it uses the MPI that
/// runs already, by a communicator of its own.
class ParaView {
 public:
  /// All ranks make it together. Throws InputError, opening with the name of the script, if ParaView is not on as many
  /// ranks as there are.
  ParaView(Communicator& ranks, const std::string& script);
  ParaView(const ParaView&) = delete;
  ParaView& operator=(const ParaView&) = delete;
  ~ParaView();

  /// Throws OtherRankFailed if the script has waited for a rank that failed.
  void check() const {
    if (session_ != nullptr) session_->check();
  }

 private:
  void open_session(Communicator& ranks);

  vtkSmartPointer<vtkCPProcessor> processor_;
  vtkSmartPointer<SessionOfRanks> session_;  ///< on several ranks
};

/// Where a rank has no X display, makes the script's first request for a view an error of Python, which names the line.
/// VTK would end the process. All ranks call this together.
void refuse_views_without_display(Communicator& ranks);

}  // namespace dg
