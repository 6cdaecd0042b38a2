/// What all ranks of a run do together at the word of rank 0, on one rank just what that does.
#pragma once

#include <string>
#include <vector>

#include "apps/run/averages.hpp"
#include "apps/run/in_situ.hpp"
#include "apps/run/problem.hpp"
#include "libdg/output/checkpoint.hpp"
#include "libdg/output/vtkhdf_series.hpp"

namespace dg::app {

/// Called by the other ranks where rank 0 calls one of the functions below: does their part of it. Throws RunError if
/// they cannot write theirs, InputError if they cannot read it. `averages` and `script` are this rank's, null
/// if there are none.
template <int Dim>
void do_rank_work(ProblemOf<Dim>& problem, Averages<Dim>* averages, InSitu<Dim>* script, const RankCall& call);

/// Writes the fields of the present state, under a time of series_time(). Throws InputError.
template <int Dim>
void write_fields(const ProblemOf<Dim>& problem, const std::string& path, double time);

/// Adds the fields of the present state to a series, which is that of rank 0, as is the time. Throws InputError.
template <int Dim>
void add_fields(const ProblemOf<Dim>& problem, VtkHdfSeries& series, double time);

/// Points of the cells that show the fields.
template <int Dim>
std::int64_t shown_points(const ProblemOf<Dim>& problem);

/// Of an inviscid flow with a free stream, see libdg/output/entropy_error.hpp.
template <int Dim>
double entropy_error_of(const ProblemOf<Dim>& problem);

/// Writes a checkpoint, whose coefficients are those of the present state, and whose averages those so far, null if the
/// case has none. Throws InputError.
template <int Dim>
void write_checkpoint(const ProblemOf<Dim>& problem, const Averages<Dim>* averages, Checkpoint checkpoint,
                      const std::string& path);

/// Takes the coefficients of a checkpoint, raised to the degree of the case. Throws InputError if they are damaged, or
/// of another number than the case has.
template <int Dim>
void read_coefficients(ProblemOf<Dim>& problem, const std::string& path);

/// Conservative state at each of the probes. Precondition: there are some.
template <int Dim>
std::vector<std::array<double, Dim + 2>> probe_states(const ProblemOf<Dim>& problem);

}  // namespace dg::app
