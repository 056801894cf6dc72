#include "mux/util/command_buffer.h"

#include "objects.h"
#include "tables.h"

namespace hal {
namespace {

class AddressResolver : public mux::ArgumentResolver {
 public:
  uint64_t bufferAddress(mux_buffer_t buffer) override { return addressOf(buffer); }
};

}  // namespace

mux_result_t createCommandBuffer(mux_device_t device, mux_command_buffer_t *commandBuffer) {
  if (deviceOf(device).connection->isLost()) {
    return mux_error_device_lost;
  }
  auto *object = create<CommandBuffer>(device, mux_kind_command_buffer, device->allocator);
  if (!object) {
    return mux_error_out_of_memory;
  }
  *commandBuffer = object;
  return mux_success;
}

void destroyCommandBuffer(mux_device_t, mux_command_buffer_t commandBuffer) {
  destroy(static_cast<CommandBuffer *>(commandBuffer));
}

mux_result_t finalizeCommandBuffer(mux_command_buffer_t) {
  return mux_success;
}

mux_result_t resetCommandBuffer(mux_command_buffer_t commandBuffer) {
  static_cast<CommandBuffer *>(commandBuffer)->commands.clear();
  return mux_success;
}

mux_result_t commandNDRange(mux_command_buffer_t commandBuffer, mux_kernel_t kernel,
                            const mux_ndrange_t *ndrange) {
  AddressResolver resolver;
  return mux::recordRange(static_cast<CommandBuffer *>(commandBuffer)->commands, kernel, *ndrange,
                          deviceOf(kernel->object).limits, resolver);
}

}  // namespace hal
