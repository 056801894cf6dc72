// Defines contexts: devices sharing objects, and the state shared by builds of their programs.
//
// Devices appear in two lists. The open devices have a memory and code each; buffers and
// executables have one element per open device. The members are the devices named by the
// application, in its order; two sub-devices of one device are two members with the same open
// device.
//
//   clCreateContext(sub-device A0, sub-device A1, device B)
//     members():  A0 → 0, A1 → 0, B → 1
//     device(0) = A, device(1) = B
//
// So a buffer of this context has at most two memories, and a program is compiled at most twice.
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
  /// pfn_notify of clCreateContext: a message, private data with its size, and the user's pointer.
  using Notify = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);
  /// pfn_notify of clSetContextDestructorCallback.
  using Destructor = DestructorCallbacks<cl_context>::Function;

  /// Opens the devices, equal ones once (CL 3.0 §4.4 clCreateContext ignores repetitions).
  /// `properties` may be null and must be checked already (checkContextProperties()). `notify` may
  /// be null. CL_OUT_OF_RESOURCES if a device cannot be opened.
  static Result<Ref<Context>> create(std::span<Device *const> devices,
                                     const cl_context_properties *properties, Notify notify,
                                     void *user);

  /// Answers clGetContextInfo (CL 3.0 §4.4): CL_INVALID_VALUE for an unknown query.
  Status info(cl_context_info name, const InfoWriter &out) const;
  /// Registers a destructor callback (CL 3.0 §4.4 clSetContextDestructorCallback). Callbacks run in
  /// reverse order, once nothing of the application runs on the context's threads any more.
  Status addDestructor(Destructor function, void *user) { return destructors_.add(function, user); }

  /// Returns the number of open devices, each with a memory of its own. "A device of the context"
  /// means an index of these unless stated otherwise.
  size_t deviceCount() const { return devices_.size(); }
  /// Returns an open device by its index, below deviceCount(). The context keeps it open.
  OpenDevice &device(size_t index) const { return *devices_[index]; }

  /// A device as the application named it: an open device or a sub-device of one.
  struct Member {
    Device *device;
    Ref<SubDevice> kept;  ///< if it is a sub-device
    /// An index for device(); equal for all members with the same root.
    size_t index;  ///< of the open device
  };
  /// Returns the devices as the application named them, in its order.
  std::span<const Member> members() const { return members_; }
  /// Returns the device's index among the members, if it is one. A root device is not a member
  /// because its sub-device is one: the comparison is of handles (CL 3.0 §4.4, CL_INVALID_DEVICE of
  /// other calls).
  std::optional<size_t> memberOf(const Device &device) const;
  /// Returns the member with this handle, or CL_INVALID_DEVICE. The handle is compared and not
  /// followed, so it may be any value: entry points of extensions get it without the loader's
  /// check.
  Result<Device *> memberWith(cl_device_id handle) const;

  /// Returns the shared virtual memory of the context, of clSVMAlloc and of the extensions alike.
  SvmAllocations &svm() { return svm_; }
  const SvmAllocations &svm() const { return svm_; }

  /// Returns the buffer addresses known to the application, of all buffers of the context.
  DeviceAddresses &deviceAddresses() { return deviceAddresses_; }

  /// Registers a queue for finishQueues(). Each queue does so while it exists; the context holds a
  /// plain pointer, as a reference would be a cycle.
  void addQueue(Queue &queue);
  /// Forgets a queue; its destructor calls this, so finishQueues() never meets a dead one.
  void removeQueue(Queue &queue);
  /// Waits until everything enqueued before, in any queue, is complete. CL_OUT_OF_RESOURCES in a
  /// forked child. clMemBlockingFreeINTEL frees memory only then. Defined in queues/queue.cpp,
  /// since this room does not include queues.
  Status finishQueues();

  /// Tells if this is a forked child: its threads are gone, and objects can only be released. Calls
  /// creating or enqueuing something return an error instead of waiting forever.
  bool isLost() const;

  /// Returns the mux_kernel_flag_t demanded of all code by CL_CONTEXT_MEMORY_INITIALIZE_KHR
  /// (cl_khr_initialize_memory). Binaries without these flags are CL_INVALID_BINARY in the context,
  /// unless they have an input to build again.
  uint32_t neededKernelFlags() const { return neededKernelFlags_; }
  /// Returns the options for the compiler: needed flags first, then the application's.
  std::string compilerOptions(std::string_view options) const;

  /// Returns the compiler for an open device; loads the library at the first call.
  /// compiler::Error::notAvailable, with the cause for build logs (CompilerTargets).
  compiler::Result<compiler::Target *> target(size_t index) {
    return targets_->open(index, device(index).info());
  }
  /// Returns the compiler's targets of all open devices. Builds share them, as code generation in
  /// the background may outlive the context.
  const std::shared_ptr<CompilerTargets> &targets() const { return targets_; }

  /// Returns a mux queue for moving buffers between devices, created at the first call. It is
  /// separate from the application's queues: a migration must not wait behind their commands. Owned
  /// by the context. CL_OUT_OF_RESOURCES and others by toClError().
  Result<mux_queue_t> transferQueue(size_t device);

  /// Runs callbacks of the application, one at a time and in order. A callback may block or call
  /// the driver; on the thread of a command it would hold up the device.
  TaskThread &notifier() { return notifier_; }
  /// Waits a moment for callbacks of complete commands. OpenCL promises no order between a callback
  /// and the return of clFinish or clWaitForEvents (CL 3.0 §5.11 clSetEventCallback); applications
  /// rely on one. A callback that takes longer, or waits for the calling thread, delays no more.
  void awaitCallbacks() const { notifier_.waitForPosted(callbackPatience); }
  /// Waits for signals of other processes: semaphores of cl_khr_external_semaphore.
  FileWatcher &watcher() { return watcher_; }
  /// Runs asynchronous builds (clBuildProgram with pfn_notify, CL 3.0 §5.8.4).
  TaskThreads &builders() { return builders_; }
  /// Calls the application's pfn_notify, if there is one, on the notifier's thread. The message is
  /// copied. Exhausted memory loses it silently.
  void report(std::string_view message);

 private:
  static constexpr std::chrono::milliseconds callbackPatience{200};

  Context() = default;
  ~Context() override;
  /// Returns the index of the device's open instance, opened now if the context lacks it.
  Result<size_t> open(Device &device);
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  /// Without repetitions; deviceCount() elements.
  std::vector<Ref<OpenDevice>> devices_;
  /// In the application's order, without repeated handles.
  std::vector<Member> members_;
  SvmAllocations svm_;
  DeviceAddresses deviceAddresses_;
  /// As the application wrote them, with the terminator; empty without a list
  /// (CL_CONTEXT_PROPERTIES).
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

  const std::shared_ptr<CompilerTargets> targets_ = std::make_shared<CompilerTargets>();

  /// The three kinds of threads start with their first task. They end first, before the members
  /// above go.
  FileWatcher watcher_;
  /// Threads start with their first task and end with the context.
  TaskThread notifier_;
  TaskThreads builders_;
};

/// Tells if a device of the context has cl_ext_buffer_device_address. Without one,
/// clSetKernelArgDevicePointerEXT is CL_INVALID_OPERATION.
bool hasDeviceAddresses(const Context &context);

/// Returns the devices of a list of handles, in its order: the value of a property such as
/// CL_MEM_DEVICE_HANDLE_LIST_KHR. CL_INVALID_DEVICE for an empty list, or a device outside of the
/// context (cl_khr_external_memory, cl_khr_semaphore).
Result<std::vector<Device *>> devicesOf(const Context &context,
                                        std::span<const cl_properties> handles);

/// Checks the properties of clCreateContext (CL 3.0 §4.4); null is valid. CL_INVALID_PROPERTY for
/// an unknown or repeated name or an invalid value, CL_INVALID_PLATFORM. Separate from create(),
/// because the list is checked before the devices.
Status checkContextProperties(const cl_context_properties *properties);

}  // namespace cl
