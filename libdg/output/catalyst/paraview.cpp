#include "libdg/output/catalyst/paraview.hpp"

#include <vtkInitializationHelper.h>
#include <vtkMultiProcessController.h>
#include <vtkNew.h>
#include <vtkProcessModule.h>
#include <vtkPythonInterpreter.h>
#include <vtkRenderingOpenGLConfigure.h>
#include <vtkSMParaViewPipelineController.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <vector>

#include "libdg/core/errors.hpp"

#ifdef VTK_USE_X
#include <X11/Xlib.h>
#endif

namespace dg {
namespace {

/// VTK ends the process when it draws on a display that is not there. The connection stays open: a server resets when
/// its last client leaves, and those that connect meanwhile, as VTK or another rank would, are turned away.
bool can_draw() {
#ifdef VTK_USE_X
  static const Display* const display = XOpenDisplay(nullptr);
  return display != nullptr;
#else
  return true;
#endif
}

/// Puts back the signal handlers of the program when it goes. VTK's logger would end the run where the program writes a
/// checkpoint first.
class KeptSignalHandlers {
 public:
  KeptSignalHandlers() {
    for (const int signal : signals) sigaction(signal, nullptr, &handlers_[signal]);
  }
  KeptSignalHandlers(const KeptSignalHandlers&) = delete;
  KeptSignalHandlers& operator=(const KeptSignalHandlers&) = delete;
  ~KeptSignalHandlers() {
    for (const int signal : signals) sigaction(signal, &handlers_[signal], nullptr);
  }

 private:
  static constexpr std::array signals{SIGHUP,  SIGINT,  SIGILL,  SIGABRT, SIGBUS, SIGFPE,
                                      SIGSEGV, SIGPIPE, SIGTERM, SIGUSR1, SIGUSR2};
  std::array<struct sigaction, NSIG> handlers_{};
};

/// Throws unless ParaView numbers the processes as the run does.
void require_same_ranks(const Communicator& ranks, const std::string& script) {
  vtkMultiProcessController* const all = vtkMultiProcessController::GetGlobalController();
  const int size = all == nullptr ? 1 : all->GetNumberOfProcesses();
  const int rank = all == nullptr ? 0 : all->GetLocalProcessId();
  if (size == ranks.size() && rank == ranks.rank()) return;
  throw InputError(script + ": ParaView sees " + std::to_string(size) + " ranks where the run has " +
                   std::to_string(ranks.size()) + "; use a ParaView built with the MPI of rkdg, or one rank");
}

}  // namespace

ParaView::ParaView(Communicator& ranks, const std::string& script)
    : processor_(vtkSmartPointer<vtkCPProcessor>::New()) {
  const KeptSignalHandlers kept;
  vtkPythonInterpreter::Initialize(0);
  vtkInitializationHelper::SetLoadSettingsFilesDuringInitialization(false);
  std::vector<std::string> words{"rkdg", "--symmetric"};
  if (ranks.size() == 1) words.emplace_back("--no-mpi");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  vtkInitializationHelper::Initialize(static_cast<int>(words.size()), arguments.data(),
                                      vtkProcessModule::PROCESS_BATCH);
  require_same_ranks(ranks, script);
  if (ranks.size() > 1) open_session(ranks);
  processor_->Initialize();
}

/// In place of the one that the processor would open.
void ParaView::open_session(Communicator& ranks) {
  session_ = vtkSmartPointer<SessionOfRanks>::New();
  session_->set_ranks(ranks);
  vtkProcessModule::GetProcessModule()->RegisterSession(session_);
  vtkNew<vtkSMParaViewPipelineController> controller;
  controller->InitializeSession(session_);
}

ParaView::~ParaView() {
  processor_->Finalize();
  processor_ = nullptr;
  session_ = nullptr;
  vtkInitializationHelper::Finalize();
}

void refuse_views_without_display(Communicator& ranks) {
  std::int64_t first[]{can_draw() ? ranks.size() : ranks.rank()};
  ranks.reduce(first, Reduction::least);
  if (first[0] == ranks.size()) return;
  const std::string whose = first[0] == ranks.rank() ? "None" : "'rank " + std::to_string(first[0]) + " has none'";
  const std::string script = "other = " + whose + R"(

from paraview import simple

def refuse_view(*arguments, **options):
    import os
    display = os.environ.get("DISPLAY")
    reason = "DISPLAY is not set" if not display else f"'{display}', which DISPLAY names, cannot be opened"
    raise RuntimeError(f"pictures need an X display, but {other or reason}; where there is no screen, run rkdg by "
                       "'xvfb-run -a'")

simple.CreateView = refuse_view
)";
  vtkPythonInterpreter::RunSimpleString(script.c_str());
}

}  // namespace dg
