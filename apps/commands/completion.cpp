#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// Commands and their options come from `--help`, keys from `rkdg keys`: the script knows none of them itself.
constexpr const char* bash = R"bash(# Completion of rkdg for bash: source <(rkdg completion bash)
_rkdg() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]}
  local command=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$("$program" --help | sed -n 's/^  \([a-z]\+\) .*/\1/p')" -- "$word"))
  elif [[ $before == --set ]]; then
    COMPREPLY=($(compgen -S = -W "$("$program" keys --names)" -- "$word"))
    compopt -o nospace 2>/dev/null
  elif [[ $command == help ]]; then
    COMPREPLY=($(compgen -W "$("$program" keys --names)" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$("$program" "$command" --help | grep -o -- '--[a-z][a-z-]*' | sort -u)" -- "$word"))
  else
    compopt -o default 2>/dev/null
  fi
}
complete -F _rkdg rkdg
)bash";

}  // namespace

int command_completion(const Arguments& arguments) {
  boost::program_options::options_description options("Options");
  const auto values = parse_command_line({"completion", "bash|zsh",
                                          "Prints a script that completes commands, options and keys in a shell: "
                                          "source <(rkdg completion bash)"},
                                         options, {"bash|zsh"}, false, arguments);
  if (!values) return 0;
  const std::string shell = (*values)["bash|zsh"].as<Arguments>().front();
  if (shell != "bash" && shell != "zsh")
    throw InputError("rkdg completion: there is none for " + in_quotes(shell) + ", only for bash and zsh");
  if (shell == "zsh") print_out("autoload -U +X bashcompinit && bashcompinit\n");
  print_out("{}", bash);
  return 0;
}

}  // namespace dg::app
