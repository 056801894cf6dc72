// Command buffers of a device with a HAL: recorded as lists on the host (mux/target_support), and
// walked by an Executor.
#include "mux/target_support/command_buffer.h"

#include "objects.h"
#include "tables.h"

namespace hal {
namespace {

// Gives argument blocks the device addresses of buffers at the time of recording: memory never
// moves.
class AddressResolver : public mux::ArgumentResolver {
 public:
  uint64_t bufferAddress(mux_buffer_t buffer) override { return addressOf(buffer); }
  uint64_t memoryAddress(mux_memory_t memory) override {
    return static_cast<Memory *>(memory)->address;
  }
};

}  // namespace

mux_result_t createCommandBuffer(mux_device_t device, mux_command_buffer_t *commandBuffer) {
  return createObject<CommandBuffer>(device, mux_kind_command_buffer, commandBuffer,
                                     device->allocator);
}

void destroyCommandBuffer(mux_device_t, mux_command_buffer_t commandBuffer) {
  destroy(static_cast<CommandBuffer *>(commandBuffer));
}

mux_result_t commandNDRange(mux_command_buffer_t commandBuffer, mux_kernel_t kernel,
                            const mux_ndrange_t *ndrange) {
  AddressResolver resolver;
  return mux::recordRange(static_cast<CommandBuffer *>(commandBuffer)->commands, kernel, *ndrange,
                          deviceOf(kernel->object).limits, resolver);
}

}  // namespace hal
