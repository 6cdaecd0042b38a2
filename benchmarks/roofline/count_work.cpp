#include "benchmarks/roofline/count_work.hpp"

#include <cassert>

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
  assert(false && "a degree that is not in this build");
  return {};
}

}  // namespace dg::roofline
