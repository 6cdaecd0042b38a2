/// Power spectra of what a run has written as tables over time: probes, forces, histories.
#pragma once

#include <string>
#include <vector>

namespace dg::app {

struct HistorySpectrumSettings {
  std::string path;                    ///< of the table to write: f, then a column for each spectrum
  std::vector<std::string> columns{};  ///< empty: all that are no time, step, place or name
  double from = 0;                     ///< rows before this time are left out
  int segments = 8;
};

/// Writes a spectrum of each column, and of each probe or boundary where the table has several. Says in lines what they
/// are of and where the largest densities lie. Throws InputError for a file that is no such table, a column that it
/// lacks, too few rows, and a file that cannot be written.
std::string write_history_spectra(const std::string& table, const HistorySpectrumSettings& settings);

}  // namespace dg::app
