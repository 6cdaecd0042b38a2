/// What a backend can do at most: its memory and its arithmetic, measured by this program on this machine.
#pragma once

#include <string>

#include "libdg/solver/options.hpp"

namespace dg::roofline {

struct Ceilings {
  BackendKind backend = BackendKind::cpu;
  Precision precision = Precision::double_precision;
  int threads = 1;
  double copy = 0.0;                  ///< bytes per second, read and written
  double level1 = 0.0, level2 = 0.0;  ///< bytes per second read from the caches of the cores; 0: not measured
  double vector = 0.0;                ///< flop/s, multiply-adds on vector units
  double tensor = 0.0;                ///< flop/s, matrix units of 8 x 8 x 4; 0: none
  double tensor16 = 0.0;              ///< and of 16 x 8 x 16

  std::string text() const;
};

Ceilings measure_ceilings(BackendKind backend, Precision precision, int threads);

}  // namespace dg::roofline
