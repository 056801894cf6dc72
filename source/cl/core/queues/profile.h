// What the driver tells KILN_PROFILE (support/trace.h).
#pragma once

#include <CL/cl.h>

#include <string_view>

#include "support/trace.h"

namespace cl {

class Queue;

/// When a command ran, by the clock of its queue's device, and how it ended.
struct CommandTimes {
  cl_ulong started, ended;
  cl_int status = CL_COMPLETE;
};

/// A command that is over. Only while support::isTracing().
void traceCommand(const Queue &queue, cl_command_type type, const CommandTimes &times,
                  std::string_view kernel = {});

/// What is done in place of a command, on the calling thread.
class DirectTrace {
 public:
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
