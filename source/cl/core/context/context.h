// Contexts: devices that share objects, and what the builds of their programs share.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/library.h"
#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/context/device_addresses.h"
#include "core/context/svm.h"
#include "core/devices/device.h"
#include "core/devices/sub_device.h"
#include "core/process/file_watcher.h"
#include "core/process/task_thread.h"

namespace cl {

class Queue;

class Context final : public Object<_cl_context, Kind::context, CL_INVALID_CONTEXT> {
 public:
  using Notify = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);
  using Destructor = void(CL_CALLBACK *)(cl_context, void *);

  /// Opens the devices; equal ones once. `properties` may be null.
  static Result<Ref<Context>> create(std::span<Device *const> devices,
                                     const cl_context_properties *properties, Notify notify,
                                     void *user);

  Status info(cl_context_info name, const InfoWriter &out) const;
  /// Called in reverse order when the context is destroyed.
  Status addDestructor(Destructor function, void *user);

  /// The open devices, each with a memory of its own. Where nothing else is said, "a device of the
  /// context" is one of these.
  size_t deviceCount() const { return devices_.size(); }
  OpenDevice &device(size_t index) const { return *devices_[index]; }

  /// A device as the application named it: an open device or a part of one.
  struct Member {
    Device *device;
    Ref<SubDevice> kept;  ///< if it is a sub-device
    size_t index;         ///< of the open device
  };
  std::span<const Member> members() const { return members_; }
  /// The number among the members, if the device is one.
  std::optional<size_t> memberOf(const Device &device) const;

  /// Shared virtual memory.
  SvmAllocations &svm() { return svm_; }
  const SvmAllocations &svm() const { return svm_; }

  /// Addresses of buffers that the application was told.
  DeviceAddresses &deviceAddresses() { return deviceAddresses_; }

  /// Each queue says when it comes and goes.
  void addQueue(Queue &queue);
  void removeQueue(Queue &queue);
  /// Waits until all that was enqueued before, in any queue, is complete.
  Status finishQueues();

  /// True in a forked child: its threads are gone, so nothing but releasing works.
  bool isLost() const;

  /// The mux_kernel_flag_t that all code has to have, and what the compiler is told for it: before
  /// the application's options (CL_CONTEXT_MEMORY_INITIALIZE_KHR).
  uint32_t neededKernelFlags() const { return neededKernelFlags_; }
  std::string compilerOptions(std::string_view options) const;

  /// What the context compiles with for a device. Loads the compiler at the first call.
  Result<compiler::Target *> target(size_t device);
  /// Why there is none: a sentence for build logs.
  std::string whyNoTarget(size_t index);

  /// A mux queue for moving buffers between devices.
  Result<mux_queue_t> transferQueue(size_t device);

  /// Runs callbacks of the application.
  TaskThread &notifier() { return notifier_; }
  /// Waits for what other processes signal.
  FileWatcher &watcher() { return watcher_; }
  /// Run asynchronous builds.
  TaskThreads &builders() { return builders_; }
  /// Tells the application's pfn_notify, if there is one, on the notifier's thread.
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
  Notify notify_ = nullptr;
  void *notifyUser_ = nullptr;

  mutable std::mutex mutex_;
  std::vector<std::pair<Destructor, void *>> destructors_;  // guarded by mutex_
  std::vector<mux_queue_t> transferQueues_;                 // guarded by mutex_
  std::vector<Queue *> queues_;                             // guarded by mutex_

  std::mutex compilerMutex_;  // guards the next two
  std::unique_ptr<compiler::Context> compilerContext_;
  std::vector<std::unique_ptr<compiler::Target>> targets_;

  FileWatcher watcher_;
  TaskThread notifier_;
  TaskThreads builders_;
};

/// Whether one of the devices tells addresses of buffers.
bool hasDeviceAddresses(const Context &context);

/// The devices that a list of handles names. CL_INVALID_DEVICE if one is no device of the context,
/// or if there is none.
Result<std::vector<Device *>> devicesOf(const Context &context,
                                        std::span<const cl_properties> handles);

/// Checks properties as clCreateContext and clCreateContextFromType take them.
Status checkContextProperties(const cl_context_properties *properties);

}  // namespace cl
