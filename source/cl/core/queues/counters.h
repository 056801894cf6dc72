// cl_kiln_performance_counters: what a device counts, and what it has counted for a command.
//
// A launch on a queue that profiles, on a device that counts, is recorded between the begin and
// the end of a mux query; other launches know nothing of it.
#pragma once

#include <memory>
#include <span>

#include "core/base/info_writer.h"
#include "mux/mux.h"

namespace cl {

/// CL_DEVICE_PERFORMANCE_COUNTERS_KILN. CL_INVALID_VALUE if the device counts nothing.
Status counterInfo(const mux_device_info_s &info, const InfoWriter &out);

/// All counters of a device, around commands of one command buffer, which is gone or reset before
/// the query is destroyed.
class CounterQuery {
 public:
  static Result<std::unique_ptr<CounterQuery>> create(mux_device_t device,
                                                      const mux_device_info_s &info);
  ~CounterQuery();
  CounterQuery(const CounterQuery &) = delete;
  CounterQuery &operator=(const CounterQuery &) = delete;

  Status begin(mux_command_buffer_t commandBuffer);
  Status end(mux_command_buffer_t commandBuffer);
  /// One value for each counter, after the command buffer has been run.
  Status read(std::span<cl_ulong> values) const;

 private:
  CounterQuery(mux_device_t device, mux_query_pool_t pool) : device_(device), pool_(pool) {}

  mux_device_t device_;
  mux_query_pool_t pool_;
};

}  // namespace cl
