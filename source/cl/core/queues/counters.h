// Counts performance events of commands (cl_kiln_performance_counters).
//
// A launch on a profiling queue of a device with counters is recorded between begin and end of a
// mux query. Other launches bear no cost.
//
// A query pool of mux holds the values until they are read. It belongs to one command, and is read
// once when the command has ended.
#pragma once

#include <memory>
#include <span>

#include "core/base/info_writer.h"
#include "mux/mux.h"

namespace cl {

/// Answers CL_DEVICE_PERFORMANCE_COUNTERS_KILN (cl_kiln_performance_counters, clGetDeviceInfo) with
/// the names and descriptions of all counters. CL_INVALID_VALUE if the device has no counters.
Status counterInfo(const mux_device_info_s &info, const InfoWriter &out);

/// All counters of a device, around commands of one command buffer. The command buffer must be
/// destroyed or reset before the query. Not thread-safe.
class CounterQuery {
 public:
  /// Creates a query of all counters of the device, in its order. `info` is
  /// read here only.
  static Result<std::unique_ptr<CounterQuery>> create(mux_device_t device,
                                                      const mux_device_info_s &info);
  /// Destroys the query. The command buffer must be reset or destroyed before.
  ~CounterQuery();
  CounterQuery(const CounterQuery &) = delete;
  CounterQuery &operator=(const CounterQuery &) = delete;

  /// Records the start of counting. At most once.
  Status begin(mux_command_buffer_t commandBuffer);
  /// Records the end of counting, into the same command buffer.
  Status end(mux_command_buffer_t commandBuffer);
  /// Reads one value per counter, after the command buffer has run. `values` has one element for
  /// each counter of the device. CL_OUT_OF_RESOURCES if the values are missing.
  Status read(std::span<cl_ulong> values) const;

 private:
  CounterQuery(mux_device_t device, mux_query_pool_t pool) : device_(device), pool_(pool) {}

  // Open as long as the command.
  mux_device_t device_;
  // Owned; one query of all counters.
  mux_query_pool_t pool_;
};

}  // namespace cl
