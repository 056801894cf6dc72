#include "core/queues/counters.h"

#include <cstring>
#include <numeric>
#include <vector>

#include "CL/cl_ext_kiln.h"

namespace cl {
namespace {

template <size_t size>
void copyText(char (&out)[size], const char *text) {
  const size_t length = strnlen(text, size - 1);
  std::memcpy(out, text, length);
  out[length] = '\0';
}

}  // namespace

/// cl_kiln_performance_counters: CL_INVALID_VALUE without counters.
Status counterInfo(const mux_device_info_s &info, const InfoWriter &out) {
  if (info.counter_count == 0) {
    return Error{CL_INVALID_VALUE};
  }
  std::vector<cl_performance_counter_kiln> counters(info.counter_count);
  for (size_t i = 0; i < counters.size(); ++i) {
    copyText(counters[i].name, info.counters[i].name);
    copyText(counters[i].description, info.counters[i].description);
  }
  return out.array<cl_performance_counter_kiln>(counters);
}

Result<std::unique_ptr<CounterQuery>> CounterQuery::create(mux_device_t device,
                                                           const mux_device_info_s &info) {
  std::vector<uint32_t> all(info.counter_count);
  std::iota(all.begin(), all.end(), 0u);
  mux_query_pool_t pool = nullptr;
  if (auto status = fromMux(
          muxCreateQueryPool(device, mux_query_counter, 1, all.data(), info.counter_count, &pool));
      !status) {
    return status.error();
  }
  return std::unique_ptr<CounterQuery>(new CounterQuery(device, pool));
}

CounterQuery::~CounterQuery() {
  muxDestroyQueryPool(device_, pool_);
}

Status CounterQuery::begin(mux_command_buffer_t commandBuffer) {
  return fromMux(muxCommandBeginQuery(commandBuffer, pool_, 0));
}

Status CounterQuery::end(mux_command_buffer_t commandBuffer) {
  return fromMux(muxCommandEndQuery(commandBuffer, pool_, 0));
}

/// CL 3.0 §5.14: CL_OUT_OF_RESOURCES if the values are missing.
Status CounterQuery::read(std::span<cl_ulong> values) const {
  static_assert(sizeof(cl_ulong) == sizeof(uint64_t));
  const mux_result_t result = muxGetQueryResults(pool_, 0, 1, values.data(), values.size_bytes());
  return result == mux_not_ready ? Status(Error{CL_OUT_OF_RESOURCES}) : fromMux(result);
}

}  // namespace cl
