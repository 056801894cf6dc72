// Reports commands to KILN_PROFILE (support/trace_events.h).
#pragma once

#include <CL/cl.h>

#include <string_view>

#include "support/trace_events.h"

namespace cl {

class Queue;

/// The start and end of a command on its device's clock, and its final status.
struct CommandTimes {
  cl_ulong started, ended;
  cl_int status = CL_COMPLETE;
};

/// Reports a finished command. Call only while support::isTracing().
void traceCommand(const Queue &queue, cl_command_type type, const CommandTimes &times,
                  std::string_view kernel = {});

/// Reports work that the calling thread does in place of a command.
class DirectTrace {
 public:
  /// Takes the start time if tracing is on. The queue must outlive it.
  DirectTrace(const Queue &queue, cl_command_type type);
  ~DirectTrace();
  DirectTrace(const DirectTrace &) = delete;
  DirectTrace &operator=(const DirectTrace &) = delete;

 private:
  const Queue &queue_;
  cl_command_type type_;
  cl_ulong start_;
};

}  // namespace cl
