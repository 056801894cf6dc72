// Submits launches to the device's ring, and watches for the end of the device's process.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "agent_process.h"
#include "hal/process.h"

namespace hal::process {

/// What the caller of launch has checked.
struct JobDescription {
  std::string kernel;  ///< name, for the line about its counters
  uint64_t entry = 0;
  hal_address_t arguments = 0;
  const hal_launch_t *launch = nullptr;
};

/// Thread-safe.
class JobQueue {
 public:
  /// `process` has been started. Starts the watching thread.
  JobQueue(AgentProcess &process, const Configuration &configuration);
  /// Ends the process and the thread.
  ~JobQueue();
  JobQueue(const JobQueue &) = delete;
  JobQueue &operator=(const JobQueue &) = delete;

  /// In a forked child: the thread is not there.
  void abandon();

  /// Takes a place for a job; hal_not_ready if none is free. It is given back by wait, or
  /// by cancel if the job is not submitted.
  hal_result_t reserve(uint32_t *slot);
  void cancel(uint32_t slot);
  hal_result_t submit(uint32_t slot, JobDescription job, hal_job_t *handle);

  /// As hal_t::wait. `forget` is called with the job's place before that is given back.
  hal_result_t wait(hal_job_t handle, uint64_t timeout_ns, hal_job_result_t *result,
                    const std::function<void(uint32_t slot)> &forget);

  bool isLost() const { return lost_.load(std::memory_order_acquire); }

 private:
  struct Slot {
    bool isTaken = false;
    uint32_t uses = 0;    ///< of the slot so far: tells the handles of its jobs apart
    uint32_t number = 0;  ///< of the job in the ring
    bool isSubmitted = false;
    bool isAwaited = false;
    std::string kernel;
  };

  Slot *find(hal_job_t handle);
  uint32_t completed();
  bool isComplete(uint32_t number);
  bool waitFor(uint32_t number, uint64_t timeout_ns);
  void readResult(uint32_t slot, hal_job_result_t *result) const;
  void printCounters(const Slot &slot, const hal_job_result_t &result) const;
  void watch();
  bool hangs();
  void endIfItHangs();
  void ringBell();
  void declareLost();

  AgentProcess &process_;
  const Configuration &configuration_;
  hal_agent_control_t &control_;
  std::mutex mutex_;
  std::array<Slot, HAL_MAX_JOBS> slots_;
  std::atomic<uint32_t> submitted_ = 0;
  std::mutex completedMutex_;  ///< of the next; taken last
  uint32_t completed_ = 0;
  std::atomic<bool> lost_ = false;
  std::atomic<bool> saysLost_ = true;
  std::unique_ptr<std::thread> watcher_;

  // With mutex_: when something was seen to happen last, and what.
  uint32_t seenProgress_ = 0, seenCompleted_ = 0;
  uint64_t seenAt_ = 0;
};

}  // namespace hal::process
