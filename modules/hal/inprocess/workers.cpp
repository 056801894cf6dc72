// The loop of the workers.
//
// All workers join the oldest unfinished job, so jobs run one after another without a queue of
// threads:
//
//   job 1   worker 0 ====== worker 1 ==== worker 2 =====|        the last to leave ends it
//   job 2                                               |====    all join the next one
//
// The first worker of a job makes device memory accessible, the last one takes the access away.
#include "workers.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <system_error>

#include "hal/worker.h"
#include "mux/native_execution/fp_environment.h"
#include "mux/target_support/signal_block.h"
#include "mux/target_support/sync.h"

namespace hal::inprocess {
namespace {

// Alignment of a scratchpad in bytes, as of an arena.
constexpr uint64_t scratchpadAlignment = 128;

// Bytes from one worker's scratchpad to the next.
uint64_t scratchpadStride(const hal_info_t &info) {
  return (info.scratchpad_size + scratchpadAlignment - 1) & ~(scratchpadAlignment - 1);
}

// The stack of the calling thread, the private memory of its kernels.
struct Stack {
  Stack() {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      void *start = nullptr;
      pthread_attr_getstack(&attributes, &start, &size);
      pthread_attr_destroy(&attributes);
      low = static_cast<std::byte *>(start);
    }
  }
  const std::byte *low = nullptr;
  size_t size = 0;
};

// Copies everything that the launch refers to; the caller's memory may go after the call.
void fill(Job &job, const hal_launch_t &launch) {
  constexpr uintptr_t alignment = 128;
  job.launch = launch;
  job.launch.schedule = nullptr;
  job.launch.arguments = nullptr;
  job.schedule = *launch.schedule;
  job.argumentStorage.resize(launch.arguments_size + alignment);
  const auto storage = reinterpret_cast<uintptr_t>(job.argumentStorage.data());
  job.arguments = job.argumentStorage.data() + (-storage & (alignment - 1));
  if (launch.arguments_size != 0) {
    std::memcpy(job.arguments, launch.arguments, launch.arguments_size);
  }
}

}  // namespace

Workers::Workers(const hal_info_t &info, Memory &memory) : info_(info), memory_(memory) {
  if (info.scratchpad_size != 0 &&
      memory.allocate(info.workers * scratchpadStride(info), scratchpadAlignment, &scratchpads_) !=
          hal_success) {
    throw std::bad_alloc();
  }
}

Workers::~Workers() {
  {
    std::lock_guard lock(mutex_);
    isStopping_ = true;
  }
  hasWork_.notify_all();
  for (std::thread &thread : threads_) {
    thread.join();
  }
}

hal_address_t Workers::scratchpadOf(uint32_t worker) const {
  return scratchpads_ == 0 ? 0 : scratchpads_ + worker * scratchpadStride(info_);
}

// Starts the threads; fewer than wanted will do. With the lock held.
bool Workers::start() {
  const mux::SignalBlock block;
  threads_.reserve(info_.workers);
  try {
    while (threads_.size() < info_.workers) {
      const auto worker = static_cast<uint32_t>(threads_.size());
      threads_.emplace_back([this, worker] { work(worker); });
    }
  } catch (const std::system_error &) {
  }
  return !threads_.empty();
}

// The job is built outside of the lock and moved into the list without an allocation.
hal_result_t Workers::launch(mux_entry_point_t entry, const hal_launch_t &launch, hal_job_t *job) {
  std::list<Job> fresh(1);
  fill(fresh.front(), launch);
  fresh.front().entry = entry;
  {
    std::lock_guard lock(mutex_);
    if (jobs_.size() >= HAL_MAX_JOBS) {
      return hal_not_ready;
    }
    if (threads_.empty() && !start()) {
      return hal_error_out_of_resources;
    }
    *job = fresh.front().id = ++lastJob_;
    jobs_.splice(jobs_.end(), fresh);
  }
  hasWork_.notify_all();
  return hal_success;
}

// Returns the oldest unfinished job, if it has work-groups without a worker.
Job *Workers::joinableJob() {
  const auto job = std::ranges::find(jobs_, false, &Job::isDone);
  return job != jobs_.end() && job->nextGroup < job->launch.group_count ? &*job : nullptr;
}

// Ends when the device closes and no job is left.
void Workers::work(uint32_t worker) {
  pthread_setname_np(pthread_self(), "kiln-worker");
  const Stack stack;
  std::unique_lock lock(mutex_);
  while (true) {
    Job *job = joinableJob();
    if (!job) {
      if (isStopping_) {
        return;
      }
      hasWork_.wait(lock);
      continue;
    }
    ++job->participants;
    if (!job->isBegun) {
      job->isBegun = true;
      job->start = mux::now();
      if (!memory_.open()) {
        job->result = hal_error_failure;
        job->nextGroup = job->launch.group_count;
      }
    }
    lock.unlock();
    runGroups(*job, worker, stack.low, stack.size);
    lock.lock();
    leave(*job);
  }
}

// Leaves the job; the last worker ends it. With the lock held.
void Workers::leave(Job &job) {
  if (--job.participants != 0 || job.nextGroup < job.launch.group_count) {
    return;
  }
  if (job.result == hal_success) {
    memory_.close();
  }
  job.end = mux::now();
  job.isDone = true;
  hasResult_.notify_all();
  hasWork_.notify_all();
}

// Takes a quarter of an even share of the rest each time, so that all workers end at about the same
// time.
void Workers::runGroups(Job &job, uint32_t worker, const std::byte *stack, uint64_t stackSize) {
  mux_schedule_t schedule = job.schedule;
  halPlaceWorker(&schedule, &job.launch, worker, scratchpadOf(worker),
                 reinterpret_cast<uint64_t>(stack), stackSize);
  const mux::native::FpGuard guard(schedule.fp_control);
  const uint64_t start = mux::now();
  const uint64_t end = job.launch.group_count;
  uint64_t first = job.nextGroup, last = 0, groups = 0;
  while (first < end) {
    last = first + std::max<uint64_t>((end - first) / (4 * info_.workers), 1);
    if (job.nextGroup.compare_exchange_weak(first, last)) {
      job.entry(job.arguments, &schedule, first, last);
      groups += last - first;
      first = job.nextGroup;
    }
  }
  job.counters[countGroups] += groups;
  job.counters[countWorkerTime] += mux::now() - start;
}

// A timeout beyond 2^62 nanoseconds is none: the sum with the current time would overflow.
hal_result_t Workers::wait(hal_job_t id, uint64_t timeout, hal_job_result_t *result) {
  std::unique_lock lock(mutex_);
  // Another thread may wait for the job too and forget it first, so nothing is kept of a search.
  const auto find = [&] { return std::ranges::find(jobs_, id, &Job::id); };
  const auto isSettled = [&] {
    const auto job = find();
    return job == jobs_.end() || job->isDone;
  };
  constexpr uint64_t longest = uint64_t{1} << 62;
  if (timeout >= longest) {
    hasResult_.wait(lock, isSettled);
  } else if (!hasResult_.wait_for(lock, std::chrono::nanoseconds(timeout), isSettled)) {
    return hal_not_ready;
  }
  const auto job = find();
  if (job == jobs_.end()) {
    return hal_error_invalid_value;
  }
  result->result = job->result;
  result->start = job->start;
  result->end = job->end;
  if (result->counters) {
    std::ranges::copy(job->counters, result->counters);
  }
  jobs_.erase(job);
  return result->result;
}

}  // namespace hal::inprocess
