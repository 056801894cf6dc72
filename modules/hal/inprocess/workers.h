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

/// What the device counts (hal_info_t::counters).
enum Counter : uint32_t { countGroups, countWorkerTime, counterCount };

/// A launch, with all that it refers to.
struct Job {
  hal_job_t id = 0;
  mux_entry_point_t entry = nullptr;
  hal_launch_t launch = {};
  mux_schedule_t schedule = {};
  std::byte *arguments = nullptr;  // 128-byte aligned, inside of argumentStorage
  std::vector<std::byte> argumentStorage;

  std::atomic<uint64_t> nextGroup = 0;
  std::array<std::atomic<uint64_t>, counterCount> counters = {};

  // Guarded by the lock of the workers.
  uint32_t participants = 0;  // workers that are at it
  bool isBegun = false, isDone = false;
  hal_result_t result = hal_success;
  uint64_t start = 0, end = 0;
};

/// Thread-safe.
class Workers {
 public:
  /// Throws std::bad_alloc if there is no memory for the scratchpads.
  Workers(const hal_info_t &info, Memory &memory);
  /// Waits for all jobs.
  ~Workers();
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  /// As hal_t::launch and hal_t::wait. May throw std::bad_alloc.
  hal_result_t launch(mux_entry_point_t entry, const hal_launch_t &launch, hal_job_t *job);
  hal_result_t wait(hal_job_t job, uint64_t timeout, hal_job_result_t *result);

 private:
  bool start();
  void work(uint32_t worker);
  void runGroups(Job &job, uint32_t worker, const std::byte *stack, uint64_t stackSize);
  hal_address_t scratchpadOf(uint32_t worker) const;

  // With the lock held.
  Job *joinableJob();
  void leave(Job &job);

  const hal_info_t &info_;
  Memory &memory_;
  hal_address_t scratchpads_ = 0;

  std::mutex mutex_;
  std::condition_variable hasWork_, hasResult_;
  std::vector<std::thread> threads_;
  std::list<Job> jobs_;  // in the order of their launches, until they are waited for
  hal_job_t lastJob_ = 0;
  bool isStopping_ = false;
};

}  // namespace hal::inprocess
