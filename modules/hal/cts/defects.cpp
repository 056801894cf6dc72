// The faulty functions: each calls the good table with one change.
#include "defects.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace hal::cts {
namespace {

// The good table, the base of the faulty functions. One per process.
const hal_t *good = nullptr;

// Breaks the alignment of `allocate`.
hal_result_t allocateWithoutAlignment(hal_device_t device, uint64_t size, uint64_t,
                                      hal_address_t *address) {
  return good->allocate(device, size, 1, address);
}

// Breaks the reuse of released memory.
void releaseNothing(hal_device_t, hal_address_t) {}

// Breaks `write`: one byte is missing.
hal_result_t writeAllButTheLastByte(hal_device_t device, hal_address_t to, const void *from,
                                    uint64_t size) {
  return good->write(device, to, from, size > 1 ? size - 1 : size);
}

// Breaks `copy` from addresses within a block: rounds the source down.
hal_result_t copyFromTheStart(hal_device_t device, hal_address_t to, hal_address_t from,
                              uint64_t size) {
  return good->copy(device, to, from & ~hal_address_t{127}, size);
}

// Breaks `fill` with patterns over 8 bytes; up to 128 are promised.
hal_result_t fillWithEightBytes(hal_device_t device, hal_address_t to, uint64_t size,
                                const void *pattern, uint64_t patternSize) {
  return good->fill(device, to, size, pattern, std::min<uint64_t>(patternSize, 8));
}

// Breaks the check of addresses: a wrong one must be hal_error_invalid_value.
hal_result_t readAnything(hal_device_t device, void *to, hal_address_t from, uint64_t size) {
  const hal_result_t result = good->read(device, to, from, size);
  return result == hal_error_invalid_value ? hal_success : result;
}

// Breaks the number of a kernel, and the error for a number beyond the table.
hal_result_t findTheFirstKernel(hal_device_t device, hal_program_t program, uint32_t,
                                hal_kernel_t *kernel) {
  return good->find_kernel(device, program, 0, kernel);
}

// Breaks the promise that each group runs.
hal_result_t launchWithoutTheLastGroup(hal_device_t device, const hal_launch_t *launch,
                                       hal_job_t *job) {
  hal_launch_t faulty = *launch;
  faulty.group_count -= faulty.group_count > 1 ? 1 : 0;
  return good->launch(device, &faulty, job);
}

// Breaks the promise that each group runs once.
hal_result_t launchTwice(hal_device_t device, const hal_launch_t *launch, hal_job_t *job) {
  hal_job_result_t result = {};
  hal_job_t first = 0;
  const hal_result_t launched = good->launch(device, launch, &first);
  return launched != hal_success || good->wait(device, first, UINT64_MAX, &result) != hal_success
             ? launched
             : good->launch(device, launch, job);
}

// Breaks the layout of an arena: frame and local memory overlap.
hal_result_t launchWithOneArena(hal_device_t device, const hal_launch_t *launch, hal_job_t *job) {
  hal_launch_t faulty = *launch;
  faulty.local_offset = faulty.frame_offset = 0;
  return good->launch(device, &faulty, job);
}

/// Where there is a time limit: else kernels would run while their code is unloaded.
hal_result_t callTimeoutsSuccess(hal_device_t device, hal_job_t job, uint64_t timeout,
                                 hal_job_result_t *result) {
  const hal_result_t waited = good->wait(device, job, timeout, result);
  return waited == hal_not_ready ? hal_success : waited;
}

// Breaks the timeout of `wait`.
hal_result_t waitAsLongAsItTakes(hal_device_t device, hal_job_t job, uint64_t,
                                 hal_job_result_t *result) {
  return good->wait(device, job, UINT64_MAX, result);
}

// Breaks the counters of a job: they stay unwritten.
hal_result_t waitWithoutCounters(hal_device_t device, hal_job_t job, uint64_t timeout,
                                 hal_job_result_t *result) {
  uint64_t *counters = result->counters;
  result->counters = nullptr;
  const hal_result_t waited = good->wait(device, job, timeout, result);
  result->counters = counters;
  return waited;
}

// Breaks the clock. It starts at the largest value and counts down.
hal_result_t runBackwards(hal_device_t, uint64_t *nanoseconds) {
  static std::atomic<uint64_t> time = UINT64_MAX;
  *nanoseconds = --time;
  return hal_success;
}

// A name, and the change to a copy of the good table.
struct Defect {
  std::string_view name;
  void (*apply)(hal_t &table);
};

constexpr std::array defects = {
    Defect{"alignment-ignored", [](hal_t &t) { t.allocate = allocateWithoutAlignment; }},
    Defect{"memory-lost", [](hal_t &t) { t.release = releaseNothing; }},
    Defect{"write-short", [](hal_t &t) { t.write = writeAllButTheLastByte; }},
    Defect{"copy-offset-ignored", [](hal_t &t) { t.copy = copyFromTheStart; }},
    Defect{"fill-truncated", [](hal_t &t) { t.fill = fillWithEightBytes; }},
    Defect{"bad-address-accepted", [](hal_t &t) { t.read = readAnything; }},
    Defect{"first-kernel-only", [](hal_t &t) { t.find_kernel = findTheFirstKernel; }},
    Defect{"last-group-dropped", [](hal_t &t) { t.launch = launchWithoutTheLastGroup; }},
    Defect{"groups-twice", [](hal_t &t) { t.launch = launchTwice; }},
    Defect{"frame-over-local", [](hal_t &t) { t.launch = launchWithOneArena; }},
    Defect{"wait-early", [](hal_t &t) { t.wait = callTimeoutsSuccess; }},
    Defect{"timeout-ignored", [](hal_t &t) { t.wait = waitAsLongAsItTakes; }},
    Defect{"counters-unwritten", [](hal_t &t) { t.wait = waitWithoutCounters; }},
    Defect{"clock-backwards", [](hal_t &t) { t.get_time = runBackwards; }},
};

constexpr auto names = [] {
  std::array<std::string_view, defects.size()> result;
  std::ranges::transform(defects, result.begin(), &Defect::name);
  return result;
}();

}  // namespace

std::span<const std::string_view> defectNames() {
  return names;
}

const hal_t *withDefect(const hal_t &hal, std::string_view name) {
  const auto found = std::ranges::find(defects, name, &Defect::name);
  if (found == defects.end()) {
    return nullptr;
  }
  static hal_t table;
  good = &hal;
  table = hal;
  found->apply(table);
  return &table;
}

}  // namespace hal::cts
