#include "core/queues/command_profile.h"

#include "core/build/executable.h"
#include "core/queues/queue.h"

namespace cl {

Status CommandProfile::beginCounting(const Queue &queue, mux_command_buffer_t commands) {
  const mux_device_info_s &info = queue.device().info();
  if (info.counter_count == 0 || !queue.isProfiling()) {
    return success();
  }
  counters_.assign(info.counter_count, 0);
  auto query = CounterQuery::create(queue.device().mux(), info);
  if (!query) {
    return query.error();
  }
  query_ = std::move(*query);
  return query_->begin(commands);
}

Status CommandProfile::endCounting(mux_command_buffer_t commands) {
  return query_ ? query_->end(commands) : success();
}

void CommandProfile::addRunTime(cl_ulong start, cl_ulong end) const {
  if (kernel_ && end > start) {
    kernel_->times().add(end - start, work_);
  }
}

cl_int CommandProfile::readCounters() {
  return query_ ? query_->read(counters_).error().code : CL_COMPLETE;
}

}  // namespace cl
