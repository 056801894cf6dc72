#include "core/queues/segment.h"

namespace cl {

/// cl_khr_command_buffer: CL_OUT_OF_RESOURCES.
Result<Ref<Segment>> Segment::create(const Queue &queue) {
  const mux_device_t device = queue.device().mux();
  mux_command_buffer_t commands = nullptr;
  if (auto result = muxCreateCommandBuffer(device, &commands); result != mux_success) {
    return Error{toClError(result, CL_OUT_OF_RESOURCES)};
  }
  return make<Segment>(queue.context(), device, commands);
}

void Segment::add(Recording recording) {
  recording_.append(recording);
  if (auto finish = recording.takeFinish()) {
    finishes_.push_back(std::move(finish));
  }
}

void Segment::abandon(Recording recording) {
  recording_.keepAllOf(recording);
  if (auto finish = recording.takeFinish()) {
    abandoned_.push_back(std::move(finish));
  }
}

cl_int Segment::finish(cl_int status) const {
  for (const Recording::Finish &each : finishes_) {
    status = each(status);
  }
  return status;
}

bool Segment::begin(Command &replay) {
  const std::lock_guard guard(mutex_);
  if (running_ && running_ != &replay) {
    waiting_.push_back(&replay);
    return false;
  }
  running_ = &replay;
  return true;
}

void Segment::end(Command &replay, ReadyList &ready) {
  const std::lock_guard guard(mutex_);
  if (running_ != &replay) {
    return;
  }
  running_ = nullptr;
  if (!waiting_.empty()) {
    running_ = waiting_.front();
    waiting_.pop_front();
    ready.push(*running_);
  }
}

}  // namespace cl
