/// Independent pieces of work, each on a thread of its own.
#pragma once

#include <functional>
#include <future>
#include <initializer_list>
#include <vector>

namespace dg {

/// Runs all tasks at the same time, as far as the machine can, and waits for them. If some throw, the exception of the
/// one that comes first in the list is thrown again.
inline void side_by_side(std::initializer_list<std::function<void()>> tasks) {
  std::vector<std::future<void>> running;
  for (const auto& task : tasks) running.push_back(std::async(task));
  for (auto& task : running) task.wait();
  for (auto& task : running) task.get();
}

}  // namespace dg
