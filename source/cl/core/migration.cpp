#include "core/migration.h"

#include <new>

#include "core/buffer.h"
#include "core/queue.h"

namespace cl {

bool Migration::begin(Command &command) {
  for (const Command::Use &use : command.uses_) {
    if (!use.buffer->isValidOn(command.queue()->deviceIndex())) {
      step(std::unique_ptr<Migration>(new Migration(command, *use.buffer)), mux_success);
      return true;
    }
  }
  return false;
}

void Migration::step(std::unique_ptr<Migration> migration, mux_result_t result) {
  Migration &self = *migration;
  self.endCommandBuffer();
  if (result == mux_success && self.stage_ != Stage::done) {
    const bool isRead = self.stage_ == Stage::read;
    self.stage_ = isRead ? Stage::write : Stage::done;
    result = isRead ? self.readFromSource() : self.writeToDestination();
    if (result == mux_success) {
      (void)migration.release();  // its completion has it now
      return;
    }
    self.endCommandBuffer();
  }
  Command &command = self.command_;
  ReadyList ready;
  if (result != mux_success) {
    command.finish(toClError(result), ready);
  } else {
    self.buffer_.markCopied(command.queue()->deviceIndex());
    migration.reset();
    if (!begin(command)) {
      command.dispatch(ready);
    }
  }
  ready.startAll();
}

void Migration::completed(const mux_completion_t *completion, void *user) {
  step(std::unique_ptr<Migration>(static_cast<Migration *>(user)), completion->result);
}

mux_result_t Migration::readFromSource() {
  const size_t source = buffer_.validDevice();
  auto memory = buffer_.allocation(source);
  auto queue = command_.context().transferQueue(source);
  device_ = &command_.context().device(source);
  staging_.reset(new (std::nothrow) std::byte[buffer_.size()]);
  if (!staging_) {
    return mux_error_out_of_memory;
  }
  if (!memory || !queue || muxCreateCommandBuffer(device_->mux(), &commandBuffer_) != mux_success) {
    return mux_error_out_of_resources;
  }
  const mux_result_t result =
      muxCommandReadBuffer(commandBuffer_, (*memory)->buffer, 0, staging_.get(), buffer_.size());
  return result == mux_success ? run(*queue) : result;
}

mux_result_t Migration::writeToDestination() {
  Queue &queue = *command_.queue();
  auto memory = buffer_.allocation(queue.deviceIndex());
  device_ = &queue.device();
  if (!memory || muxCreateCommandBuffer(device_->mux(), &commandBuffer_) != mux_success) {
    return mux_error_out_of_resources;
  }
  const mux_result_t result =
      muxCommandWriteBuffer(commandBuffer_, (*memory)->buffer, 0, staging_.get(), buffer_.size());
  return result == mux_success ? run(queue.mux()) : result;
}

mux_result_t Migration::run(mux_queue_t queue) {
  if (auto result = muxFinalizeCommandBuffer(commandBuffer_); result != mux_success) {
    return result;
  }
  mux_dispatch_t dispatch = {};
  dispatch.command_buffer = commandBuffer_;
  dispatch.completed = &Migration::completed;
  dispatch.user = this;
  return muxDispatch(queue, &dispatch);
}

void Migration::endCommandBuffer() {
  if (commandBuffer_) {
    muxDestroyCommandBuffer(device_->mux(), std::exchange(commandBuffer_, nullptr));
  }
}

}  // namespace cl
