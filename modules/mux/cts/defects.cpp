// Faulty table entries: each calls the good device's entry with one change.
#include "defects.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace mux::cts {
namespace {

// The good device's table, the base of the faulty functions. One per process.
const mux_device_table_t *good = nullptr;

// A copy that loses its last byte.
mux_result_t copyAllButTheLastByte(mux_command_buffer_t commands, mux_buffer_t source,
                                   uint64_t sourceOffset, mux_buffer_t destination,
                                   uint64_t destinationOffset, uint64_t size) {
  return size == 1 ? mux_success
                   : good->command_copy_buffer(commands, source, sourceOffset, destination,
                                               destinationOffset, size - 1);
}

// A box that loses its last row.
mux_result_t readRegionWithoutItsLastRow(mux_command_buffer_t commands, mux_buffer_t buffer,
                                         void *host, const mux_buffer_region_t *region) {
  mux_buffer_region_t faulty = *region;
  --faulty.region.y;
  return faulty.region.y == 0 ? mux_success
                              : good->command_read_buffer_region(commands, buffer, host, &faulty);
}

// A fill that knows patterns of four bytes at most.
mux_result_t fillWithFourBytes(mux_command_buffer_t commands, mux_buffer_t buffer, uint64_t offset,
                               uint64_t size, const void *pattern, uint64_t patternSize) {
  return good->command_fill_buffer(commands, buffer, offset, size, pattern,
                                   std::min<uint64_t>(patternSize, 4));
}

// A dispatch that does not wait for semaphores.
mux_result_t dispatchWithoutWaiting(mux_queue_t queue, const mux_dispatch_t *dispatch) {
  mux_dispatch_t faulty = *dispatch;
  faulty.wait_count = 0;
  return good->dispatch(queue, &faulty);
}

// A dispatch without its `completed` callback.
mux_result_t dispatchWithoutCompletion(mux_queue_t queue, const mux_dispatch_t *dispatch) {
  mux_dispatch_t faulty = *dispatch;
  faulty.completed = nullptr;
  return good->dispatch(queue, &faulty);
}

// A dispatch without its `started` callback.
mux_result_t dispatchWithoutStart(mux_queue_t queue, const mux_dispatch_t *dispatch) {
  mux_dispatch_t faulty = *dispatch;
  faulty.started = nullptr;
  return good->dispatch(queue, &faulty);
}

// A wait that returns at once.
mux_result_t waitForNothing(mux_queue_t, uint64_t, mux_fence_t) {
  return mux_success;
}

// A wrong error code for damaged binaries.
mux_result_t callAnyBadBinaryAFailure(mux_device_t device, const void *binary, uint64_t size,
                                      mux_executable_t *executable) {
  const mux_result_t result = good->create_executable(device, binary, size, executable);
  return result == mux_success ? result : mux_error_failure;
}

// A launch with x and y exchanged.
mux_result_t launchWithSwappedDimensions(mux_command_buffer_t commands, mux_kernel_t kernel,
                                         const mux_ndrange_t *ndrange) {
  mux_ndrange_t faulty = *ndrange;
  if (faulty.dimensions >= 2) {
    std::swap(faulty.global_size[0], faulty.global_size[1]);
    std::swap(faulty.local_size[0], faulty.local_size[1]);
    std::swap(faulty.global_offset[0], faulty.global_offset[1]);
  }
  return good->command_ndrange(commands, kernel, &faulty);
}

// A launch without its partial groups.
mux_result_t launchWholeGroupsOnly(mux_command_buffer_t commands, mux_kernel_t kernel,
                                   const mux_ndrange_t *ndrange) {
  mux_ndrange_t faulty = *ndrange;
  for (uint32_t i = 0; i < faulty.dimensions; ++i) {
    faulty.global_size[i] -= faulty.global_size[i] % faulty.local_size[i];
  }
  return good->command_ndrange(commands, kernel, &faulty);
}

// A launch that ignores the global offset.
mux_result_t launchWithoutOffset(mux_command_buffer_t commands, mux_kernel_t kernel,
                                 const mux_ndrange_t *ndrange) {
  mux_ndrange_t faulty = *ndrange;
  std::ranges::fill(faulty.global_offset, 0);
  return good->command_ndrange(commands, kernel, &faulty);
}

// Resets without an effect.
mux_result_t keepCommandsOverReset(mux_command_buffer_t) {
  return mux_success;
}
mux_result_t keepSemaphoreOverReset(mux_semaphore_t) {
  return mux_success;
}

// A write of the bytes at recording: a driver that copies them too early.
mux_result_t writeWhatIsThereNow(mux_command_buffer_t commands, mux_buffer_t buffer,
                                 uint64_t offset, const void *host, uint64_t size) {
  static std::vector<std::vector<std::byte>> copies;
  const auto *bytes = static_cast<const std::byte *>(host);
  copies.emplace_back(bytes, bytes + size);
  return good->command_write_buffer(commands, buffer, offset, copies.back().data(), size);
}

// A query without results.
mux_result_t answerEveryQueryAtOnce(mux_query_pool_t, uint32_t, uint32_t, void *, uint64_t) {
  return mux_success;
}

// A name and the change to the table.
struct Defect {
  std::string_view name;
  void (*apply)(mux_device_table_t &table);
};

constexpr std::array defects = {
    Defect{"copy-short", [](auto &t) { t.command_copy_buffer = copyAllButTheLastByte; }},
    Defect{"region-last-row",
           [](auto &t) { t.command_read_buffer_region = readRegionWithoutItsLastRow; }},
    Defect{"fill-truncated", [](auto &t) { t.command_fill_buffer = fillWithFourBytes; }},
    Defect{"semaphore-ignored", [](auto &t) { t.dispatch = dispatchWithoutWaiting; }},
    Defect{"semaphore-not-reset", [](auto &t) { t.reset_semaphore = keepSemaphoreOverReset; }},
    Defect{"fence-early", [](auto &t) { t.try_wait = waitForNothing; }},
    Defect{"start-dropped", [](auto &t) { t.dispatch = dispatchWithoutStart; }},
    Defect{"completion-dropped", [](auto &t) { t.dispatch = dispatchWithoutCompletion; }},
    Defect{"wrong-error", [](auto &t) { t.create_executable = callAnyBadBinaryAFailure; }},
    Defect{"dimensions-swapped", [](auto &t) { t.command_ndrange = launchWithSwappedDimensions; }},
    Defect{"partial-groups-dropped", [](auto &t) { t.command_ndrange = launchWholeGroupsOnly; }},
    Defect{"offset-ignored", [](auto &t) { t.command_ndrange = launchWithoutOffset; }},
    Defect{"reset-keeps-commands", [](auto &t) { t.reset_command_buffer = keepCommandsOverReset; }},
    Defect{"write-too-early", [](auto &t) { t.command_write_buffer = writeWhatIsThereNow; }},
    Defect{"query-unanswered", [](auto &t) { t.get_query_results = answerEveryQueryAtOnce; }},
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

mux_device_info_t withDefect(mux_device_info_t info, std::string_view name) {
  const auto found = std::ranges::find(defects, name, &Defect::name);
  if (found == defects.end()) {
    return nullptr;
  }
  static mux_device_table_t table;
  static mux_device_info_s copy;
  good = info->table;
  table = *info->table;
  found->apply(table);
  copy = *info;
  copy.table = &table;
  return &copy;
}

}  // namespace mux::cts
