// Implements contexts: checking properties, opening devices once, and their end (CL 3.0 §4.4).
//
// The destructor runs after the last object of the context, as each holds a reference. It waits for
// callbacks first. Shared virtual memory goes last of the application's data: a destructor callback
// may still read it.
#include "core/context/context.h"

#include <algorithm>
#include <string>

#include "core/base/newer_enumerants.h"
#include "core/devices/platform.h"
#include "core/process/process.h"
#include "mux/abi.h"
#include "support/trace_events.h"

namespace cl {
namespace {

/// The valid bits of CL_CONTEXT_MEMORY_INITIALIZE_KHR.
constexpr cl_context_properties zeroedMemory =
    CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;

/// CL 3.0 §4.4 clCreateContext: CL_INVALID_PROPERTY for an unknown name or an invalid value.
Status checkProperty(cl_context_properties name, cl_context_properties value) {
  switch (name) {
    case CL_CONTEXT_PLATFORM: {
      auto platform = fromHandle<Platform>(reinterpret_cast<cl_platform_id>(value));
      return platform ? success() : Status(platform.error());
    }
    case CL_CONTEXT_INTEROP_USER_SYNC:
      return value == CL_TRUE || value == CL_FALSE ? success() : Status(Error{CL_INVALID_PROPERTY});
    case CL_CONTEXT_MEMORY_INITIALIZE_KHR:
      return (value & ~zeroedMemory) == 0 ? success() : Status(Error{CL_INVALID_PROPERTY});
    default:
      return Error{CL_INVALID_PROPERTY};
  }
}

/// Translates CL_CONTEXT_MEMORY_INITIALIZE_KHR to the flags demanded of kernels.
uint32_t kernelFlagsFor(cl_context_properties memory) {
  return ((memory & CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR) ? mux_kernel_zeroes_local_memory : 0) |
         ((memory & CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR) ? mux_kernel_zeroes_private_memory
                                                              : 0);
}

}  // namespace

/// CL 3.0 §4.4 clCreateContext: CL_INVALID_PROPERTY for a repeated name.
Status checkContextProperties(const cl_context_properties *properties) {
  std::vector<cl_context_properties> seen;
  for (; properties && *properties; properties += 2) {
    if (std::find(seen.begin(), seen.end(), properties[0]) != seen.end()) {
      return Error{CL_INVALID_PROPERTY};
    }
    seen.push_back(properties[0]);
    if (auto status = checkProperty(properties[0], properties[1]); !status) {
      return status;
    }
  }
  return success();
}

Result<Ref<Context>> Context::create(std::span<Device *const> devices,
                                     const cl_context_properties *properties, Notify notify,
                                     void *user) {
  auto context = make<Context>();
  for (Device *device : devices) {
    if (context->memberOf(*device)) {
      continue;
    }
    auto index = context->open(*device);
    if (!index) {
      return index.error();
    }
    context->members_.push_back({device, Ref<SubDevice>(device->sub()), *index});
  }
  if (properties) {
    const auto *end = properties;
    for (; *end; end += 2) {
      if (*end == CL_CONTEXT_MEMORY_INITIALIZE_KHR) {
        context->neededKernelFlags_ = kernelFlagsFor(end[1]);
      }
    }
    context->properties_.assign(properties, end + 1);
  }
  context->notify_ = {notify, user};
  return context;
}

std::string Context::compilerOptions(std::string_view options) const {
  std::string all;
  if ((neededKernelFlags_ & mux_kernel_zeroes_local_memory) != 0) {
    all += "-cl-kiln-zero-local-memory ";
  }
  if ((neededKernelFlags_ & mux_kernel_zeroes_private_memory) != 0) {
    all += "-cl-kiln-zero-private-memory ";
  }
  return all.append(options);
}

/// Returns the index of the device's open instance.
Result<size_t> Context::open(Device &device) {
  for (size_t i = 0; i < devices_.size(); ++i) {
    if (&devices_[i]->device() == &device.root()) {
      return i;
    }
  }
  auto opened = device.open();
  if (!opened) {
    return opened.error();
  }
  devices_.push_back(std::move(*opened));
  return devices_.size() - 1;
}

Context::~Context() {
  // The application's data may be gone when the release returns, or when a destructor ends.
  notifier_.finish();
  destructors_.run(handle());
  svm_.freeAll(*this);
  support::flushTrace();
  for (size_t i = 0; i < transferQueues_.size(); ++i) {
    if (transferQueues_[i]) {
      muxDestroyQueue(device(i).mux(), transferQueues_[i]);
    }
  }
}

Result<mux_queue_t> Context::transferQueue(size_t index) {
  std::lock_guard guard(mutex_);
  transferQueues_.resize(devices_.size());
  mux_queue_t &queue = transferQueues_[index];
  if (!queue) {
    if (auto status = fromMux(muxCreateQueue(device(index).mux(), &queue)); !status) {
      return status.error();
    }
  }
  return queue;
}

bool hasDeviceAddresses(const Context &context) {
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    if (context.device(i).info().has_buffer_addresses) {
      return true;
    }
  }
  return false;
}

void Context::addQueue(Queue &queue) {
  std::lock_guard guard(mutex_);
  queues_.push_back(&queue);
}

void Context::removeQueue(Queue &queue) {
  std::lock_guard guard(mutex_);
  std::erase(queues_, &queue);
}

std::optional<size_t> Context::memberOf(const Device &device) const {
  const auto found = std::ranges::find(members_, &device, &Member::device);
  return found == members_.end() ? std::nullopt : std::optional(found - members_.begin());
}

/// CL 3.0 §5.1 clCreateCommandQueueWithProperties, and other calls with a context and a device:
/// CL_INVALID_DEVICE.
Result<Device *> Context::memberWith(cl_device_id handle) const {
  for (const Member &member : members_) {
    if (member.device->handle() == handle) {
      return member.device;
    }
  }
  return Error{CL_INVALID_DEVICE};
}

bool Context::isLost() const {
  return devices_.front()->generation() != forkGeneration();
}

/// CL 3.0 §4.4 clGetContextInfo: CL_INVALID_VALUE for an unknown query.
Status Context::info(cl_context_info name, const InfoWriter &out) const {
  switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return out.value<cl_uint>(apiCount());
    case CL_CONTEXT_NUM_DEVICES:
      return out.value<cl_uint>(static_cast<cl_uint>(members_.size()));
    case CL_CONTEXT_DEVICES: {
      std::vector<cl_device_id> ids;
      for (const Member &member : members_) {
        ids.push_back(member.device->handle());
      }
      return out.array<cl_device_id>(ids);
    }
    case CL_CONTEXT_PROPERTIES:
      return out.array<cl_context_properties>(properties_);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

void Context::report(std::string_view message) {
  if (!notify_.function) {
    return;
  }
  // Losing a message is harmless: the event holds the error as well.
  (void)notifier_.post([notify = notify_, text = std::string(message)] {
    notify.function(text.c_str(), nullptr, 0, notify.user);
  });
}

/// CL 3.0 §5.2.1 and cl_khr_semaphore: CL_INVALID_DEVICE for an empty list or another context's
/// device.
Result<std::vector<Device *>> devicesOf(const Context &context,
                                        std::span<const cl_properties> handles) {
  std::vector<Device *> devices;
  for (const cl_properties handle : handles) {
    auto device = context.memberWith(reinterpret_cast<cl_device_id>(handle));
    if (!device) {
      return device.error();
    }
    devices.push_back(*device);
  }
  return devices.empty() ? Result<std::vector<Device *>>(Error{CL_INVALID_DEVICE}) : devices;
}

}  // namespace cl
