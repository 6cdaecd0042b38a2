/// What ParaView and Python say while a script is at work, kept instead of printed, and cut down to one line.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace dg {

class ScriptMessages {
 public:
  /// Messages of the script at `path`, which they name. What it prints goes to standard output if it `prints`.
  ScriptMessages(std::string path, bool prints) : path_(std::move(path)), prints_(prints) {}
  ScriptMessages(const ScriptMessages&) = delete;
  ScriptMessages& operator=(const ScriptMessages&) = delete;
  ~ScriptMessages();

  /// From here on receives what goes through VTK's log and window.
  void listen();

  void print(const char* text) const;
  void add_error(const std::string& text) { errors_ += text; }
  void add_warning(const std::string& text);

  /// The gist of the errors since the last call, with the last place in the script that they name; empty if none.
  std::string take_error();

  /// The warnings since the last call, without those that have been taken before.
  std::vector<std::string> take_warnings();

 private:
  std::string path_, errors_;
  bool prints_;
  std::vector<std::string> warnings_;
  std::set<std::string> known_warnings_;
};

}  // namespace dg
