#include "libdg/kernels/operators/functions_of_kernels.hpp"

#include "libdg/element/face_modes.hpp"
#include "libdg/space/cell_blocks.hpp"

namespace dg {
namespace {

template <class Real, int Dim>
void add(std::vector<const void*>& all) {
  all.push_back(reinterpret_cast<const void*>(&make_face_modes<Real, Dim>));
  all.push_back(reinterpret_cast<const void*>(&make_cell_blocks<Real, Dim>));
}

}  // namespace

std::vector<const void*> functions_of_kernels() {
  std::vector<const void*> all;
  add<double, 2>(all);
  add<double, 3>(all);
  add<float, 2>(all);
  add<float, 3>(all);
  return all;
}

}  // namespace dg
