// Reports commands to KILN_PROFILE (support/trace_events.h).
//
// Each queue is a track of the trace. Commands of an in-order queue never overlap there; those of
// an out-of-order queue may. Times come from the clock of the device. If this clock differs from
// that of the trace by more than a second, times are shifted by the present difference of both
// clocks.
#pragma once

#include <CL/cl.h>

#include <string_view>

#include "support/trace_events.h"

namespace cl {

class Queue;

/// The start and end of a command on its device's clock in nanoseconds, and its final status.
struct CommandTimes {
  /// Nanoseconds.
  cl_ulong started, ended;
  /// CL_COMPLETE, or a negative error.
  cl_int status = CL_COMPLETE;
};

/// Reports a finished command as an interval on the track of its queue. `kernel` is the name of a
/// launched kernel; commands without one are named by their type. Call only while
/// support::isTracing().
void traceCommand(const Queue &queue, cl_command_type type, const CommandTimes &times,
                  std::string_view kernel = {});

/// Reports work done by the calling thread in place of a command, from its construction to its end.
/// Without tracing it costs one test.
class DirectTrace {
 public:
  /// Takes the start time if tracing is on. The queue must outlive the trace.
  DirectTrace(const Queue &queue, cl_command_type type);
  /// Reports the work, successful or not.
  ~DirectTrace();
  DirectTrace(const DirectTrace &) = delete;
  DirectTrace &operator=(const DirectTrace &) = delete;

 private:
  const Queue &queue_;
  cl_command_type type_;
  // 0 while nothing is traced.
  cl_ulong start_;
};

}  // namespace cl
