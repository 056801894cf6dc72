#include "core/queues/migration.h"

#include <new>

#include "core/queues/queue.h"

namespace cl {

bool Migration::isInPlace(const Command &command, const BufferUse &use) {
  return use.access == Access::overwrite ||
         !use.root->coherence().findMissing(use.range, command.queue()->deviceIndex());
}

std::optional<size_t> Migration::findMissing(const Command &command) {
  const auto uses = command.recording().uses();
  for (size_t i = 0; i < uses.size(); ++i) {
    if (!isInPlace(command, uses[i])) {
      return i;
    }
  }
  return std::nullopt;
}

void Migration::begin(Command &command, size_t use) {
  std::vector<Migration *> ready = {new Migration(command, use)};
  runAll(ready);
}

void Migration::runAll(std::vector<Migration *> &ready) {
  while (!ready.empty()) {
    Migration *next = ready.back();
    ready.pop_back();
    next->step(ready);
  }
}

/// Proceeds until it has to wait or has ended. Adds migrations that got their turn to `ready`.
void Migration::step(std::vector<Migration *> &ready) {
  const auto uses = command_.recording().uses();
  while (result_ == mux_success && use_ < uses.size()) {
    if (!hasTurn_) {
      if (isInPlace(command_, uses[use_])) {
        ++use_;
        continue;
      }
      hasTurn_ = true;  // before it waits: the next call may be on another thread
      if (!coherence().enter(*this)) {
        return;
      }
    }
    if (!isAtHost_ && !findMissing()) {
      leave(ready);
      ++use_;
    } else if (const mux_result_t result = transfer(); result == mux_success) {
      return;  // its completion has it now, and may have been here already
    } else {
      result_ = result;
    }
  }
  if (hasTurn_) {
    leave(ready);
  }
  end(result_ == mux_success ? CL_SUCCESS : toClError(result_, CL_OUT_OF_RESOURCES));
}

bool Migration::findMissing() {
  const auto missing = coherence().findMissing(command_.recording().uses()[use_].range,
                                               command_.queue()->deviceIndex());
  missing_ = missing.value_or(Coherence::Missing{});
  return missing.has_value();
}

void Migration::leave(std::vector<Migration *> &ready) {
  hasTurn_ = false;
  if (Migration *next = coherence().leave()) {
    ready.push_back(next);
  }
}

void Migration::end(cl_int status) {
  const std::unique_ptr<Migration> self(this);
  ReadyList ready;
  command_.migrated(status, ready);
  ready.startAll();
}

Coherence &Migration::coherence() const {
  return command_.recording().uses()[use_].root->coherence();
}

void Migration::completed(const mux_completion_t *completion, void *user) {
  Migration &self = *static_cast<Migration *>(user);
  const size_t destination = self.command_.queue()->deviceIndex();
  const mux_device_t device = self.command_.context().device(self.device_).mux();
  muxDestroyCommandBuffer(device, std::exchange(self.commandBuffer_, nullptr));
  self.result_ = completion->result;
  if (self.result_ == mux_success && !self.isAtHost_) {
    self.staging_.reset();
    self.coherence().markCopied(self.missing_.range, self.missing_.source, destination);
  }
  std::vector<Migration *> ready = {&self};
  runAll(ready);
}

/// Dispatches the next transfer of missing_.
mux_result_t Migration::transfer() {
  Buffer &root = *command_.recording().uses()[use_].root;
  const size_t destination = command_.queue()->deviceIndex();
  const auto [range, source] = missing_;
  auto from = root.allocation(source);
  auto to = root.allocation(destination);
  if (!from || !to) {
    return mux_error_out_of_resources;
  }
  if (isAtHost_) {
    isAtHost_ = false;
    return dispatch(destination, **to, false, staging_.get());
  }
  if ((*from)->mapped) {
    return dispatch(destination, **to, false, (*from)->mapped + range.offset);
  }
  if ((*to)->mapped) {
    return dispatch(source, **from, true, (*to)->mapped + range.offset);
  }
  staging_.reset(new (std::nothrow) std::byte[range.size]);
  isAtHost_ = true;
  return staging_ ? dispatch(source, **from, true, staging_.get()) : mux_error_out_of_memory;
}

mux_result_t Migration::dispatch(size_t device, Buffer::Allocation &allocation, bool reads,
                                 std::byte *bytes) {
  Context &context = command_.context();
  const mux_device_t mux = context.device(device).mux();
  auto queue = context.transferQueue(device);
  mux_result_t result =
      queue ? muxCreateCommandBuffer(mux, &commandBuffer_) : mux_error_out_of_resources;
  if (result != mux_success) {
    return result;
  }
  device_ = device;
  const auto [offset, size] = missing_.range;
  result = reads ? muxCommandReadBuffer(commandBuffer_, allocation.buffer, offset, bytes, size)
                 : muxCommandWriteBuffer(commandBuffer_, allocation.buffer, offset, bytes, size);
  result = result == mux_success ? muxFinalizeCommandBuffer(commandBuffer_) : result;
  mux_dispatch_t dispatch = {};
  dispatch.command_buffer = commandBuffer_;
  dispatch.completed = &Migration::completed;
  dispatch.user = this;
  result = result == mux_success ? muxDispatch(*queue, &dispatch) : result;
  if (result != mux_success) {
    muxDestroyCommandBuffer(mux, std::exchange(commandBuffer_, nullptr));
  }
  return result;
}

}  // namespace cl
