// Defines handles, reference counts and references of all OpenCL objects.
//
// Every API object has two counts. The application's count (clRetain…, CL_…_REFERENCE_COUNT) holds,
// as a whole, one reference of the internal count. The internal count keeps the object alive: a
// queue lives while one of its commands does, even if the application has released it.
//
//   application:  clCreateBuffer 1 → clRetainMemObject 2 → clReleaseMemObject 1 → 0
//   internal:     one reference of the application until its count is 0,
//                 one of each unfinished command with the buffer,
//                 one of each sub-buffer
//
// Strong references lead up (event → queue → context), weak ones back. A strong reference downwards
// would make a cycle, and so a leak.
//
// A handle is a pointer to its object. The object begins with the dispatch table of the ICD loader
// and a magic number for its type. So fromHandle() finds a wrong or released handle by one
// comparison. An application must not use a handle after its release; the check finds most uses of
// one all the same, as long as the memory has not been used again.
#pragma once

#include <CL/cl_icd.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>

#include "core/base/result.h"

/// The ICD dispatch table of every handle (cl_khr_icd); icd/dispatch.cpp defines it.
extern const cl_icd_dispatch kilnDispatch;

namespace cl {

/// The type of an object, as a magic number in its header. Destroyed objects are `dead`, so that
/// most uses of released handles are detected. The values are far from small integers and
/// addresses: a handle of another driver, or a pointer to other data, hardly ever matches.
///
/// All kinds of one build differ; the values may change between builds, as handles never leave the
/// process.
enum class Kind : uint32_t {
  /// Any object after its end.
  dead = 0xdeadc1c1,
  /// Platform (core/devices/platform.h), the only one.
  platform = 0x6b696c01,
  /// Device and SubDevice (core/devices): root devices and sub-devices have one kind.
  device,
  /// Context (core/context/context.h).
  context,
  /// Queue (core/queues/queue.h).
  queue,
  /// Buffer (core/memory/buffer.h): buffers, sub-buffers, images and pipes.
  memory,
  /// Program (core/build/program.h).
  program,
  /// Kernel (core/build/kernel.h).
  kernel,
  /// Event (core/queues/event.h): commands and user events.
  event,
  /// Sampler (core/memory/sampler.h).
  sampler,
  /// CommandBuffer (core/commands/command_buffer.h), of cl_khr_command_buffer.
  commandBuffer,
  /// MutableCommand (core/commands/mutable_command.h), of cl_khr_command_buffer_mutable_dispatch.
  mutableCommand,
  /// Semaphore (core/queues/semaphore.h), of cl_khr_semaphore.
  semaphore,
};

/// The first bytes behind a handle: the ICD loader reads `dispatch`, the handle check reads `kind`.
/// The kind is atomic because another thread may check a handle while its object dies; the mistake
/// then gives an error and no data race.
struct Header {
  const cl_icd_dispatch *dispatch = &kilnDispatch;
  std::atomic<Kind> kind = Kind::dead;
};

}  // namespace cl

/// The structures of <CL/cl.h>, incomplete there. Each object derives from the one of its handle,
/// so a handle converts to its object by static_cast alone.
struct _cl_platform_id : cl::Header {};
struct _cl_device_id : cl::Header {};
struct _cl_context : cl::Header {};
struct _cl_command_queue : cl::Header {};
struct _cl_mem : cl::Header {};
struct _cl_program : cl::Header {};
struct _cl_kernel : cl::Header {};
struct _cl_event : cl::Header {};
struct _cl_sampler : cl::Header {};
struct _cl_command_buffer_khr : cl::Header {};
struct _cl_mutable_command_khr : cl::Header {};
struct _cl_semaphore_khr : cl::Header {};

namespace cl {

/// The base of shared objects: a count of references, from 1 at construction. Thread-safe, as far
/// as each thread has a reference. A RefCounted lives on the heap: the last release() deletes it.
///
/// Ref counts by construction and destruction; plain retain() and release() are for the code below
/// Ref, and for references with an owner outside of C++, such as a handle.
class RefCounted {
 public:
  RefCounted() = default;
  /// No copies: a count belongs to one object.
  RefCounted(const RefCounted &) = delete;
  RefCounted &operator=(const RefCounted &) = delete;

  /// Adds a reference. The caller must have one: from a count of 0 there is no way back. Relaxed
  /// order is enough, as the caller's own reference orders all before it.
  void retain() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  /// Gives a reference back, and destroys the object if it was the last. Acquire-release order lets
  /// the destroying thread see the writes of all others.
  void release() noexcept {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      destroy();
    }
  }
  /// Tells if the caller's reference is the only one. It stays so if nobody else can make one.
  bool isUnique() const noexcept { return count_.load(std::memory_order_acquire) == 1; }
  /// Retains unless the last reference is gone already; used by weak references. Returns false
  /// while the object dies on another thread. The caller must hold the object's memory, as WeakCell
  /// does by its mutex.
  ///
  /// A plain retain() after a test of the count would race with the last release(): the object
  /// would be destroyed under a new reference. So the test and the increment are one atomic step.
  bool tryRetain() noexcept {
    auto count = count_.load(std::memory_order_relaxed);
    while (count != 0) {
      if (count_.compare_exchange_weak(count, count + 1, std::memory_order_acquire)) {
        return true;
      }
    }
    return false;
  }

 protected:
  /// Protected: an object dies by release() only.
  virtual ~RefCounted() = default;
  /// Ends the object, after its last reference. Commands override it to go back to a pool: their
  /// memory serves the next command of the queue.
  virtual void destroy() noexcept { delete this; }
  /// For objects recycled instead of destroyed: counts anew from 1. No other reference may exist.
  void reviveWithOneReference() noexcept { count_.store(1, std::memory_order_relaxed); }

 private:
  /// The internal count. From 1 to 0 it goes once, unless the object is revived.
  std::atomic<uint32_t> count_ = 1;
};

/// A strong reference; null by default. A copy adds a reference, the destructor gives it back. As
/// thread-safe as a pointer: guard one used by several threads.
///
///   Ref<Buffer> a = make<Buffer>(…);     adopts the first reference
///   Ref<Buffer> b(&buffer);              adds a reference to an object in other hands
///   Ref<Event> c = make<UserEvent>(…);   converts to a base class
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  /// Adds a reference to `object`, which may be null. For a new object, adopt() is right: its first
  /// reference is counted already, and would leak here.
  explicit Ref(T *object) : object_(object) {
    if (object_) {
      object_->retain();
    }
  }
  /// A copy adds a reference, a move passes it on and leaves null.
  Ref(const Ref &other) : Ref(other.object_) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  /// Converts from a reference to a derived class, and moves it.
  template <class U>
    requires std::is_convertible_v<U *, T *>
  Ref(Ref<U> other) noexcept : object_(other.detach()) {}
  ~Ref() { reset(); }
  /// Takes its argument by value: the swap serves copies and moves, also of a Ref to itself.
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }

  /// Takes over a reference owned by the caller, without counting it again: the first one of a new
  /// object, one from detach(), or one made by tryRetain().
  static Ref adopt(T *object) {
    Ref result;
    result.object_ = object;
    return result;
  }
  /// Gives the reference to the caller, who must release it or pass it to adopt(). The Ref is null
  /// afterwards. For references stored as plain pointers.
  T *detach() { return std::exchange(object_, nullptr); }
  /// Gives the reference back; the Ref is null afterwards. It is null before the release, as the
  /// end of the object may lead back here.
  void reset() {
    if (T *object = std::exchange(object_, nullptr)) {
      object->release();
    }
  }

  /// The object, owned by this reference; null for a null Ref.
  T *get() const { return object_; }
  T *operator->() const { return object_; }
  T &operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  /// Compares the objects' addresses.
  bool operator==(const Ref &) const = default;

 private:
  T *object_ = nullptr;
};

/// Creates an object and returns its first reference. Classes with private constructors befriend
/// this function, so that no object of theirs exists without a reference. An exception of the
/// constructor leaves nothing behind.
template <class T, class... Arguments>
Ref<T> make(Arguments &&...arguments) {
  return Ref<T>::adopt(new T(std::forward<Arguments>(arguments)...));
}

/// An object behind a handle held by applications. `invalid` is the error for a handle that is
/// null, of another type, or dead: for a context, CL_INVALID_CONTEXT.
///
///   class Sampler final : public Object<_cl_sampler, Kind::sampler, CL_INVALID_SAMPLER>
///
/// The first call of apiRetain() (by publish()) makes the object known to the application. An
/// object without it, such as an event nobody asked for, costs no count of its own.
template <class HandleType, Kind objectKind, cl_int invalid>
class Object : public RefCounted, public HandleType {
 public:
  /// The type of the handle, its kind and its error, for the templates fromHandle() and publish().
  using Handle = HandleType;
  static constexpr Kind kindOfObject = objectKind;
  static constexpr cl_int invalidError = invalid;

  /// Returns the handle as the application sees it. Adds no reference: queries return handles this
  /// way (CL_CONTEXT_DEVICES), and the application retains the ones it stores.
  Handle *handle() { return this; }
  /// Returns CL_…_REFERENCE_COUNT: the references of the application, stale as soon as it is
  /// returned (CL 3.0 §4.4, and the queries of other objects).
  cl_uint apiCount() const { return apiCount_.load(std::memory_order_relaxed); }

  /// Implements clRetain…. The first call takes the one internal reference of all application
  /// references.
  void apiRetain() noexcept {
    if (apiCount_.fetch_add(1, std::memory_order_relaxed) == 0) {
      retain();
    }
  }
  /// Implements clRelease…. Returns false if the application has no reference left. Such a call is
  /// the application's mistake, and the object may still live in a command; the count must not wrap
  /// around.
  bool apiRelease() noexcept {
    auto count = apiCount_.load(std::memory_order_relaxed);
    do {
      if (count == 0) {
        return false;
      }
    } while (!apiCount_.compare_exchange_weak(count, count - 1, std::memory_order_acq_rel));
    if (count == 1) {
      lastApiRelease();
    }
    return true;
  }

 protected:
  /// Marks the object as alive, and as dead at its end.
  Object() { this->kind.store(objectKind, std::memory_order_relaxed); }
  ~Object() override { this->kind.store(Kind::dead, std::memory_order_relaxed); }
  /// Runs when the application releases its last reference. Overrides must release() in the end. A
  /// queue stays here until its last command is complete; a user event fails the commands in wait
  /// for it. The object may have other references still, and the application may get one back:
  /// clGetEventInfo returns its queue, and clRetainCommandQueue after it counts from 0 again.
  virtual void lastApiRelease() noexcept { release(); }

 private:
  /// The application's count; 0 before publish() and after the last clRelease….
  std::atomic<cl_uint> apiCount_ = 0;
};

/// Tells if a handle may be looked at: null, small integers and addresses between words are not.
/// They reach the entry points of extensions, which the ICD loader does not call.
inline bool mayBeHandle(const void *handle) {
  constexpr uintptr_t firstPage = 4096;
  const auto address = reinterpret_cast<uintptr_t>(handle);
  return address >= firstPage && address % alignof(void *) == 0;
}

/// Checks a handle and returns its object, without a reference. Every clause "CL_INVALID_… if … is
/// not a valid …" of CL 3.0 §4 and §5 is checked here and nowhere else. The caller's use of the
/// handle keeps the object alive (CL 3.0 §2, Reference Count): an application releasing an object
/// during a call on it breaks the rules. Code using the object after the call adds a reference.
///
/// T has the types and constants Handle, kindOfObject and invalidError: an Object, Platform or
/// Device.
template <class T>
Result<T *> fromHandle(typename T::Handle *handle) {
  if (!mayBeHandle(handle) || handle->kind.load(std::memory_order_relaxed) != T::kindOfObject) {
    return Error{T::invalidError};
  }
  return static_cast<T *>(handle);
}

/// Adds a reference of the application and returns the handle: the last step of each clCreate… call
/// and of each event returned to the application. The Ref of the caller stays as it is.
template <class T>
typename T::Handle *publish(const Ref<T> &object) {
  object->apiRetain();
  return object->handle();
}

/// The target of weak references; it outlives its object. Thread-safe.
///
/// A kernel's argument names a buffer without holding it, as CL 3.0 §5.9.2 demands of
/// clSetKernelArg. It has a Ref of the buffer's cell and locks it at the launch. The cell is a
/// separate object with a count of its own: a pointer to the buffer alone could not tell a dead
/// one.
template <class T>
class WeakCell final : public RefCounted {
 public:
  /// The object creates its cell, holds a reference of it, and clears it at its end.
  explicit WeakCell(T *object) : object_(object) {}
  /// Returns a strong reference, or null if the object is gone or about to go: tryRetain() fails
  /// once the last reference is given back.
  Ref<T> lock() {
    std::lock_guard guard(mutex_);
    return object_ && object_->tryRetain() ? Ref<T>::adopt(object_) : Ref<T>();
  }
  /// Cuts the link. The object's destructor calls it first, before any of its members is gone. A
  /// lock() on another thread either comes before, and fails by tryRetain(), or finds null.
  void clear() {
    std::lock_guard guard(mutex_);
    object_ = nullptr;
  }

 private:
  std::mutex mutex_;
  T *object_;
};

}  // namespace cl
