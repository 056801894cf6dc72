// Counts performance events of commands (cl_kiln_performance_counters).
//
// A launch on a profiling queue of a device with counters is recorded between begin and end of a
// mux query. Other launches bear no cost.
#pragma once

#include <memory>
#include <span>

#include "core/base/info_writer.h"
#include "mux/mux.h"

namespace cl {

/// Answers CL_DEVICE_PERFORMANCE_COUNTERS_KILN. CL_INVALID_VALUE if the device has no counters.
Status counterInfo(const mux_device_info_s &info, const InfoWriter &out);

/// All counters of a device, around commands of one command buffer. The command buffer must be
/// destroyed or reset before the query. Not thread-safe.
class CounterQuery {
 public:
  /// Creates a query of all counters of the device.
  static Result<std::unique_ptr<CounterQuery>> create(mux_device_t device,
                                                      const mux_device_info_s &info);
  ~CounterQuery();
  CounterQuery(const CounterQuery &) = delete;
  CounterQuery &operator=(const CounterQuery &) = delete;

  /// Records the start of counting.
  Status begin(mux_command_buffer_t commandBuffer);
  /// Records the end of counting.
  Status end(mux_command_buffer_t commandBuffer);
  /// Reads one value per counter, after the command buffer has run.
  Status read(std::span<cl_ulong> values) const;

 private:
  CounterQuery(mux_device_t device, mux_query_pool_t pool) : device_(device), pool_(pool) {}

  mux_device_t device_;
  mux_query_pool_t pool_;
};

}  // namespace cl
