#include "libdg/output/catalyst/messages.hpp"

#include <vtkLogger.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>

#include <cstdio>
#include <sstream>
#include <utility>

namespace dg {
namespace {

constexpr const char* listener = "rkdg";

/// Python writes to VTK's window only, in pieces; VTK's own messages, and all warnings, come to the log as well.
class MessageWindow : public vtkOutputWindow {
 public:
  static MessageWindow* New();

  void DisplayText(const char* text) override { messages->print(text); }
  void DisplayErrorText(const char* text) override { messages->add_error(text); }
  void DisplayWarningText(const char*) override {}
  void DisplayGenericWarningText(const char*) override {}

  ScriptMessages* messages = nullptr;
};
vtkStandardNewMacro(MessageWindow);

void on_log(void* receiver, const vtkLogger::Message& message) {
  auto& messages = *static_cast<ScriptMessages*>(receiver);
  const std::string text = std::string(message.message) + "\n";
  if (message.verbosity == vtkLogger::VERBOSITY_WARNING) {
    messages.add_warning(text);
  } else {
    messages.add_error(text);
  }
}

/// The lines of a text that are not empty and do not name a source file of VTK.
std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    const bool source =
        line.starts_with("ERROR: In ") || line.starts_with("Warning: In ") || line.starts_with("Generic Warning: In ");
    if (!source && line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back(line);
  }
  return lines;
}

/// Leaves out the address that VTK gives of the object, as in "vtkPlane (0x55d0c3a1): Bad normal".
std::string without_address(const std::string& line) {
  const std::size_t open = line.find(" (0x"), close = line.find("): ");
  if (open == std::string::npos || close == std::string::npos || close < open) return line;
  return line.substr(0, open) + line.substr(close + 1);
}

/// True for what says no more than that a run holds one state, that of now, that a script needs no options, and that a
/// time is annotated in a picture.
bool is_harmless(const std::string& warning) {
  for (const char* words : {"vtkPVTrivialProducer", "missing Catalyst 'options'",
                            "Argument time already exists. Try to add another one."}) {
    if (warning.find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

ScriptMessages::~ScriptMessages() {
  vtkLogger::RemoveCallback(listener);
  vtkOutputWindow::SetInstance(nullptr);
}

void ScriptMessages::listen() {
  vtkNew<MessageWindow> window;
  window->messages = this;
  vtkOutputWindow::SetInstance(window);
  vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
  vtkLogger::AddCallback(listener, on_log, this, vtkLogger::VERBOSITY_WARNING);
}

void ScriptMessages::print(const char* text) const {
  if (!prints_) return;
  std::fputs(text, stdout);
  std::fflush(stdout);
}

void ScriptMessages::add_warning(const std::string& text) {
  std::string all = path_ + ":";
  for (const std::string& line : lines_of(text)) {
    all += ' ';
    all += without_address(line);
  }
  if (is_harmless(text)) return;
  if (known_warnings_.insert(all).second) warnings_.push_back(all);
}

std::string ScriptMessages::take_error() {
  const std::string errors = std::exchange(errors_, {});
  const std::string opening = "  File \"" + path_ + "\", line ";
  std::string place = path_;
  bool traceback = false;
  const std::vector<std::string> lines = lines_of(errors);
  if (lines.empty()) return {};
  for (const std::string& line : lines) {
    traceback = traceback || line.starts_with("  File \"");
    if (!line.starts_with(opening)) continue;
    const std::size_t end = line.find_first_not_of("0123456789", opening.size());
    place = path_ + ":" + line.substr(opening.size(), end - opening.size());
  }
  // Python says what is wrong at the end, VTK at the start.
  return place + ": " + without_address(traceback ? lines.back() : lines.front());
}

std::vector<std::string> ScriptMessages::take_warnings() { return std::exchange(warnings_, {}); }

}  // namespace dg
