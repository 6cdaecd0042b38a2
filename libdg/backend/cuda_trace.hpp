/// Marks a pass on the timeline, if one is being made.
#pragma once

#include "libdg/backend/device_handles.hpp"

namespace dg {

/// A pass for as long as this lives: what is launched on the stream meanwhile. `name` must be a literal.
class TracedPass {
 public:
  TracedPass(const char* name, StreamHandle stream);
  TracedPass(const TracedPass&) = delete;
  TracedPass& operator=(const TracedPass&) = delete;
  ~TracedPass();

 private:
  StreamHandle stream_;
  EventHandle end_ = nullptr;  ///< null: nobody looks
};

}  // namespace dg
