#include "core/semaphore.h"

#include <algorithm>

namespace cl {
namespace {

constexpr cl_semaphore_type_khr types[] = {CL_SEMAPHORE_TYPE_BINARY_KHR};

/// The devices that the properties name, or all of the context's.
Result<std::vector<Device *>> readDevices(const Context &context, const PropertyList &properties) {
  if (!properties.has(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR)) {
    std::vector<Device *> all;
    for (const Context::Member &member : context.members()) {
      all.push_back(member.device);
    }
    return all;
  }
  auto devices = devicesOf(context, properties.values(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR));
  // Exactly one, since version 1.0.0.
  return devices && devices->size() > 1 ? Result<std::vector<Device *>>(Error{CL_INVALID_DEVICE})
                                        : devices;
}

/// The semaphores of a list, for commands of the queue.
Result<std::vector<Ref<Semaphore>>> semaphoresFor(const Queue &queue,
                                                  std::span<const cl_semaphore_khr> handles,
                                                  const WaitList &waits) {
  if (handles.empty() || !handles.data()) {
    return Error{CL_INVALID_VALUE};
  }
  std::vector<Ref<Semaphore>> semaphores;
  for (cl_semaphore_khr handle : handles) {
    auto semaphore = fromHandle<Semaphore>(handle);
    if (!semaphore) {
      return semaphore.error();
    }
    semaphores.emplace_back(*semaphore);
  }
  for (const auto &semaphore : semaphores) {
    if (&semaphore->context() != &queue.context()) {
      return Error{CL_INVALID_CONTEXT};
    }
    if (!semaphore->isFor(queue)) {
      return Error{CL_INVALID_COMMAND_QUEUE};
    }
  }
  if (waits.hasFailed()) {
    return Error{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
  }
  return semaphores;
}

}  // namespace

Result<Ref<Semaphore>> Semaphore::create(Context &context,
                                         const cl_semaphore_properties_khr *list) {
  if (!list) {
    return Error{CL_INVALID_VALUE};
  }
  auto properties = PropertyList::read(
      list, {{CL_SEMAPHORE_TYPE_KHR}, {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, true}});
  if (!properties) {
    return properties.error();
  }
  const auto type = properties->value(CL_SEMAPHORE_TYPE_KHR);
  if (!type || !std::ranges::count(types, *type)) {
    return Error{type ? CL_INVALID_PROPERTY : CL_INVALID_VALUE};
  }
  auto devices = readDevices(context, *properties);
  if (!devices) {
    return devices.error();
  }
  if (context.isLost()) {
    return Error{CL_INVALID_CONTEXT};
  }
  auto semaphore = make<Semaphore>(context);
  semaphore->properties_ = std::move(*properties);
  semaphore->devices_ = std::move(*devices);
  return semaphore;
}

bool Semaphore::isFor(const Queue &queue) const {
  return std::ranges::count(devices_, context_->members()[queue.member()].device) != 0;
}

Status Semaphore::info(cl_semaphore_info_khr name, const InfoWriter &out) const {
  switch (name) {
    case CL_SEMAPHORE_CONTEXT_KHR:
      return out.value<cl_context>(context_->handle());
    case CL_SEMAPHORE_REFERENCE_COUNT_KHR:
      return out.value<cl_uint>(apiCount());
    case CL_SEMAPHORE_PROPERTIES_KHR:
      return out.array<cl_semaphore_properties_khr>(properties_.all());
    case CL_SEMAPHORE_TYPE_KHR:
      return out.value<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR);
    case CL_SEMAPHORE_PAYLOAD_KHR: {
      std::lock_guard guard(mutex_);
      return out.value<cl_semaphore_payload_khr>(payload_ ? 1 : 0);
    }
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
      std::vector<cl_device_id> ids;
      for (Device *device : devices_) {
        ids.push_back(device->handle());
      }
      return out.array<cl_device_id>(ids);
    }
    default:
      return Error{CL_INVALID_VALUE};
  }
}

std::optional<cl_int> Semaphore::take(Command &command) {
  std::lock_guard guard(mutex_);
  if (payload_) {
    return std::exchange(payload_, std::nullopt);
  }
  if (!isHeld_ && expected_ == 0) {
    return CL_INVALID_SEMAPHORE_KHR;
  }
  waiting_.push_back(&command);
  return std::nullopt;
}

void Semaphore::expectSignal() {
  std::lock_guard guard(mutex_);
  ++expected_;
}

void Semaphore::signal(cl_int status, ReadyList &ready) {
  {
    std::lock_guard guard(mutex_);
    --expected_;
    if (waiting_.empty()) {
      payload_ = payload_.value_or(status);
      return;
    }
    Command &first = *waiting_.front();
    waiting_.pop_front();
    first.dependencyCompleted(status, ready);
  }
  failIfForsaken(ready);
}

void Semaphore::cancelSignal() {
  {
    std::lock_guard guard(mutex_);
    --expected_;
  }
  ReadyList ready;
  failIfForsaken(ready);
  ready.startAll();
}

void Semaphore::lastApiRelease() noexcept {
  {
    std::lock_guard guard(mutex_);
    isHeld_ = false;
  }
  ReadyList ready;
  failIfForsaken(ready);
  ready.startAll();
  release();
}

/// If nobody can signal any more.
void Semaphore::failIfForsaken(ReadyList &ready) {
  std::lock_guard guard(mutex_);
  if (isHeld_ || expected_ != 0) {
    return;
  }
  for (Command *command : waiting_) {
    command->dependencyCompleted(CL_INVALID_SEMAPHORE_KHR, ready);
  }
  waiting_.clear();
}

namespace {

Result<Ref<Command>> newSemaphoreCommand(Queue &queue, cl_command_type type,
                                         std::span<const Ref<Semaphore>> semaphores) {
  auto command = queue.newCommand(type);
  for (size_t i = 0; command && i < semaphores.size(); ++i) {
    (*command)->keep(semaphores[i]);
  }
  return command;
}

}  // namespace

Status enqueueSemaphoreWait(Queue &queue, std::span<const cl_semaphore_khr> handles,
                            const WaitList &waits, cl_event *event) {
  auto semaphores = semaphoresFor(queue, handles, waits);
  if (!semaphores) {
    return semaphores.error();
  }
  auto command = newSemaphoreCommand(queue, CL_COMMAND_SEMAPHORE_WAIT_KHR, *semaphores);
  if (!command) {
    return command.error();
  }
  (*command)->waitFor(std::move(*semaphores));
  return queue.submit(std::move(*command), waits, event);
}

Status enqueueSemaphoreSignal(Queue &queue, std::span<const cl_semaphore_khr> handles,
                              const WaitList &waits, cl_event *event) {
  auto semaphores = semaphoresFor(queue, handles, waits);
  if (!semaphores) {
    return semaphores.error();
  }
  auto command = newSemaphoreCommand(queue, CL_COMMAND_SEMAPHORE_SIGNAL_KHR, *semaphores);
  if (!command) {
    return command.error();
  }
  (*command)->signal(std::move(*semaphores));
  return queue.submit(std::move(*command), waits, event);
}

Status semaphoreDeviceInfo(cl_device_info name, const InfoWriter &out) {
  return name == CL_DEVICE_SEMAPHORE_TYPES_KHR ? out.array<cl_semaphore_type_khr>(types)
                                               : Status(Error{CL_INVALID_VALUE});
}

Status semaphorePlatformInfo(cl_platform_info name, const InfoWriter &out) {
  return name == CL_PLATFORM_SEMAPHORE_TYPES_KHR ? out.array<cl_semaphore_type_khr>(types)
                                                 : Status(Error{CL_INVALID_VALUE});
}

}  // namespace cl
