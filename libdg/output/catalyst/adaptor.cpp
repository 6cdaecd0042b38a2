#include <vtkCPDataDescription.h>
#include <vtkCPInputDataDescription.h>
#include <vtkCPPythonPipeline.h>
#include <vtkCPPythonScriptV2Helper.h>
#include <vtkNew.h>
#include <vtkPythonInterpreter.h>
#include <vtkSMProxyManager.h>
#include <vtkSMSessionProxyManager.h>
#include <vtkSmartPointer.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/output/catalyst/messages.hpp"
#include "libdg/output/catalyst/module.hpp"
#include "libdg/output/catalyst/paraview.hpp"
#include "libdg/output/catalyst/vtk_grid.hpp"

namespace dg {
namespace {

namespace fs = std::filesystem;

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

/// The pipeline of ParaView's own adaptors imports a script at its first step only; here it is imported, and refused if
/// it is wrong, before the run begins. Ranks that succeed wait for the others after each part of the work.
template <int Dim>
class Script : public CatalystAdaptor<Dim> {
 public:
  Script(const OwnCells<Dim>& own, const SolverOf<Dim>& solver, const CatalystOptions& options)
      : path_(fs::absolute(options.script).lexically_normal().string()),
        ranks_(own.ranks),
        grid_(own, options),
        paraview_(ranks_, path_) {
    messages_.listen();
    vtkPythonInterpreter::RunSimpleString(
        "from paraview.catalyst import detail\ndetail.InitializePythonEnvironment()\n");
    if (vtkCPPythonPipeline::DetectScriptVersion(path_.c_str()) == 1) {
      throw InputError(path_ + ": is a Catalyst script of ParaView 5.8 or older; export it again with ParaView 5.11");
    }
    refuse_views_without_display(ranks_);
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
    wait_for_others();
  }

  void finish(const std::string& folder) override {
    const WorkingFolder inside(folder);
    require<RunError>(helper_->CatalystFinalize(), "at the end");
    wait_for_others();
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
    wait_for_others();
  }

  /// Throws OtherRankFailed if one of them does not come here.
  void wait_for_others() {
    std::int64_t nothing[]{0};
    ranks_.reduce(nothing, Reduction::sum);
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
    paraview_.check();
    if (!error.empty()) throw Error(error);
    if (!good) throw Error(path_ + ": Catalyst refused this script " + when + " and gave no reason");
  }

  std::string path_;
  Communicator& ranks_;
  VtkGrid<Dim> grid_;
  bool executed_ = false;
  ParaView paraview_;
  ScriptMessages messages_{path_, ranks_.rank() == 0};
  vtkNew<vtkCPDataDescription> data_;
  vtkSmartPointer<vtkCPPythonScriptV2Helper> helper_ = vtkSmartPointer<vtkCPPythonScriptV2Helper>::New();
};

}  // namespace
}  // namespace dg

extern "C" dg::CatalystAdaptor<2>* rkdg_make_catalyst_adaptor_2d(const dg::OwnCells<2>& own,
                                                                 const dg::SolverOf<2>& solver,
                                                                 const dg::CatalystOptions& options) {
  return new dg::Script<2>(own, solver, options);
}

extern "C" dg::CatalystAdaptor<3>* rkdg_make_catalyst_adaptor_3d(const dg::OwnCells<3>& own,
                                                                 const dg::SolverOf<3>& solver,
                                                                 const dg::CatalystOptions& options) {
  return new dg::Script<3>(own, solver, options);
}
