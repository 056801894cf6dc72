// Workers: they share the work-groups of one job after another.
//
// A worker takes ranges off the front of the remaining work-groups, large ones first. The sizes
// depend on the position alone, so the number of executed instructions is the same for every
// distribution of the work. The last worker to run out of ranges closes the job. The others wait
// for it before they look at the next job, so that the next job sees all of this job's writes.

#include "hal/worker.h"

#include "agent.h"

// A range is the unit of progress: a device that ends none for long counts as hung.
enum { maxRange = 16, rangesPerWorker = 4 };

// Returns the work-groups of the next range: a quarter of an even share of the rest, from 1 to
// maxRange.
static uint64_t rangeSize(uint64_t left) {
  const uint64_t share = left / ((uint64_t)control->config.workers * rangesPerWorker);
  return share < 1 ? 1 : share > maxRange ? maxRange : share;
}

// Takes the next range; 0 if no work-group is left.
static int takeRange(hal_agent_job_t *job, uint64_t *first, uint64_t *last) {
  uint64_t next = __atomic_load_n(&job->next, __ATOMIC_RELAXED);
  do {
    if (next >= job->group_count) {
      return 0;
    }
    *first = next;
    *last = next + rangeSize(job->group_count - next);
  } while (!__atomic_compare_exchange_n(&job->next, &next, *last, 1, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
  return 1;
}

// The rows of counters behind the control structure.
static const hal_agent_counters_t *counterRows(void) {
  return (const hal_agent_counters_t *)((const char *)control + HAL_AGENT_COUNTERS_OFFSET);
}

// Sums one counter over all threads.
static uint64_t countedSoFar(uint32_t counter) {
  uint64_t sum = 0;
  for (uint32_t row = 0; row < control->config.counter_rows; ++row) {
    sum += __atomic_load_n(&counterRows()[row].values[counter], __ATOMIC_RELAXED);
  }
  return sum;
}

// Notes the counters and the time at the start of a job.
static void openJob(hal_agent_job_t *job) {
  for (uint32_t i = 0; i < control->config.counter_count; ++i) {
    job->counters[i] = countedSoFar(i);
  }
  job->start = clockNanoseconds();
}

// Turns the notes into differences, counts the job as completed, and wakes everybody who waits for
// it.
static void closeJob(hal_agent_job_t *job) {
  job->end = clockNanoseconds();
  for (uint32_t i = 0; i < control->config.counter_count; ++i) {
    job->counters[i] = countedSoFar(i) - job->counters[i];
  }
  __atomic_add_fetch(&control->completed, 1, __ATOMIC_RELEASE);
  ringBell();
}

// Makes the worker's own schedule of the job's.
static void placeWorker(mux_schedule_t *schedule, const hal_agent_job_t *job,
                        const struct Worker *worker) {
  const hal_agent_config_t *config = &control->config;
  const hal_launch_t launch = {.arenas = job->arenas,
                               .arena_stride = job->arena_stride,
                               .arena_size = job->arena_size,
                               .frame_offset = job->frame_offset,
                               .local_offset = job->local_offset};
  const uint64_t scratchpad =
      config->scratchpad ? config->scratchpad + worker->number * config->scratchpad_stride : 0;
  *schedule = job->schedule;
  halPlaceWorker(schedule, &launch, worker->number, scratchpad, worker->stack, worker->stackSize);
}

// Runs ranges of the job until none is left. Each finished range counts as progress.
static void runJob(hal_agent_job_t *job, const struct Worker *worker) {
  mux_schedule_t schedule;
  placeWorker(&schedule, job, worker);
  const mux_entry_point_t entry = (mux_entry_point_t)(uintptr_t)job->entry;
  const void *arguments = (const void *)(uintptr_t)job->arguments;
  uint64_t first, last;
  while (takeRange(job, &first, &last)) {
    agentResetFp(schedule.fp_control);
    entry(arguments, &schedule, first, last);
    __atomic_add_fetch(&control->progress, 1, __ATOMIC_RELAXED);
  }
}

// The first worker reads the counters before any other executes an instruction of the job.
static void enterJob(hal_agent_job_t *job) {
  uint32_t expected = 0;
  const uint32_t opening = 1, open = 2;
  if (__atomic_compare_exchange_n(&job->started, &expected, opening, 0, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE)) {
    openJob(job);
    __atomic_store_n(&job->started, open, __ATOMIC_RELEASE);
    futexWakeAll(&job->started);
    return;
  }
  if (expected == opening) {
    waitForChange(&job->started, opening);
  }
}

// Takes jobs in the order of submission. `number` counts them and wraps around like the ring.
void runWorker(void *argument) {
  const struct Worker *worker = argument;
  useFaultStack(worker->signalStack);
  for (uint32_t number = 0;; ++number) {
    waitForChange(&control->submitted, number);
    hal_agent_job_t *job = &control->jobs[control->ring[number % HAL_MAX_JOBS] % HAL_MAX_JOBS];
    enterJob(job);
    runJob(job, worker);
    if (__atomic_add_fetch(&job->done, 1, __ATOMIC_ACQ_REL) == control->config.workers) {
      closeJob(job);
      continue;
    }
    for (uint32_t bell; bell = __atomic_load_n(&control->bell, __ATOMIC_ACQUIRE),
                        __atomic_load_n(&control->completed, __ATOMIC_ACQUIRE) == number;) {
      waitForChange(&control->bell, bell);
    }
  }
}
