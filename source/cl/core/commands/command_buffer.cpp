// Steps, parts and segments. Example with two queues A and B and five steps, where a4 waits for b3:
//
//     recorded   a1  a2  b3  a4  a5
//     parts      P1 = {a1, a2} on A   P2 = {b3} on B   P3 = {a4, a5} on A, after P2 and P1
//
// Step a4 cannot join P1: all of P1 would then wait for b3. Once P2 is waited for, it takes no more
// steps either, or a4 would wait for them too (isOpen_). A part depends on the part before it on
// the same queue, so that each queue keeps its order.
//
// A recording can fail in the middle, and mux commands cannot be taken back. Such a step leaves no
// trace in steps_; the segment keeps its objects (Segment::abandon).
#include "core/commands/command_buffer.h"

#include <algorithm>

namespace cl {
namespace {

/// Properties that queues may have to be recorded to and replayed on.
constexpr cl_command_queue_properties supportedQueues =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

constexpr cl_command_buffer_flags_khr knownFlags = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR |
                                                   CL_COMMAND_BUFFER_MUTABLE_KHR |
                                                   CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;

/// The parsed properties of a command buffer, and the list itself with its terminator.
struct Properties {
  std::vector<cl_command_buffer_properties_khr> list;
  cl_command_buffer_flags_khr flags = 0;
  cl_mutable_dispatch_asserts_khr asserts = 0;
};

/// cl_khr_command_buffer: CL_INVALID_VALUE for an unknown or repeated property.
Result<Properties> checkProperties(const cl_command_buffer_properties_khr *list) {
  Properties properties;
  bool hasFlags = false, hasAsserts = false;
  const cl_command_buffer_properties_khr *each = list;
  for (; each && each[0] != 0; each += 2) {
    if (each[0] == CL_COMMAND_BUFFER_FLAGS_KHR && !std::exchange(hasFlags, true) &&
        (each[1] & ~knownFlags) == 0) {
      properties.flags = each[1];
    } else if (each[0] == CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR &&
               !std::exchange(hasAsserts, true) && (each[1] & ~knownAsserts) == 0) {
      properties.asserts = each[1];
    } else {
      return Error{CL_INVALID_VALUE};
    }
  }
  if (list) {
    properties.list.assign(list, each + 1);
  }
  return properties;
}

}  // namespace

/// cl_khr_command_buffer: CL_INVALID_CONTEXT for queues of several contexts,
/// CL_INCOMPATIBLE_COMMAND_QUEUE_KHR for device-side synchronisation of several queues: the host
/// orders their segments.
Result<Ref<CommandBuffer>> CommandBuffer::create(std::span<Queue *const> queues,
                                                 const cl_command_buffer_properties_khr *list) {
  const Queue &first = *queues.front();
  for (const Queue *queue : queues) {
    if (&queue->context() != &first.context()) {
      return Error{CL_INVALID_CONTEXT};
    }
  }
  auto properties = checkProperties(list);
  if (!properties) {
    return properties.error();
  }
  if ((properties->flags & CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR) != 0 && queues.size() > 1) {
    return Error{CL_INCOMPATIBLE_COMMAND_QUEUE_KHR};
  }
  auto buffer = make<CommandBuffer>(queues);
  buffer->propertyList_ = std::move(properties->list);
  buffer->flags_ = properties->flags;
  buffer->asserts_ = properties->asserts;
  return buffer;
}

CommandBuffer::CommandBuffer(std::span<Queue *const> queues)
    : last_(queues.size()), isOpen_(queues.size()) {
  for (Queue *queue : queues) {
    queues_.emplace_back(queue);
    recordingQueues_.push_back(Queue::createRecording(*queue, recorder_));
  }
}

/// cl_khr_command_buffer: CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT.
Result<size_t> CommandBuffer::indexOf(cl_command_queue handle) const {
  if (!handle) {
    return queues_.size() == 1 ? Result<size_t>(0) : Error{CL_INVALID_COMMAND_QUEUE};
  }
  auto queue = fromHandle<Queue>(handle);
  if (!queue) {
    return queue.error();
  }
  if (&(*queue)->context() != &context()) {
    return Error{CL_INVALID_CONTEXT};
  }
  const auto found = std::ranges::find(queues_, *queue, &Ref<Queue>::get);
  return found == queues_.end() ? Result<size_t>(Error{CL_INVALID_COMMAND_QUEUE})
                                : static_cast<size_t>(found - queues_.begin());
}

Status CommandBuffer::record(size_t queue, const SyncPoints &waits, cl_sync_point_khr *point,
                             Body body, bool isBarrier) {
  const std::lock_guard guard(mutex_);
  return append(waits, point, {.queue = queue, .isBarrier = isBarrier, .body = std::move(body)});
}

/// cl_khr_command_buffer: CL_INVALID_CONTEXT for another context's kernel, before anything else.
/// cl_khr_command_buffer_mutable_dispatch: CL_INVALID_VALUE for an assertion without a local size,
/// CL_INVALID_KERNEL_ARGS for missing arguments that no update can set.
Status CommandBuffer::record(size_t queue, const SyncPoints &waits, cl_sync_point_khr *point,
                             Kernel &kernel, Launch launch, LaunchProperties properties,
                             cl_mutable_command_khr *handle) {
  if (&kernel.context() != &context()) {
    return Error{CL_INVALID_CONTEXT};
  }
  const auto asserts = asserts_ | properties.asserts;
  if ((asserts & CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR) != 0 &&
      !launch.hasLocal) {
    return Error{CL_INVALID_VALUE};
  }
  const bool maySetArguments = has(CL_COMMAND_BUFFER_MUTABLE_KHR) && handle &&
                               (properties.fields & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) != 0;
  if (!maySetArguments && !launch.hasAllArguments()) {
    return Error{CL_INVALID_KERNEL_ARGS};
  }
  const std::lock_guard guard(mutex_);
  auto status = append(waits, point, {.queue = queue, .launch = std::move(launch)});
  if (status && handle) {
    giveHandle(steps_.size() - 1, kernel, std::move(properties));
    *handle = handles_.back()->handle();
  }
  return status;
}

/// Creates the handle of the step. It lives as long as the command buffer.
void CommandBuffer::giveHandle(size_t step, Kernel &kernel, LaunchProperties properties) {
  handles_.push_back(make<MutableCommand>(*this, step, kernel, std::move(properties)));
  steps_[step].handle = handles_.back().get();
}

/// cl_khr_command_buffer: CL_INVALID_OPERATION after finalize, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
/// CL_OUT_OF_RESOURCES.
Status CommandBuffer::append(const SyncPoints &waits, cl_sync_point_khr *point, Step step) {
  if (state_ != CL_COMMAND_BUFFER_STATE_RECORDING_KHR) {
    return Error{CL_INVALID_OPERATION};
  }
  const std::span list(waits.list, waits.list ? waits.count : 0);
  const auto isKnown = [&](cl_sync_point_khr each) { return each != 0 && each <= steps_.size(); };
  if ((waits.count == 0) != (waits.list == nullptr) || !std::ranges::all_of(list, isKnown)) {
    return Error{CL_INVALID_SYNC_POINT_WAIT_LIST_KHR};
  }
  if (steps_.size() == UINT32_MAX) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  step.waits.assign(list.begin(), list.end());
  if (auto status = add(std::move(step)); !status) {
    return status;
  }
  if (point) {
    *point = static_cast<cl_sync_point_khr>(steps_.size());
  }
  return success();
}

/// Returns the parts of other queues that a step has to wait for.
std::vector<size_t> CommandBuffer::dependenciesOf(const Step &step) const {
  std::vector<size_t> parts;
  const auto waitFor = [&](size_t part) {
    if (parts_[part].queue != step.queue && std::ranges::find(parts, part) == parts.end()) {
      parts.push_back(part);
    }
  };
  for (cl_sync_point_khr point : step.waits) {
    waitFor(steps_[point - 1].part);
  }
  if (barrier_) {
    waitFor(*barrier_);
  }
  for (size_t queue = 0; step.isBarrier && step.waits.empty() && queue < last_.size(); ++queue) {
    if (last_[queue]) {
      waitFor(*last_[queue]);
    }
  }
  return parts;
}

/// Tells if the part waits for all of these parts.
bool CommandBuffer::keepsOrder(size_t part, std::span<const size_t> dependencies) const {
  return std::ranges::all_of(dependencies, [&](size_t each) {
    return std::ranges::find(parts_[part].dependencies, each) != parts_[part].dependencies.end();
  });
}

/// Records the step in the last part of its queue if this keeps the order, else in a new part. A
/// part that others wait for takes no more steps, or they would wait for these too.
Status CommandBuffer::add(Step step) {
  auto dependencies = dependenciesOf(step);
  const auto last = last_[step.queue];
  const bool isNew = !last || !isOpen_[step.queue] || !keepsOrder(*last, dependencies);
  Part fresh = {.queue = step.queue};
  if (isNew) {
    auto segment = Segment::create(*queues_[step.queue]);
    if (!segment) {
      return segment.error();
    }
    fresh.segment = std::move(*segment);
  }
  Segment &segment = isNew ? *fresh.segment : *parts_[*last].segment;
  const Launch *launch = step.launch ? &*step.launch : nullptr;
  if (auto status = recordInto(segment, step, launch); !status) {
    return status;
  }
  if (isNew) {
    for (size_t each : dependencies) {
      const size_t queue = parts_[each].queue;
      isOpen_[queue] = isOpen_[queue] && last_[queue] != each;
    }
    fresh.dependencies = std::move(dependencies);
    if (last) {
      fresh.dependencies.push_back(*last);
    }
    parts_.push_back(std::move(fresh));
    last_[step.queue] = parts_.size() - 1;
    isOpen_[step.queue] = true;
  }
  step.part = *last_[step.queue];
  barrier_ = step.isBarrier ? step.part : barrier_;
  parts_[step.part].steps.push_back(steps_.size());
  steps_.push_back(std::move(step));
  return success();
}

/// Records a step. A launch without all of its arguments is only checked.
Status CommandBuffer::recordInto(Segment &segment, const Step &step, const Launch *launch) {
  recorder_.recordInto(&segment);
  Queue &queue = *recordingQueues_[step.queue];
  if (!launch) {
    return step.body(queue);
  }
  return launch->hasAllArguments() ? launch->record(queue) : launch->check(queue);
}

/// Returns the state after finalize: executable once all arguments are set
/// (cl_khr_command_buffer_mutable_dispatch).
cl_command_buffer_state_khr CommandBuffer::finalizedState() const {
  const bool isWhole = std::ranges::all_of(
      steps_, [](const Step &step) { return !step.launch || step.launch->hasAllArguments(); });
  return isWhole ? CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR : CL_COMMAND_BUFFER_STATE_FINALIZED_KHR;
}

/// cl_khr_command_buffer: CL_INVALID_OPERATION the second time.
Status CommandBuffer::finalize() {
  const std::lock_guard guard(mutex_);
  if (state_ != CL_COMMAND_BUFFER_STATE_RECORDING_KHR) {
    return Error{CL_INVALID_OPERATION};
  }
  for (const Part &part : parts_) {
    if (auto status = part.segment->finalize(); !status) {
      return status;
    }
  }
  state_ = finalizedState();
  return success();
}

/// Records all steps of a part into a new segment, with the changed launches. The old segment stays
/// as it is, so a failure changes nothing.
Result<Ref<Segment>> CommandBuffer::rebuild(const Part &part, const Changes &changes) {
  auto segment = Segment::create(*queues_[part.queue]);
  if (!segment) {
    return segment;
  }
  for (size_t index : part.steps) {
    const Step &step = steps_[index];
    const auto changed = changes.find(index);
    const Launch *launch = step.launch ? &*step.launch : nullptr;
    launch = changed != changes.end() ? &changed->second : launch;
    if (auto status = recordInto(**segment, step, launch); !status) {
      return status.error();
    }
  }
  if (auto status = (*segment)->finalize(); !status) {
    return status.error();
  }
  return segment;
}

/// cl_khr_command_buffer_mutable_dispatch: CL_INVALID_OPERATION before finalize or without the
/// mutable flag, CL_INVALID_MUTABLE_COMMAND_KHR.
Status CommandBuffer::update(std::span<const LaunchUpdate *const> updates) {
  const std::lock_guard guard(mutex_);
  if (state_ == CL_COMMAND_BUFFER_STATE_RECORDING_KHR || !has(CL_COMMAND_BUFFER_MUTABLE_KHR)) {
    return Error{CL_INVALID_OPERATION};
  }
  Changes changes;
  for (const LaunchUpdate *each : updates) {
    auto command = fromHandle<MutableCommand>(each->command);
    if (!command || &(*command)->owner() != this) {
      return Error{CL_INVALID_MUTABLE_COMMAND_KHR};
    }
    const size_t step = (*command)->step();
    Launch &launch = changes.try_emplace(step, *steps_[step].launch).first->second;
    if (auto status = (*command)->update(launch, *each); !status) {
      return status;
    }
  }
  std::map<size_t, Ref<Segment>> rebuilt;
  for (const auto &[step, launch] : changes) {
    const size_t part = steps_[step].part;
    if (rebuilt.contains(part)) {
      continue;
    }
    auto segment = rebuild(parts_[part], changes);
    if (!segment) {
      return segment.error();
    }
    rebuilt.emplace(part, std::move(*segment));
  }
  for (auto &[step, launch] : changes) {
    steps_[step].launch = std::move(launch);
  }
  for (auto &[part, segment] : rebuilt) {
    parts_[part].segment = std::move(segment);
  }
  state_ = finalizedState();
  return success();
}

/// Orders the queues for a command that was recorded for `original`: queues of its device first.
std::vector<size_t> CommandBuffer::candidates(const Queue &original) const {
  std::vector<size_t> order;
  for (const bool isSame : {true, false}) {
    for (size_t i = 0; i < queues_.size(); ++i) {
      if ((queues_[i]->member() == original.member()) == isSame) {
        order.push_back(i);
      }
    }
  }
  return order;
}

/// Adds a step of another command buffer: to the queue with its index or, for an automatic mapping,
/// to the first candidate that accepts it.
Status CommandBuffer::addRemapped(const Step &step, bool isAutomatic, const Queue &original) {
  Status status = success();
  for (size_t queue : isAutomatic ? candidates(original) : std::vector<size_t>{step.queue}) {
    Step copy = step;
    copy.queue = queue;
    copy.handle = nullptr;
    status = add(std::move(copy));
    if (status) {
      break;
    }
  }
  return status;
}

/// cl_khr_command_buffer_multi_device: CL_INVALID_VALUE for another number of queues or a foreign
/// handle, CL_INVALID_CONTEXT.
Result<Ref<CommandBuffer>> CommandBuffer::remap(std::span<Queue *const> queues, bool isAutomatic,
                                                std::span<cl_mutable_command_khr> handles) {
  const std::lock_guard guard(mutex_);
  if (!isAutomatic && queues.size() != queues_.size()) {
    return Error{CL_INVALID_VALUE};
  }
  for (cl_mutable_command_khr handle : handles) {
    auto command = fromHandle<MutableCommand>(handle);
    if (!command || &(*command)->owner() != this) {
      return Error{CL_INVALID_VALUE};
    }
  }
  if (&queues.front()->context() != &context()) {
    return Error{CL_INVALID_CONTEXT};
  }
  auto made = create(queues, propertyList_.empty() ? nullptr : propertyList_.data());
  if (!made) {
    return made;
  }
  CommandBuffer &copy = **made;
  for (const Step &step : steps_) {
    if (auto status = copy.addRemapped(step, isAutomatic, *queues_[step.queue]); !status) {
      return status.error();
    }
    if (const MutableCommand *handle = step.handle) {
      copy.giveHandle(handle->step(), handle->kernel(), handle->properties());
    }
  }
  if (state_ != CL_COMMAND_BUFFER_STATE_RECORDING_KHR) {
    if (auto status = copy.finalize(); !status) {
      return status.error();
    }
  }
  for (cl_mutable_command_khr &handle : handles) {
    handle = copy.steps_[static_cast<MutableCommand *>(handle)->step()].handle->handle();
  }
  return made;
}

/// cl_khr_command_buffer: CL_INVALID_CONTEXT, CL_INVALID_DEVICE for a queue of another device.
Status CommandBuffer::checkQueues(std::span<Queue *const> queues) const {
  for (size_t i = 0; i < queues.size(); ++i) {
    if (&queues[i]->context() != &context()) {
      return Error{CL_INVALID_CONTEXT};
    }
    if (queues[i]->member() != queues_[i]->member()) {
      return Error{CL_INVALID_DEVICE};
    }
  }
  return success();
}

/// cl_khr_command_buffer: CL_INVALID_OPERATION before finalize, or with missing arguments.
Status CommandBuffer::enqueue(std::span<Queue *const> queues, const WaitList &waits,
                              cl_event *event) {
  if (auto status = checkQueues(queues); !status) {
    return status;
  }
  std::vector<Queue *> own;
  if (queues.empty() && queues_.size() > 1) {
    std::ranges::transform(queues_, std::back_inserter(own), &Ref<Queue>::get);
    queues = own;
  }
  const std::lock_guard guard(mutex_);
  if (state_ != CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR) {
    return Error{CL_INVALID_OPERATION};
  }
  if (queues_.size() > 1) {
    return enqueueParts(queues, waits, event);
  }
  Queue &queue = queues.empty() ? *queues_.front() : *queues.front();
  auto command = queue.newCommand(CL_COMMAND_COMMAND_BUFFER_KHR);
  if (!command) {
    return command.error();
  }
  if (!parts_.empty()) {
    (*command)->replay(*parts_.front().segment);
  }
  return queue.submit(std::move(*command), waits, event);
}

/// Submits a command for each part, and one command that stands for all of them. Event times come
/// from a profiling queue if there is one.
Status CommandBuffer::enqueueParts(std::span<Queue *const> queues, const WaitList &waits,
                                   cl_event *event) {
  const auto profiling = std::ranges::find_if(queues, &Queue::isProfiling);
  Queue &queue = profiling != queues.end() ? **profiling : *queues.front();
  auto whole = queue.newCommand(CL_COMMAND_COMMAND_BUFFER_KHR);
  if (!whole) {
    return whole.error();
  }
  std::vector<Ref<Command>> commands;
  for (const Part &part : parts_) {
    auto command = queues[part.queue]->newCommand(CL_COMMAND_COMMAND_BUFFER_KHR);
    if (!command) {
      return command.error();
    }
    (*command)->replay(*part.segment);
    commands.push_back(std::move(*command));
  }
  (*whole)->standFor(commands);
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Part &part = parts_[i];
    for (size_t each : part.dependencies) {
      commands[i]->dependOn(*commands[each]);
    }
    const WaitList list = part.dependencies.empty() ? waits : WaitList();
    if (auto status = queues[part.queue]->submit(commands[i], list, nullptr); !status) {
      return status;
    }
  }
  for (const Ref<Command> &each : commands) {
    (*whole)->dependOn(*each);
  }
  return queue.submit(std::move(*whole), parts_.empty() ? waits : WaitList(), event);
}

Launch CommandBuffer::launchOf(size_t step) const {
  const std::lock_guard guard(mutex_);
  return *steps_[step].launch;
}

Queue &CommandBuffer::queueOf(size_t step) const {
  const std::lock_guard guard(mutex_);
  return *queues_[steps_[step].queue];
}

/// cl_khr_command_buffer: CL_INVALID_VALUE for an unknown query.
Status CommandBuffer::info(cl_command_buffer_info_khr name, const InfoWriter &out) const {
  switch (name) {
    case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
      return out.value<cl_uint>(static_cast<cl_uint>(queues_.size()));
    case CL_COMMAND_BUFFER_QUEUES_KHR: {
      std::vector<cl_command_queue> handles;
      for (const auto &queue : queues_) {
        handles.push_back(queue->handle());
      }
      return out.array<cl_command_queue>(handles);
    }
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

/// cl_khr_command_buffer: CL_INVALID_VALUE for other queries.
Status commandBufferInfo(cl_device_info name, const InfoWriter &out) {
  switch (name) {
    case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
      return out.value<cl_device_command_buffer_capabilities_khr>(
          CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
          CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
          CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR);
    case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
      return out.value<cl_command_queue_properties>(supportedQueues);
    case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
      return out.value<cl_command_queue_properties>(0);
    case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
      return out.value<cl_mutable_dispatch_fields_khr>(mutableFields);
    case CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR:
      return out.value<cl_uint>(0);
    case CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR:
      return out.array<cl_device_id>({});
    default:
      return Error{CL_INVALID_VALUE};
  }
}

cl_platform_command_buffer_capabilities_khr platformCommandBufferCapabilities() {
  return CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR |
         CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
         CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR;
}

}  // namespace cl
