// Runs the commands of one dispatch through the HAL, one after another, on one runner thread.
//
// A HAL's calls return after their end, and a launch is followed by a wait. So the order of
// recording holds without further means (executor.cpp).
#pragma once

#include <cstdint>
#include <vector>

#include "mux/queue.h"
#include "mux/target_support/command_list.h"
#include "objects.h"

namespace hal {

/// One run of a command list. Used by one thread; lives as long as the run.
class Executor {
 public:
  /// The device and its scheduler outlive the executor. Host callbacks go through the scheduler, so
  /// that it can start another runner meanwhile.
  Executor(Device &device, Scheduler &scheduler)
      : device_(device), connection_(*device.connection), scheduler_(scheduler) {}
  Executor(const Executor &) = delete;
  Executor &operator=(const Executor &) = delete;

  /// Runs `commands` up to the end or the first command that fails, and fills in `completion`.
  ///
  /// Start and end stay 0 if there is no command. Returns false if the thread has to end at once: a
  /// callback of the application has forked, and this is the child. `completion` comes in with
  /// mux_success and zero times. The fence, the callbacks and the semaphores are the scheduler's.
  bool run(const mux::CommandList &commands, mux_completion_t *completion);

 private:
  /// Start and end of a command's work, in nanoseconds of the device's clock. The clock is the
  /// host's if the device is closed or lost.
  struct Span {
    uint64_t start = 0, end = 0;
  };

  // Runs a command other than a callback, and sets `span`. mux_error_out_of_memory: no host memory.
  mux_result_t runTimed(const mux::Command &command, Span &span);
  // Runs a command that is neither a callback nor a launch.
  mux_result_t runSimple(const mux::Command &command);
  // Reads or writes one range of a buffer.
  mux_result_t runTransfer(const mux::TransferCommand &command);
  // Copies a box of rows on the device. A call of the HAL for each contiguous run.
  mux_result_t runCopyRegion(const mux::RegionCommand &command);
  // Launches a kernel and waits for it. `span` is the job's, as the device reports it.
  mux_result_t runRange(const mux::RangeCommand &command, Span &span);
  // Waits for the end of a job, without a limit, and fills in `result`.
  mux_result_t waitFor(hal_job_t job, hal_job_result_t *result);
  // Begins or ends a query, and notes the time in its slot.
  mux_result_t runQuery(const mux::QueryCommand &command);
  // Adds counters_ to the queries in counting_. Called after each launch with a job.
  void count();

  // The parts of the device that commands need.
  Device &device_;
  Connection &connection_;
  Scheduler &scheduler_;
  // Counter queries that have begun and not ended. Launches add their counters to each of them.
  std::vector<const mux::QueryCommand *> counting_;
  // Counters of the last launch, in the order of hal_info_t::counters.
  std::vector<uint64_t> counters_;
};

}  // namespace hal
