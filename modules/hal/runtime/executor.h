// Runs the commands of one dispatch, on one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "mux/queue.h"
#include "mux/target_support/command_list.h"
#include "objects.h"

namespace hal {

class Executor {
 public:
  Executor(Device &device, Scheduler &scheduler)
      : device_(device), connection_(*device.connection), scheduler_(scheduler) {}
  Executor(const Executor &) = delete;
  Executor &operator=(const Executor &) = delete;

  /// Up to the end or the first command that fails; fills in `completion` (start and end
  /// stay 0 if there is no command). False if the thread has to end at once.
  bool run(const mux::CommandList &commands, mux_completion_t *completion);

 private:
  /// When a command was at work, by the device's clock.
  struct Span {
    uint64_t start = 0, end = 0;
  };

  mux_result_t runTimed(const mux::Command &command, Span &span);
  mux_result_t runSimple(const mux::Command &command);
  mux_result_t runTransfer(const mux::TransferCommand &command);
  mux_result_t runCopyRegion(const mux::RegionCommand &command);
  mux_result_t runRange(const mux::RangeCommand &command, Span &span);
  mux_result_t waitFor(hal_job_t job, hal_job_result_t *result);
  mux_result_t runQuery(const mux::QueryCommand &command);
  void count();

  Device &device_;
  Connection &connection_;
  Scheduler &scheduler_;
  std::vector<const mux::QueryCommand *> counting_;  // begun, not ended
  std::vector<uint64_t> counters_;                   // of the last launch
};

}  // namespace hal
