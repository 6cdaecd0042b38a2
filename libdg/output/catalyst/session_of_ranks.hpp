/// What ParaView knows of data that lie on several ranks: ranges of fields, bounds, numbers of cells.
#pragma once

#include <vtkSMSession.h>

#include <exception>

#include "libdg/backend/communicator.hpp"

class vtkPVInformation;

namespace dg {

/// Where each rank runs the script by itself, ParaView 5.11 tells it of its own data only. Colours that follow the
/// range of a field would then differ from rank to rank, and so would cuts through the centre. This session tells all
/// ranks of the data of all. They ask together, because all run the same script.
class SessionOfRanks : public vtkSMSession {
 public:
  vtkTypeMacro(SessionOfRanks, vtkSMSession) static SessionOfRanks* New();
  SessionOfRanks(const SessionOfRanks&) = delete;
  SessionOfRanks& operator=(const SessionOfRanks&) = delete;

  /// To be called before the first question; the communicator must outlive the session.
  void set_ranks(Communicator& ranks) { ranks_ = &ranks; }

  /// Throws what a question has failed with, as where another rank has failed: no exception passes through Python.
  void check() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  bool GatherInformation(vtkTypeUInt32 location, vtkPVInformation* information, vtkTypeUInt32 id) override;

 protected:
  SessionOfRanks() = default;
  ~SessionOfRanks() override = default;

 private:
  void join(vtkPVInformation& information);

  Communicator* ranks_ = nullptr;
  std::exception_ptr failure_;
};

}  // namespace dg
