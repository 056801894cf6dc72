// Defines contexts: devices that share objects, and state that builds of their programs share.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/destructor_callbacks.h"
#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/context/compiler_targets.h"
#include "core/context/device_addresses.h"
#include "core/context/svm.h"
#include "core/devices/device.h"
#include "core/devices/sub_device.h"
#include "core/process/file_watcher.h"
#include "core/process/task_thread.h"

namespace cl {

class Queue;

/// The devices of clCreateContext and everything shared by their objects (CL 3.0 §4.4).
/// Thread-safe: devices, properties and the notification function are immutable once create()
/// returns. A mutex guards the lists of queues. All other members have locks of their own.
class Context final : public Object<_cl_context, Kind::context, CL_INVALID_CONTEXT> {
 public:
  using Notify = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);
  using Destructor = DestructorCallbacks<cl_context>::Function;

  /// Opens the devices, equal ones once. `properties` may be null and must be checked already.
  static Result<Ref<Context>> create(std::span<Device *const> devices,
                                     const cl_context_properties *properties, Notify notify,
                                     void *user);

  /// Answers clGetContextInfo (CL 3.0 §4.4).
  Status info(cl_context_info name, const InfoWriter &out) const;
  /// Registers a destructor callback (clSetContextDestructorCallback). Callbacks run in reverse
  /// order.
  Status addDestructor(Destructor function, void *user) { return destructors_.add(function, user); }

  /// Returns the number of open devices, each with a memory of its own. "A device of the context"
  /// means an index of these unless stated otherwise.
  size_t deviceCount() const { return devices_.size(); }
  /// Returns an open device by its index.
  OpenDevice &device(size_t index) const { return *devices_[index]; }

  /// A device as the application named it: an open device or a sub-device of one.
  struct Member {
    Device *device;
    Ref<SubDevice> kept;  ///< if it is a sub-device
    size_t index;         ///< of the open device
  };
  /// Returns the devices as the application named them, in its order.
  std::span<const Member> members() const { return members_; }
  /// Returns the device's index among the members, if it is one.
  std::optional<size_t> memberOf(const Device &device) const;

  /// Returns the shared virtual memory of the context.
  SvmAllocations &svm() { return svm_; }
  const SvmAllocations &svm() const { return svm_; }

  /// Returns the buffer addresses that the application has asked for.
  DeviceAddresses &deviceAddresses() { return deviceAddresses_; }

  /// Each queue registers itself while it exists.
  void addQueue(Queue &queue);
  void removeQueue(Queue &queue);
  /// Waits until everything enqueued before, in any queue, is complete. CL_OUT_OF_RESOURCES in a
  /// forked child. Defined in queues/queue.cpp.
  Status finishQueues();

  /// Tells if this is a forked child: its threads are gone, and objects can only be released.
  bool isLost() const;

  /// Returns the mux_kernel_flag_t that all code must have (CL_CONTEXT_MEMORY_INITIALIZE_KHR).
  uint32_t neededKernelFlags() const { return neededKernelFlags_; }
  /// Returns the options for the compiler: needed flags first, then the application's.
  std::string compilerOptions(std::string_view options) const;

  /// Returns the compiler for a device; loads the library at the first call.
  /// compiler::Error::notAvailable, with the cause for build logs.
  compiler::Result<compiler::Target *> target(size_t index) {
    return targets_.open(index, device(index).info());
  }

  /// Returns a mux queue for moving buffers between devices, created at the first call.
  Result<mux_queue_t> transferQueue(size_t device);

  /// Runs callbacks of the application.
  TaskThread &notifier() { return notifier_; }
  /// Waits for signals of other processes.
  FileWatcher &watcher() { return watcher_; }
  /// Runs asynchronous builds.
  TaskThreads &builders() { return builders_; }
  /// Calls the application's pfn_notify, if there is one, on the notifier's thread.
  void report(std::string_view message);

 private:
  Context() = default;
  ~Context() override;
  Result<size_t> open(Device &device);
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  std::vector<Ref<OpenDevice>> devices_;
  std::vector<Member> members_;
  SvmAllocations svm_;
  DeviceAddresses deviceAddresses_;
  std::vector<cl_context_properties> properties_;
  uint32_t neededKernelFlags_ = 0;
  /// pfn_notify of clCreateContext with its argument; no function by default.
  struct {
    Notify function = nullptr;
    void *user = nullptr;
  } notify_;
  DestructorCallbacks<cl_context> destructors_;

  std::mutex mutex_;  // guards the next two
  std::vector<mux_queue_t> transferQueues_;
  std::vector<Queue *> queues_;

  CompilerTargets targets_;

  FileWatcher watcher_;
  TaskThread notifier_;
  TaskThreads builders_;
};

/// Tells if a device of the context has cl_ext_buffer_device_address.
bool hasDeviceAddresses(const Context &context);

/// Returns the devices of a list of handles. CL_INVALID_DEVICE for an empty list, or a device
/// outside of the context.
Result<std::vector<Device *>> devicesOf(const Context &context,
                                        std::span<const cl_properties> handles);

/// Checks the properties of clCreateContext (CL 3.0 §4.4): CL_INVALID_PROPERTY,
/// CL_INVALID_PLATFORM.
Status checkContextProperties(const cl_context_properties *properties);

}  // namespace cl
