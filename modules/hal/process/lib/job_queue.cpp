// Waiting for jobs, with a device that cannot be trusted.
//
// A waiting thread sleeps on the bell, a futex. The agent rings it after each job, and the
// watching thread rings it when the process has ended. Every waiting thread also wakes up now and
// then to check for progress, for two reasons. A job without a waiter may hang. And a kernel can
// do anything to shared memory, even move sleepers from one futex to another, so a bell may be
// lost.
//
// The agent's statements decide one question only: whether a submitted job is complete. A false
// statement harms only the program that overwrote the control block. A count impossible in any
// order of events ends the device.

#include "job_queue.h"

#include <pthread.h>

#include <algorithm>
#include <cstdio>

#include "mux/target_support/signal_block.h"

namespace hal::process {
namespace {

// Bits of the slot in a handle.
constexpr uint32_t slotBits = 6;
static_assert(HAL_MAX_JOBS == 1u << slotBits);

// Returns the nanoseconds between two looks at the progress: an eighth of the timeout, at most a
// second.
uint64_t lookInterval(const Configuration &configuration) {
  constexpr uint64_t longest = 1'000'000'000;
  const auto timeout =
      static_cast<uint64_t>(std::chrono::nanoseconds(configuration.hangTimeout).count());
  return timeout == 0 ? longest : std::clamp<uint64_t>(timeout / 8, 1'000'000, longest);
}

// Starts a thread with all signals blocked: the application's handlers run on its own threads.
std::unique_ptr<std::thread> startWithoutSignals(std::function<void()> run) {
  const mux::SignalBlock block;
  return std::make_unique<std::thread>(std::move(run));
}

}  // namespace

JobQueue::JobQueue(AgentProcess &process, const Configuration &configuration)
    : process_(process),
      configuration_(configuration),
      control_(process.control()),
      watcher_(startWithoutSignals([this] { watch(); })) {}

JobQueue::~JobQueue() {
  if (!watcher_) {
    return;
  }
  saysLost_ = false;
  process_.kill();
  watcher_->join();
}

// The thread object is neither joinable nor detachable in the child, so its memory stays.
void JobQueue::abandon() {
  // Neither joinable nor detachable: its memory stays.
  [[maybe_unused]] std::thread *gone = watcher_.release();
}

// A linear search: there are 64 slots, and a launch costs far more.
hal_result_t JobQueue::reserve(uint32_t *slot) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(slots_, false, &Slot::isTaken);
  if (found == slots_.end()) {
    return hal_not_ready;
  }
  const uint32_t uses = found->uses + 1;
  *found = Slot{.isTaken = true, .uses = uses, .kernel = {}};
  *slot = static_cast<uint32_t>(found - slots_.begin());
  return hal_success;
}

void JobQueue::cancel(uint32_t slot) {
  const std::lock_guard lock(mutex_);
  slots_[slot].isTaken = false;
}

// Fills in the shared job before the ring names it. The release store of `submitted` publishes
// both.
hal_result_t JobQueue::submit(uint32_t slot, JobDescription job, hal_job_t *handle) {
  const hal_launch_t &launch = *job.launch;
  hal_agent_job_t &shared = control_.jobs[slot];
  shared = {};
  shared.schedule = *launch.schedule;
  shared.entry = job.entry;
  shared.arguments = job.arguments;
  shared.group_count = launch.group_count;
  shared.arenas = launch.arenas;
  shared.arena_stride = launch.arena_stride;
  shared.arena_size = launch.arena_size;
  shared.frame_offset = launch.frame_offset;
  shared.local_offset = launch.local_offset;

  const std::lock_guard lock(mutex_);
  if (isLost()) {
    return hal_error_device_lost;
  }
  if (completed() == submitted_.load()) {
    seenAt_ = nowNanoseconds();
  }
  Slot &own = slots_[slot];
  own.number = submitted_.load(std::memory_order_relaxed);
  own.kernel = std::move(job.kernel);
  own.isSubmitted = true;
  *handle = uint64_t{own.uses} << slotBits | slot;
  control_.ring[own.number % HAL_MAX_JOBS] = slot;
  submitted_.store(own.number + 1);
  word(control_.submitted).store(own.number + 1, std::memory_order_release);
  futexWakeAll(control_.submitted);
  return hal_success;
}

JobQueue::Slot *JobQueue::find(hal_job_t handle) {
  Slot &slot = slots_[handle % HAL_MAX_JOBS];
  const bool isIt = slot.isTaken && slot.isSubmitted && slot.uses == handle >> slotBits;
  return isIt ? &slot : nullptr;
}

// Accepts the device's count only if it is possible.
//
// Jobs complete in the order of their numbers, none before its submission, and a complete job stays
// complete. So the count is between the last accepted one and the number of submitted jobs.
// submitted_ is read after the device's word: then it includes every job that may be complete.
// Differences are modulo 2^32, because the counts wrap around.
uint32_t JobQueue::completed() {
  const std::lock_guard lock(completedMutex_);
  const uint32_t said = word(control_.completed).load(std::memory_order_acquire);
  const uint32_t submitted = submitted_.load();
  if (said - completed_ <= submitted - completed_) {
    completed_ = said;
  } else {
    process_.kill();
  }
  return completed_;
}

// Compares distances from the newest job, so that wrapped numbers compare correctly.
bool JobQueue::isComplete(uint32_t number) {
  const uint32_t complete = completed();
  const uint32_t submitted = submitted_.load();
  return submitted - number > submitted - complete;
}

// Spins, then sleeps on the bell, and looks for hangs in between. The bell is read before the
// check, so a ring between check and sleep is not lost.
bool JobQueue::waitFor(uint32_t number, uint64_t timeout_ns) {
  const uint64_t start = nowNanoseconds();
  const uint64_t interval = lookInterval(configuration_);
  while (true) {
    const uint32_t bell = word(control_.bell).load();
    if (isComplete(number) || isLost()) {
      return true;
    }
    const uint64_t waited = nowNanoseconds() - start;
    if (waited >= timeout_ns) {
      endIfItHangs();
      return false;
    }
    if (waited < spinNanoseconds) {
      relax();
      continue;
    }
    endIfItHangs();
    futexWait(control_.bell, bell, std::min(timeout_ns - waited, interval));
  }
}

// The slot is marked during the sleep, so a second wait for the same job is an error. The decision
// falls under the lock again: a job completed just before the loss is a success.
hal_result_t JobQueue::wait(hal_job_t handle, uint64_t timeout_ns, hal_job_result_t *result,
                            const std::function<void(uint32_t slot)> &forget) {
  uint32_t number;
  {
    const std::lock_guard lock(mutex_);
    Slot *slot = find(handle);
    if (!slot || slot->isAwaited) {
      return hal_error_invalid_value;
    }
    slot->isAwaited = true;
    number = slot->number;
  }
  const bool isDecided = waitFor(number, timeout_ns);
  const std::lock_guard lock(mutex_);
  Slot &slot = slots_[handle % HAL_MAX_JOBS];
  slot.isAwaited = false;
  if (!isDecided) {
    return hal_not_ready;
  }
  result->result = isComplete(number) ? hal_success : hal_error_device_lost;
  readResult(static_cast<uint32_t>(handle % HAL_MAX_JOBS), result);
  if (configuration_.printsCounters && result->result == hal_success) {
    printCounters(slot, *result);
  }
  forget(static_cast<uint32_t>(handle % HAL_MAX_JOBS));
  slot.isTaken = false;
  return result->result;
}

// Bounds the times: a kernel may have written any number there.
void JobQueue::readResult(uint32_t slot, hal_job_result_t *result) const {
  const hal_agent_job_t &shared = control_.jobs[slot];
  result->end = std::min<uint64_t>(shared.end, nowNanoseconds());
  result->start = std::min<uint64_t>(shared.start, result->end);
  if (result->counters) {
    std::copy_n(shared.counters, configuration_.info.counter_count, result->counters);
  }
}

void JobQueue::printCounters(const Slot &slot, const hal_job_result_t &result) const {
  std::string line = "kiln: " + configuration_.name + ": " + slot.kernel;
  const hal_agent_job_t &shared = control_.jobs[&slot - slots_.data()];
  for (uint32_t i = 0; i < configuration_.info.counter_count; ++i) {
    line += std::string(" ") + configuration_.info.counters[i].name + "=" +
            std::to_string(shared.counters[i]);
  }
  std::fprintf(stderr, "%s nanoseconds=%llu\n", line.c_str(),
               static_cast<unsigned long long>(result.end - result.start));
}

// Sleeps until the process ends.
void JobQueue::watch() {
  pthread_setname_np(pthread_self(), "kiln-watch");
  process_.waitForEnd();
  declareLost();
}

// A device without jobs does not hang. Otherwise each finished job or range of work-groups restarts
// the clock.
bool JobQueue::hangs() {
  const std::lock_guard lock(mutex_);
  const uint64_t now = nowNanoseconds();
  const uint32_t complete = completed();
  const uint32_t progress = word(control_.progress).load(std::memory_order_relaxed);
  if (complete == submitted_.load() || complete != seenCompleted_ || progress != seenProgress_) {
    seenCompleted_ = complete;
    seenProgress_ = progress;
    seenAt_ = now;
  }
  const std::chrono::nanoseconds quiet(now - seenAt_);
  return quiet >= configuration_.hangTimeout;
}

// The message comes once, and replaces the one about the end of the process.
void JobQueue::endIfItHangs() {
  if (configuration_.hangTimeout.count() == 0 || !hangs()) {
    return;
  }
  if (saysLost_.exchange(false)) {
    std::fprintf(stderr, "kiln: %s: the device hangs and is ended\n", configuration_.name.c_str());
  }
  process_.kill();
}

// Wakes all waiting threads of this process.
void JobQueue::ringBell() {
  word(control_.bell).fetch_add(1);
  futexWakeAll(control_.bell);
}

void JobQueue::declareLost() {
  lost_.store(true, std::memory_order_release);
  if (saysLost_) {
    std::fprintf(stderr, "kiln: %s: the device has stopped%s\n", configuration_.name.c_str(),
                 process_.lastWords().c_str());
  }
  ringBell();
}

}  // namespace hal::process
