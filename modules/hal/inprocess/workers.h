// The workers of an in-process device: threads running the work-groups of one job after another.
//
// All of them work on the oldest job. Each takes some work-groups at a time from the job's
// counter until none are left; the last to leave the job ends it, and the next begins. The
// threads start with the first job and sleep when there is none.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "hal/hal.h"
#include "memory.h"

namespace hal::inprocess {

/// The device's counters (hal_info_t::counters).
enum Counter : uint32_t { countGroups, countWorkerTime, counterCount };

/// A launch with copies of everything it refers to, from launch to the end of its wait.
struct Job {
  /// The handle; ascending, never used twice.
  hal_job_t id = 0;
  /// The kernel, and the launch with null pointers in place of copied data.
  mux_entry_point_t entry = nullptr;
  hal_launch_t launch = {};
  mux_schedule_t schedule = {};
  /// The argument block, 128-byte aligned, inside of argumentStorage.
  std::byte *arguments = nullptr;
  std::vector<std::byte> argumentStorage;

  /// The first work-group without a worker. Workers take ranges of work-groups here without the
  /// lock.
  std::atomic<uint64_t> nextGroup = 0;
  /// Sums over all workers.
  std::array<std::atomic<uint64_t>, counterCount> counters = {};

  /// Workers in the job. This and the following members are guarded by the workers' lock.
  uint32_t participants = 0;
  /// Begun: device memory is accessible. Done: the result and the times are final.
  bool isBegun = false, isDone = false;
  hal_result_t result = hal_success;
  /// Nanoseconds of CLOCK_MONOTONIC.
  uint64_t start = 0, end = 0;
};

/// The threads and the jobs of one device. Thread-safe.
class Workers {
 public:
  /// Throws std::bad_alloc if there is no memory for the scratchpads.
  Workers(const hal_info_t &info, Memory &memory);
  /// Waits for all jobs.
  ~Workers();
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  /// Launches as hal_t::launch does, with checked arguments. May throw std::bad_alloc.
  ///
  /// hal_not_ready: HAL_MAX_JOBS jobs still need a wait. hal_error_out_of_resources: no thread
  /// could be started.
  hal_result_t launch(mux_entry_point_t entry, const hal_launch_t &launch, hal_job_t *job);
  /// Waits as hal_t::wait does. hal_error_invalid_value: no job has this handle.
  hal_result_t wait(hal_job_t job, uint64_t timeout, hal_job_result_t *result);

 private:
  // Starts the threads; false if there is none.
  bool start();
  // The life of a thread.
  void work(uint32_t worker);
  // Runs ranges of the job's work-groups until none is left.
  void runGroups(Job &job, uint32_t worker, const std::byte *stack, uint64_t stackSize);
  // Returns the address of a worker's scratchpad; 0 if the device has none.
  hal_address_t scratchpadOf(uint32_t worker) const;

  // With the lock held, here and below. Returns the oldest unfinished job if it has work left; null
  // otherwise.
  Job *joinableJob();
  // Takes a worker out of the job. The last one sets result and end, and wakes the waiting threads.
  void leave(Job &job);

  // The device's properties and memory.
  const hal_info_t &info_;
  Memory &memory_;
  // Address of worker 0's scratchpad; 0 if the device has none.
  hal_address_t scratchpads_ = 0;

  // Guards the members below.
  std::mutex mutex_;
  // Notified when a worker may find work, and when a job has ended.
  std::condition_variable hasWork_, hasResult_;
  // The workers; empty before the first job.
  std::vector<std::thread> threads_;
  // All jobs from their launch to the end of their wait, the oldest first. A list, because waiting
  // threads keep iterators.
  std::list<Job> jobs_;
  hal_job_t lastJob_ = 0;
  // Set by the destructor: workers end once no job is left.
  bool isStopping_ = false;
};

}  // namespace hal::inprocess
