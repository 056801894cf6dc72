// Measures a command: run times of its kernel, performance counters, and its entry in KILN_PROFILE.
//
// Three clients want to know about a command. The application may ask for performance counters
// (cl_kiln_performance_counters). KernelCode compares run times of variants. KILN_PROFILE gets a
// trace. A command without any of them pays for a few tests only.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/build/run_times.h"
#include "core/queues/counters.h"
#include "core/queues/profile.h"

namespace cl {

class LoadedKernel;

/// The measurements of one command. The recording thread prepares them and the thread that
/// completes the command takes them; so there is no lock. Counters stay readable until the command
/// is recycled: the event's status publishes them, as it does its times.
class CommandProfile {
 public:
  /// Counts performance events of the mux commands recorded up to endCounting(), if the queue
  /// profiles and its device has counters. At most once per command. `commands` is the command's
  /// buffer. Errors of mux, as CL_OUT_OF_RESOURCES or CL_OUT_OF_HOST_MEMORY.
  Status beginCounting(const Queue &queue, mux_command_buffer_t commands);
  /// Ends counting, into the same command buffer. Does nothing unless counting has begun.
  Status endCounting(mux_command_buffer_t commands);
  /// Tells if counting has begun.
  bool isCounting() const { return query_ != nullptr; }
  /// Names the command in traces, instead of its type.
  void setName(std::string_view name) { name_ = name; }
  /// Makes the command's time count as a run of the kernel. The caller keeps the kernel until
  /// forgetLaunch().
  void setLaunch(const LoadedKernel &kernel, const Work &work) {
    kernel_ = &kernel;
    work_ = work;
  }
  /// The command is recorded for replays, or is at its end: later times are not its kernel's.
  void forgetLaunch() { kernel_ = nullptr; }

  /// Adds the run time to the kernel's, if the command is one launch. Times are nanoseconds.
  void addRunTime(cl_ulong start, cl_ulong end) const;
  /// Reads the counters, if any, of a completed command. Returns CL_COMPLETE, or
  /// CL_OUT_OF_RESOURCES if the values are missing.
  cl_int readCounters();
  /// Reports the command to the trace. Call only while support::isTracing().
  void trace(const Queue &queue, cl_command_type type, const CommandTimes &times) const {
    traceCommand(queue, type, times, name_);
  }
  /// Returns the counters of a completed command; empty if nothing was counted.
  std::span<const cl_ulong> counters() const { return counters_; }

  /// Releases the query. The command buffer must be reset or gone.
  void releaseQuery() { query_.reset(); }
  /// Prepares a recycled command.
  void reset() {
    counters_.clear();
    name_.clear();
  }

 private:
  // Kept by the recording of the command; null unless it is one launch.
  const LoadedKernel *kernel_ = nullptr;
  Work work_;
  // Set only while tracing.
  std::string name_;
  // While the command is recorded and runs.
  std::unique_ptr<CounterQuery> query_;
  // One value for each counter of the device; empty if nothing is counted.
  std::vector<cl_ulong> counters_;
};

}  // namespace cl
