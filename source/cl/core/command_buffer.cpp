#include "core/command_buffer.h"

#include <algorithm>

namespace cl {
namespace {

/// The queues that may be recorded to and replayed on.
constexpr cl_command_queue_properties supportedQueues =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

/// What the registry defines; those of layered extensions are not there.
constexpr cl_command_buffer_flags_khr knownFlags = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR |
                                                   CL_COMMAND_BUFFER_MUTABLE_KHR |
                                                   CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;
constexpr cl_command_buffer_flags_khr supportedFlags = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR;

/// The list with its end, if it is valid.
Result<std::vector<cl_command_buffer_properties_khr>> checkProperties(
    const cl_command_buffer_properties_khr *list) {
  std::vector<cl_command_buffer_properties_khr> properties;
  for (; list && list[0] != 0; list += 2) {
    if (list[0] != CL_COMMAND_BUFFER_FLAGS_KHR || !properties.empty() ||
        (list[1] & ~knownFlags) != 0) {
      return Error{CL_INVALID_VALUE};
    }
    if ((list[1] & ~supportedFlags) != 0) {
      return Error{CL_INVALID_PROPERTY};
    }
    properties.assign(list, list + 2);
  }
  if (list) {
    properties.push_back(0);
  }
  return properties;
}

/// All of what is to be done after a replay, whatever one of them returns.
cl_int finishAll(std::span<const Command::Finish> finishes, cl_int status) {
  for (const Command::Finish &finish : finishes) {
    status = finish(status);
  }
  return status;
}

}  // namespace

Result<Ref<CommandBuffer>> CommandBuffer::create(Queue &queue,
                                                 const cl_command_buffer_properties_khr *list) {
  auto properties = checkProperties(list);
  if (!properties) {
    return properties.error();
  }
  mux_command_buffer_t commands = nullptr;
  if (auto result = muxCreateCommandBuffer(queue.device().mux(), &commands);
      result != mux_success) {
    return Error{toClError(result, CL_OUT_OF_RESOURCES)};
  }
  auto buffer = make<CommandBuffer>(queue, commands);
  buffer->propertyList_ = std::move(*properties);
  return buffer;
}

CommandBuffer::CommandBuffer(Queue &queue, mux_command_buffer_t commands)
    : queue_(Ref<Queue>(&queue)),
      commands_(commands),
      recording_(Queue::createRecording(queue, *this)) {}

CommandBuffer::~CommandBuffer() {
  recording_.reset();
  muxDestroyCommandBuffer(queue_->device().mux(), commands_);
}

/// A replay that ends on a thread of the device's may hold the last reference, and this the last
/// one to a queue, which may not be destroyed there.
void CommandBuffer::destroy() noexcept {
  if (!Command::isCompleting()) {
    delete this;
    return;
  }
  const Ref<Context> kept(&context());
  (void)kept->notifier().post([this] { delete this; });
}

void CommandBuffer::add(Command::Recording recording) {
  std::ranges::move(recording.kept, std::back_inserter(kept_));
  uses_.insert(uses_.end(), recording.uses.begin(), recording.uses.end());
  if (recording.finish) {
    finishes_.push_back(std::move(recording.finish));
  }
}

void CommandBuffer::abandon(Command::Recording recording) {
  std::ranges::move(recording.kept, std::back_inserter(kept_));
  if (recording.finish) {
    abandoned_.push_back(std::move(recording.finish));
  }
}

Status CommandBuffer::record(const SyncPoints &waits, cl_sync_point_khr *point,
                             const std::function<Status(Queue &)> &body) {
  const std::lock_guard guard(mutex_);
  if (state_ != CL_COMMAND_BUFFER_STATE_RECORDING_KHR) {
    return Error{CL_INVALID_OPERATION};
  }
  const std::span list(waits.list, waits.list ? waits.count : 0);
  const auto isKnown = [&](cl_sync_point_khr each) { return each != 0 && each <= points_; };
  if ((waits.count == 0) != (waits.list == nullptr) || !std::ranges::all_of(list, isKnown)) {
    return Error{CL_INVALID_SYNC_POINT_WAIT_LIST_KHR};
  }
  if (points_ == UINT32_MAX) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  if (auto status = body(*recording_); !status) {
    return status;
  }
  ++points_;
  if (point) {
    *point = points_;
  }
  return success();
}

Status CommandBuffer::finalize() {
  const std::lock_guard guard(mutex_);
  if (state_ != CL_COMMAND_BUFFER_STATE_RECORDING_KHR) {
    return Error{CL_INVALID_OPERATION};
  }
  if (auto status = fromMux(muxFinalizeCommandBuffer(commands_)); !status) {
    return status;
  }
  state_ = CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
  return success();
}

Status CommandBuffer::enqueue(Queue &queue, const WaitList &waits, cl_event *event) {
  if (&queue.context() != &context()) {
    return Error{CL_INVALID_CONTEXT};
  }
  if (queue.member() != queue_->member()) {
    return Error{CL_INCOMPATIBLE_COMMAND_QUEUE_KHR};
  }
  auto command = queue.newCommand(CL_COMMAND_COMMAND_BUFFER_KHR);
  if (!command) {
    return command.error();
  }
  const std::lock_guard guard(mutex_);
  if (state_ != CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR) {
    return Error{CL_INVALID_OPERATION};
  }
  (*command)->replay(*this, commands_, uses_);
  if (!finishes_.empty()) {
    (*command)->onFinish([this](cl_int status) { return finishAll(finishes_, status); });
  }
  return queue.submit(std::move(*command), waits, event);
}

bool CommandBuffer::begin(Command &replay) {
  const std::lock_guard guard(runMutex_);
  if (running_ && running_ != &replay) {
    waiting_.push_back(&replay);
    return false;
  }
  running_ = &replay;
  return true;
}

void CommandBuffer::end(Command &replay, ReadyList &ready) {
  const std::lock_guard guard(runMutex_);
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

Status CommandBuffer::info(cl_command_buffer_info_khr name, const InfoWriter &out) const {
  switch (name) {
    case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
      return out.value<cl_uint>(1);
    case CL_COMMAND_BUFFER_QUEUES_KHR:
      return out.value<cl_command_queue>(queue_->handle());
    case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
      return out.value<cl_uint>(apiCount());
    case CL_COMMAND_BUFFER_STATE_KHR: {
      const std::lock_guard guard(mutex_);
      return out.value<cl_command_buffer_state_khr>(state_);
    }
    case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
      return out.array<cl_command_buffer_properties_khr>(propertyList_);
    case CL_COMMAND_BUFFER_CONTEXT_KHR:
      return out.value<cl_context>(context().handle());
    default:
      return Error{CL_INVALID_VALUE};
  }
}

Status commandBufferInfo(cl_device_info name, const InfoWriter &out) {
  switch (name) {
    case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
      return out.value<cl_device_command_buffer_capabilities_khr>(
          CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
          CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR);
    case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
      return out.value<cl_command_queue_properties>(supportedQueues);
    case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
      return out.value<cl_command_queue_properties>(0);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

}  // namespace cl
