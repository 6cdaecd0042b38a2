#include <vtkCPDataDescription.h>
#include <vtkCPInputDataDescription.h>
#include <vtkCPProcessor.h>
#include <vtkCPPythonPipeline.h>
#include <vtkCPPythonScriptV2Helper.h>
#include <vtkInitializationHelper.h>
#include <vtkLogger.h>
#include <vtkNew.h>
#include <vtkProcessModule.h>
#include <vtkPythonInterpreter.h>
#include <vtkRenderingOpenGLConfigure.h>
#include <vtkSMProxyManager.h>
#include <vtkSMSessionProxyManager.h>
#include <vtkSmartPointer.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/output/catalyst/messages.hpp"
#include "libdg/output/catalyst/module.hpp"
#include "libdg/output/catalyst/vtk_grid.hpp"

#ifdef VTK_USE_X
#include <X11/Xlib.h>
#endif

namespace dg {
namespace {

namespace fs = std::filesystem;

/// VTK ends the process when it draws on a display that is not there.
bool can_draw() {
#ifdef VTK_USE_X
  Display* display = XOpenDisplay(nullptr);
  if (display == nullptr) return false;
  XCloseDisplay(display);
#endif
  return true;
}

/// Makes the script's first request for a view an error of Python, which names the line.
void refuse_views() {
  vtkPythonInterpreter::RunSimpleString(R"(
from paraview import simple

def refuse_view(*arguments, **options):
    import os
    display = os.environ.get("DISPLAY")
    reason = "DISPLAY is not set" if not display else f"'{display}', which DISPLAY names, cannot be opened"
    raise RuntimeError(f"pictures need an X display, but {reason}; where there is no screen, run rkdg by 'xvfb-run -a'")

simple.CreateView = refuse_view
)");
}

/// Changes the working folder for as long as it lives.
class WorkingFolder {
 public:
  explicit WorkingFolder(const std::string& folder) : before_(fs::current_path()) { fs::current_path(folder); }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  ~WorkingFolder() {
    std::error_code ignored;
    fs::current_path(before_, ignored);
  }

 private:
  fs::path before_;
};

/// ParaView for as long as it lives: without MPI, which would start processes and end the program where it finds no
/// space for its files, and with the program's own signal handlers.
class ParaView {
 public:
  ParaView() {
    vtkLogger::EnableUnsafeSignalHandler = false;
    vtkPythonInterpreter::Initialize(0);
    vtkInitializationHelper::SetLoadSettingsFilesDuringInitialization(false);
    std::array<std::string, 3> words{"rkdg", "--no-mpi", "--symmetric"};
    std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
    vtkInitializationHelper::Initialize(3, arguments.data(), vtkProcessModule::PROCESS_BATCH);
    processor_->Initialize();
  }
  ParaView(const ParaView&) = delete;
  ParaView& operator=(const ParaView&) = delete;
  ~ParaView() {
    processor_->Finalize();
    processor_ = nullptr;
    vtkInitializationHelper::Finalize();
  }

 private:
  vtkSmartPointer<vtkCPProcessor> processor_ = vtkSmartPointer<vtkCPProcessor>::New();
};

/// The pipeline of ParaView's own adaptors imports a script at its first step only; here it is imported, and refused if
/// it is wrong, before the run begins.
template <int Dim>
class Script : public CatalystAdaptor<Dim> {
 public:
  Script(const Mesh<Dim>& mesh, const SolverOf<Dim>& solver, const CatalystOptions& options)
      : path_(fs::absolute(options.script).lexically_normal().string()), grid_(mesh, options) {
    messages_.listen();
    vtkPythonInterpreter::RunSimpleString(
        "from paraview.catalyst import detail\ndetail.InitializePythonEnvironment()\n");
    if (vtkCPPythonPipeline::DetectScriptVersion(path_.c_str()) == 1) {
      throw InputError(path_ + ": is a Catalyst script of ParaView 5.8 or older; export it again with ParaView 5.11");
    }
    if (!can_draw()) refuse_views();
    data_->AddInput("input");
    describe(solver, 0, solver.time());
    load();
  }

  void execute(const SolverOf<Dim>& solver, long step, double time, const std::string& folder) override {
    const WorkingFolder inside(folder);
    data_->ResetInputDescriptions();
    data_->SetTimeData(time, step);
    require<RunError>(helper_->RequestDataDescription(data_), "at this step");
    if (!data_->GetIfAnyGridNecessary()) return;
    executed_ = true;
    describe(solver, step, time);
    require<RunError>(helper_->CatalystExecute(data_), "at this step");
    require_source<RunError>();
  }

  void finish(const std::string& folder) override {
    const WorkingFolder inside(folder);
    require<RunError>(helper_->CatalystFinalize(), "at the end");
    if (!executed_)
      messages_.add_warning("asked for nothing when it was called, neither an extract nor catalyst_execute()");
  }

  std::vector<std::string> take_warnings() override { return messages_.take_warnings(); }

 private:
  void describe(const SolverOf<Dim>& solver, long step, double time) {
    grid_.update(solver, time);
    data_->SetTimeData(time, step);
    data_->GetInputDescriptionByName("input")->SetGrid(grid_.grid());
  }

  void load() {
    bool good = helper_->PrepareFromScript(path_);
    good = good && helper_->Import(data_);
    good = good && helper_->CatalystInitialize(data_);
    require<InputError>(good, "when it was loaded");
    // A script without any source may still make it when it is executed.
    if (source_count() > 0) require_source<InputError>();
  }

  static vtkSMSessionProxyManager* proxies() {
    return vtkSMProxyManager::GetProxyManager()->GetActiveSessionProxyManager();
  }
  static unsigned int source_count() { return proxies()->GetNumberOfProxies("sources"); }

  template <class Error>
  void require_source() const {
    if (proxies()->GetProxy("sources", "input") != nullptr) return;
    throw Error(path_ + ": takes nothing from the run: its data are TrivialProducer(registrationName='input')");
  }

  template <class Error>
  void require(bool good, const std::string& when) {
    const std::string error = messages_.take_error();
    if (!error.empty()) throw Error(error);
    if (!good) throw Error(path_ + ": Catalyst refused this script " + when + " and gave no reason");
  }

  std::string path_;
  VtkGrid<Dim> grid_;
  bool executed_ = false;
  ParaView paraview_;
  ScriptMessages messages_{path_};
  vtkNew<vtkCPDataDescription> data_;
  vtkSmartPointer<vtkCPPythonScriptV2Helper> helper_ = vtkSmartPointer<vtkCPPythonScriptV2Helper>::New();
};

}  // namespace
}  // namespace dg

extern "C" dg::CatalystAdaptor<2>* rkdg_make_catalyst_adaptor_2d(const dg::Mesh<2>& mesh, const dg::SolverOf<2>& solver,
                                                                 const dg::CatalystOptions& options) {
  return new dg::Script<2>(mesh, solver, options);
}

extern "C" dg::CatalystAdaptor<3>* rkdg_make_catalyst_adaptor_3d(const dg::Mesh<3>& mesh, const dg::SolverOf<3>& solver,
                                                                 const dg::CatalystOptions& options) {
  return new dg::Script<3>(mesh, solver, options);
}
