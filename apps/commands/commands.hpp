/// The subcommands of rkdg. Each takes the arguments after its name and returns the exit status.
#pragma once

#include "apps/command_line.hpp"

namespace dg::app {

int command_run(const Arguments& arguments);
int command_check(const Arguments& arguments);
int command_converge(const Arguments& arguments);
int command_bench(const Arguments& arguments);
int command_mesh(const Arguments& arguments);
int command_convert(const Arguments& arguments);
int command_reorder(const Arguments& arguments);
int command_partition(const Arguments& arguments);
int command_export(const Arguments& arguments);
int command_spectrum(const Arguments& arguments);
int command_info(const Arguments& arguments);
int command_plot(const Arguments& arguments);
int command_lbm(const Arguments& arguments);
int command_compile(const Arguments& arguments);
int command_cache(const Arguments& arguments);
int command_keys(const Arguments& arguments);
int command_new(const Arguments& arguments);
int command_docs(const Arguments& arguments);
int command_completion(const Arguments& arguments);

/// What the page of the case file says of a section or key; see `rkdg help`. Throws InputError for another word.
void print_help_of_keys(const std::string& topic);

}  // namespace dg::app
