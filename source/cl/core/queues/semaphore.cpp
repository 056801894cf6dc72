#include "core/queues/semaphore.h"

#include <algorithm>
#include <climits>

namespace cl {
namespace {

constexpr PropertyList::Known knownProperties[] = {{CL_SEMAPHORE_TYPE_KHR},
                                                   {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, true},
                                                   {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, true},
                                                   {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR}};
constexpr cl_semaphore_type_khr types[] = {CL_SEMAPHORE_TYPE_BINARY_KHR};
constexpr cl_external_semaphore_handle_type_khr handleTypes[] = {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR};

/// Returns the device that the properties name, optional in a context of one device.
/// cl_khr_semaphore: CL_INVALID_PROPERTY if it is missing, CL_INVALID_DEVICE for several.
Result<Device *> readDevice(const Context &context, const PropertyList &properties) {
  if (!properties.has(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR)) {
    const auto &members = context.members();
    return members.size() == 1 ? Result<Device *>(members.front().device)
                               : Result<Device *>(Error{CL_INVALID_PROPERTY});
  }
  auto devices = devicesOf(context, properties.values(CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR));
  if (!devices) {
    return devices.error();
  }
  return devices->size() == 1 ? Result<Device *>(devices->front())
                              : Result<Device *>(Error{CL_INVALID_DEVICE});
}

/// Checks the properties of cl_khr_external_semaphore: CL_INVALID_VALUE, CL_INVALID_PROPERTY for an
/// unknown handle type, CL_INVALID_OPERATION for import and export at once.
Status checkSharing(const PropertyList &properties) {
  const auto exported = properties.values(CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR);
  if (exported.size() > 1) {
    return Error{CL_INVALID_VALUE};
  }
  if (!exported.empty() && !std::ranges::count(handleTypes, exported[0])) {
    return Error{CL_INVALID_PROPERTY};
  }
  const bool isBoth = properties.has(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) &&
                      properties.has(CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR);
  return isBoth ? Status(Error{CL_INVALID_OPERATION}) : success();
}

/// Checks the semaphores of a command. cl_khr_semaphore: CL_INVALID_VALUE, CL_INVALID_CONTEXT,
/// CL_INVALID_COMMAND_QUEUE for another device, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.
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
    if (!semaphore->isFor(*queue.context().members()[queue.member()].device)) {
      return Error{CL_INVALID_COMMAND_QUEUE};
    }
  }
  if (waits.hasFailed()) {
    return Error{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
  }
  return semaphores;
}

}  // namespace

/// cl_khr_semaphore: CL_INVALID_VALUE without a type, CL_INVALID_PROPERTY, CL_INVALID_CONTEXT in a
/// forked child.
Result<Ref<Semaphore>> Semaphore::create(Context &context,
                                         const cl_semaphore_properties_khr *list) {
  if (!list) {
    return Error{CL_INVALID_VALUE};
  }
  auto properties = PropertyList::read(list, knownProperties);
  if (!properties) {
    return properties.error();
  }
  const auto type = properties->value(CL_SEMAPHORE_TYPE_KHR);
  if (!type || !std::ranges::count(types, *type)) {
    return Error{type ? CL_INVALID_PROPERTY : CL_INVALID_VALUE};
  }
  if (auto status = checkSharing(*properties); !status) {
    return status.error();
  }
  auto device = readDevice(context, *properties);
  if (!device) {
    return device.error();
  }
  if (context.isLost()) {
    return Error{CL_INVALID_CONTEXT};
  }
  auto semaphore = make<Semaphore>(context);
  semaphore->properties_ = std::move(*properties);
  semaphore->device_ = *device;
  if (auto status = semaphore->share(); !status) {
    return status.error();
  }
  return semaphore;
}

/// Opens the signal in a file if the properties ask for it. Comes last, since it may take over the
/// application's descriptor. cl_khr_external_semaphore: CL_INVALID_PROPERTY.
Status Semaphore::share() {
  if (const auto file = properties_.value(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR)) {
    return *file <= INT_MAX ? shared_.adopt(static_cast<int>(*file))
                            : Status(Error{CL_INVALID_PROPERTY});
  }
  return isExportable() ? shared_.open() : success();
}

bool Semaphore::isExportable() const {
  return !properties_.values(CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR).empty();
}

/// cl_khr_external_semaphore: CL_INVALID_SEMAPHORE_KHR, CL_INVALID_DEVICE, CL_INVALID_VALUE.
Status Semaphore::exportHandle(const Device &device, cl_external_semaphore_handle_type_khr type,
                               const InfoWriter &out) const {
  if (!isExportable()) {
    return Error{CL_INVALID_SEMAPHORE_KHR};
  }
  if (!isFor(device)) {
    return Error{CL_INVALID_DEVICE};
  }
  if (!std::ranges::count(properties_.values(CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR), type)) {
    return Error{CL_INVALID_VALUE};
  }
  auto file = Result<int>(-1);
  const auto status = out.write(sizeof(int), [&](char *bytes) {
    file = shared_.duplicate();
    if (file) {
      std::memcpy(bytes, &*file, sizeof(int));
    }
  });
  return file ? status : Status(file.error());
}

/// cl_khr_semaphore: CL_INVALID_VALUE for an unknown query.
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
      const bool isSignaled = shared_.isOpen() ? shared_.isSet() : !signals_.empty();
      return out.value<cl_semaphore_payload_khr>(isSignaled ? 1 : 0);
    }
    case CL_SEMAPHORE_EXPORTABLE_KHR:
      return out.value<cl_bool>(isExportable() ? CL_TRUE : CL_FALSE);
    case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      return out.array<cl_external_semaphore_handle_type_khr>(
          std::span(handleTypes).first(isExportable() ? 1 : 0));
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
      return out.value<cl_device_id>(device_->handle());
    default:
      return Error{CL_INVALID_VALUE};
  }
}

void Semaphore::expectWait() {
  std::lock_guard guard(mutex_);
  ++unserved_;
}

void Semaphore::cancelWait() {
  std::lock_guard guard(mutex_);
  --unserved_;
  if (signals_.size() >
      unserved_ + size_t{1}) {  // drops the signal that this wait would have taken
    signals_.pop_back();
  }
}

std::optional<cl_int> Semaphore::take(Command &command) {
  std::lock_guard guard(mutex_);
  const auto taken = shared_.isOpen() ? takeShared() : takeOwn();
  if (taken) {
    --unserved_;
  } else {
    waiting_.push_back(&command);
  }
  return taken;
}

/// Takes a signal, or the error that none will come. The caller holds the mutex.
std::optional<cl_int> Semaphore::takeOwn() {
  if (signals_.empty()) {
    const bool isForsaken = !isHeld_ && expected_ == 0;
    return isForsaken ? std::optional(CL_INVALID_SEMAPHORE_KHR) : std::nullopt;
  }
  const cl_int taken = signals_.front();
  signals_.pop_front();
  return taken;
}

/// Takes a signal from the file. If there is none yet, has the watcher serve the line. The caller
/// holds the mutex.
std::optional<cl_int> Semaphore::takeShared() {
  const bool isFirst = waiting_.empty();
  if (auto taken = isFirst ? shared_.take() : std::nullopt) {
    return taken;
  }
  if (context_->isLost()) {
    return CL_OUT_OF_RESOURCES;
  }
  if (isFirst) {
    auto status = context_->watcher().watch(
        shared_.file(), [self = Ref<Semaphore>(this)] { return self->serve(); });
    if (!status) {
      return status.error().code;
    }
  }
  return std::nullopt;
}

/// Gives a signal to the first command in line. The caller holds the mutex, and the line is not
/// empty.
void Semaphore::serveFirst(cl_int status, ReadyList &ready) {
  Command &first = *waiting_.front();
  waiting_.pop_front();
  --unserved_;
  first.dependencyCompleted(status, ready);
}

/// Gives the signal in the file to the first command in line. Returns true if the line is empty
/// then.
bool Semaphore::serve() {
  ReadyList ready;
  bool isServed = false;
  {
    std::lock_guard guard(mutex_);
    if (auto taken = shared_.take()) {
      serveFirst(*taken, ready);
    }
    isServed = waiting_.empty();
  }
  ready.startAll();
  return isServed;
}

void Semaphore::expectSignal() {
  std::lock_guard guard(mutex_);
  ++expected_;
}

void Semaphore::signal(cl_int status, ReadyList &ready) {
  {
    std::lock_guard guard(mutex_);
    --expected_;
    if (shared_.isOpen()) {
      shared_.set(status);
      return;
    }
    if (waiting_.empty()) {
      // Earlier waits may still have to take the signals present.
      if (signals_.size() <= unserved_) {
        signals_.push_back(status);
      }
      return;
    }
    serveFirst(status, ready);
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
  if (context_->isLost()) {  // a lost thread may hold the mutex
    release();
    return;
  }
  {
    std::lock_guard guard(mutex_);
    isHeld_ = false;
  }
  ReadyList ready;
  failIfForsaken(ready);
  ready.startAll();
  release();
}

/// Fails the line if nobody can signal any more.
void Semaphore::failIfForsaken(ReadyList &ready) {
  std::lock_guard guard(mutex_);
  if (isHeld_ || expected_ != 0 || shared_.isOpen()) {  // other processes may signal a shared one
    return;
  }
  while (!waiting_.empty()) {
    serveFirst(CL_INVALID_SEMAPHORE_KHR, ready);
  }
}

namespace {

Result<Ref<Command>> newSemaphoreCommand(Queue &queue, cl_command_type type,
                                         std::span<const Ref<Semaphore>> semaphores) {
  auto command = queue.newCommand(type);
  for (size_t i = 0; command && i < semaphores.size(); ++i) {
    (*command)->recording().keep(semaphores[i]);
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
  (*command)->semaphores().waitFor(std::move(*semaphores));
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
  (*command)->semaphores().signal(std::move(*semaphores));
  return queue.submit(std::move(*command), waits, event);
}

/// cl_khr_semaphore: CL_INVALID_VALUE for other queries.
Status semaphoreDeviceInfo(cl_device_info name, const InfoWriter &out) {
  switch (name) {
    case CL_DEVICE_SEMAPHORE_TYPES_KHR:
      return out.array<cl_semaphore_type_khr>(types);
    case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
    case CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      return out.array<cl_external_semaphore_handle_type_khr>(handleTypes);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

/// cl_khr_semaphore: CL_INVALID_VALUE for other queries.
Status semaphorePlatformInfo(cl_platform_info name, const InfoWriter &out) {
  switch (name) {
    case CL_PLATFORM_SEMAPHORE_TYPES_KHR:
      return out.array<cl_semaphore_type_khr>(types);
    case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
    case CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      return out.array<cl_external_semaphore_handle_type_khr>(handleTypes);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

}  // namespace cl
