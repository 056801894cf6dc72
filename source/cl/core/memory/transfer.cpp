// Implements a blocking write by a queue, a fence and a command buffer of its own.
#include "core/memory/transfer.h"

#include <limits>

namespace cl {
namespace {

/// Owns the mux objects of one dispatch and destroys them in the right order.
class OneShot {
 public:
  explicit OneShot(mux_device_t device) : device_(device) {}
  OneShot(const OneShot &) = delete;
  OneShot &operator=(const OneShot &) = delete;
  ~OneShot() {
    if (queue_) {
      muxDestroyQueue(device_, queue_);
    }
    if (fence_) {
      muxDestroyFence(device_, fence_);
    }
    if (commandBuffer_) {
      muxDestroyCommandBuffer(device_, commandBuffer_);
    }
  }

  /// Creates the objects; the destructor destroys the ones made before an error.
  mux_result_t prepare() {
    mux_result_t result = muxCreateCommandBuffer(device_, &commandBuffer_);
    result = result == mux_success ? muxCreateFence(device_, &fence_) : result;
    return result == mux_success ? muxCreateQueue(device_, &queue_) : result;
  }
  mux_command_buffer_t commandBuffer() const { return commandBuffer_; }
  /// Dispatches the recorded commands and waits for their end without a limit.
  mux_result_t run() {
    mux_result_t result = muxFinalizeCommandBuffer(commandBuffer_);
    mux_dispatch_t dispatch = {};
    dispatch.command_buffer = commandBuffer_;
    dispatch.fence = fence_;
    result = result == mux_success ? muxDispatch(queue_, &dispatch) : result;
    constexpr auto forever = std::numeric_limits<uint64_t>::max();
    return result == mux_success ? muxTryWait(queue_, forever, fence_) : result;
  }

 private:
  mux_device_t device_;
  mux_command_buffer_t commandBuffer_ = nullptr;
  mux_fence_t fence_ = nullptr;
  mux_queue_t queue_ = nullptr;
};

}  // namespace

Status writeNow(OpenDevice &device, mux_buffer_t buffer, const void *data, size_t size) {
  OneShot shot(device.mux());
  mux_result_t result = shot.prepare();
  result = result == mux_success
               ? muxCommandWriteBuffer(shot.commandBuffer(), buffer, 0, data, size)
               : result;
  return fromMux(result == mux_success ? shot.run() : result);
}

}  // namespace cl
