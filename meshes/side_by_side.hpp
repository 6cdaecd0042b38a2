/// Independent pieces of work, each on a thread of its own; on the calling thread where the system grants no more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <future>
#include <initializer_list>
#include <thread>
#include <vector>

#include "meshes/index.hpp"

namespace dg {

/// Runs all tasks at the same time, as far as the machine can, and waits for them. If some throw, the exception of the
/// one that comes first in the list is thrown again.
inline void side_by_side(std::initializer_list<std::function<void()>> tasks) {
  std::vector<std::future<void>> running;
  for (const auto& task : tasks) running.push_back(std::async(task));
  for (auto& task : running) task.wait();
  for (auto& task : running) task.get();
}

/// Calls visit(first, last) for parts of 0 ... n - 1 that follow each other, at the same time. Where there are several,
/// they have at least so many items. If some throw, the exception of the first of these parts is thrown again.
template <class Visit>
void in_parts(Index n, Index least, const Visit& visit) {
  constexpr Index most = 8;  // each thread takes address space, and few of them wait for memory already
  const Index parts =
      std::clamp<Index>(n / least, 1, std::min<Index>(most, std::max(1U, std::thread::hardware_concurrency())));
  const auto begin = [&](Index part) { return static_cast<Index>(std::int64_t(n) * part / parts); };
  if (parts == 1) return visit(Index{0}, n);
  std::vector<std::future<void>> running;
  // Without a policy: a limit on threads or address space defers a part to its wait(), and does not end the program.
  for (Index p = 0; p < parts; ++p) running.push_back(std::async([&, p] { visit(begin(p), begin(p + 1)); }));
  for (auto& part : running) part.wait();
  for (auto& part : running) part.get();
}

}  // namespace dg
