#include "libdg/core/errors.hpp"
#include "libdg/output/energy_spectrum.hpp"

namespace dg {

template <int Dim>
EnergySpectrum energy_spectrum(const PeriodicGrid<Dim>&, std::array<std::vector<double>, Dim>) {
  throw InputError("an energy spectrum is not in this build, which has no FFTW (Debian: libfftw3-dev)");
}

template EnergySpectrum energy_spectrum<2>(const PeriodicGrid<2>&, std::array<std::vector<double>, 2>);
template EnergySpectrum energy_spectrum<3>(const PeriodicGrid<3>&, std::array<std::vector<double>, 3>);

}  // namespace dg
