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

/// A checked launch with addresses of the device.
struct JobDescription {
  std::string kernel;  ///< name, for the line about its counters
  /// Device addresses of the kernel and of its argument block.
  uint64_t entry = 0;
  hal_address_t arguments = 0;
  /// The caller's launch; used during the call alone.
  const hal_launch_t *launch = nullptr;
};

/// The jobs of one device between launch and the end of their wait. Thread-safe.
///
/// A handle is uses << 6 | slot. A slot's count of uses tells its jobs apart, so an old handle is
/// an error and not another job.
class JobQueue {
 public:
  /// Starts the watching thread. `process` has been started, and outlives the object.
  JobQueue(AgentProcess &process, const Configuration &configuration);
  /// Ends the process and the watching thread.
  ~JobQueue();
  JobQueue(const JobQueue &) = delete;
  JobQueue &operator=(const JobQueue &) = delete;

  /// In a forked child: forgets the thread, which is missing there.
  void abandon();

  /// Takes a slot for a job; hal_not_ready if none is free.
  ///
  /// wait gives it back, or cancel if the job is not submitted. Reserving comes first, because the
  /// arguments of a job lie in a place that belongs to its slot.
  hal_result_t reserve(uint32_t *slot);
  /// Gives back a reserved slot without a job.
  void cancel(uint32_t slot);
  /// Puts the job into the ring and wakes the workers. hal_error_device_lost: the slot stays
  /// reserved.
  ///
  /// Jobs run in the order of submission. The handle is valid until its wait returns a result.
  hal_result_t submit(uint32_t slot, JobDescription job, hal_job_t *handle);

  /// Waits as hal_t::wait does. Calls `forget` with the job's slot before the slot is free again. A
  /// wait during another one for the same job, or after its result, is hal_error_invalid_value.
  hal_result_t wait(hal_job_t handle, uint64_t timeout_ns, hal_job_result_t *result,
                    const std::function<void(uint32_t slot)> &forget);

  /// Returns true once the process has ended. It never becomes false again; a new device needs a
  /// new process.
  bool isLost() const { return lost_.load(std::memory_order_acquire); }

 private:
  // The host's own knowledge of a job, out of the device's reach.
  struct Slot {
    /// Reserved, and not yet given back.
    bool isTaken = false;
    /// Jobs in this slot so far.
    uint32_t uses = 0;
    /// The job's number in the order of submission.
    uint32_t number = 0;
    /// Submitted, and a thread waits for it.
    bool isSubmitted = false;
    bool isAwaited = false;
    /// Name for the line about the counters.
    std::string kernel;
  };

  // Returns the slot of a handle, or null for an old or wrong one.
  Slot *find(hal_job_t handle);
  // Returns the number of completed jobs, as far as the device's word can be true.
  uint32_t completed();
  // Returns true if the job with this number has completed.
  bool isComplete(uint32_t number);
  // Sleeps until the job is complete or the device lost; false after the timeout.
  bool waitFor(uint32_t number, uint64_t timeout_ns);
  // Copies times and counters out of shared memory.
  void readResult(uint32_t slot, hal_job_result_t *result) const;
  // Prints the line of KILN_RISCV_COUNTERS=print and its like.
  void printCounters(const Slot &slot, const hal_job_result_t &result) const;
  // The watching thread.
  void watch();
  // Returns true if no job and no range has ended for hangTimeout.
  bool hangs();
  // Kills a hanging process and says so.
  void endIfItHangs();
  // Wakes all threads asleep in waitFor.
  void ringBell();
  // Ends all waits with hal_error_device_lost.
  void declareLost();

  // The process, the target's properties, and the shared ring.
  AgentProcess &process_;
  const Configuration &configuration_;
  hal_agent_control_t &control_;
  // Guards the slots, and the last look at the progress.
  std::mutex mutex_;
  // One for each element of the ring.
  std::array<Slot, HAL_MAX_JOBS> slots_;
  // Jobs submitted so far; the host's own count, as the shared one may be overwritten.
  std::atomic<uint32_t> submitted_ = 0;
  // Guards completed_; taken last.
  std::mutex completedMutex_;
  // The last accepted count of completed jobs.
  uint32_t completed_ = 0;
  // Set by the watching thread.
  std::atomic<bool> lost_ = false;
  // The end is unexpected, so it is reported.
  std::atomic<bool> saysLost_ = true;
  // The watching thread; null in a forked child.
  std::unique_ptr<std::thread> watcher_;

  // The last observed progress, and its time. Guarded by mutex_.
  uint32_t seenProgress_ = 0, seenCompleted_ = 0;
  uint64_t seenAt_ = 0;
};

}  // namespace hal::process
