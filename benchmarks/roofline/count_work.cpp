#include "benchmarks/roofline/count_work.hpp"

#include <fmt/format.h>

#include "libdg/core/errors.hpp"

namespace dg::roofline {

Work StageWork::total() const {
  Work sum;
  for (const PassWork& pass : passes) sum += pass.work;
  return sum;
}

StageWork count_work(CellKind kind, int degree, Assembly assembly) {
#define RKDG_DEGREE(D, P)             \
  if (kind.dim() == D && degree == P) \
    return count_work<D, P>(kind, assembly == Assembly::tiles ? Assembly::gather : assembly);
  RKDG_FOR_EACH_DEGREE
#undef RKDG_DEGREE
  throw InputError(fmt::format(
      "the work of degree {} in {} dimensions was not counted; build with -DRKDG_BENCHMARKS=ON", degree, kind.dim()));
}

}  // namespace dg::roofline
