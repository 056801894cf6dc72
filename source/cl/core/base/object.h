// Defines handles, reference counts and references of all OpenCL objects.
//
// Every API object has two counts. The application's count (clRetain…, CL_…_REFERENCE_COUNT) holds,
// as a whole, one reference of the internal count. The internal count keeps the object alive: a
// queue lives while one of its commands does, even if the application has released it.
//
// Strong references lead up (event → queue → context), weak ones back. A strong reference downwards
// would make a cycle, and so a leak.
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
/// most uses of released handles are detected.
enum class Kind : uint32_t {
  dead = 0xdeadc1c1,
  platform = 0x6b696c01,
  device,
  context,
  queue,
  memory,
  program,
  kernel,
  event,
  sampler,
  commandBuffer,
  mutableCommand,
  semaphore,
};

/// The first bytes behind a handle: the ICD loader reads `dispatch`, the handle check reads `kind`.
struct Header {
  const cl_icd_dispatch *dispatch = &kilnDispatch;
  std::atomic<Kind> kind = Kind::dead;
};

}  // namespace cl

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

/// A strong reference; null by default. As thread-safe as a pointer: guard one that several threads
/// use.
class RefCounted {
 public:
  RefCounted() = default;
  RefCounted(const RefCounted &) = delete;
  RefCounted &operator=(const RefCounted &) = delete;

  /// Adds a reference. The caller must have one.
  void retain() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  /// Gives a reference back, and destroys the object if it was the last.
  void release() noexcept {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      destroy();
    }
  }
  /// Retains unless the last reference is gone already; used by weak references.
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
  virtual ~RefCounted() = default;
  virtual void destroy() noexcept { delete this; }
  /// For objects that are recycled instead of destroyed.
  void reviveWithOneReference() noexcept { count_.store(1, std::memory_order_relaxed); }

 private:
  std::atomic<uint32_t> count_ = 1;
};

/// A strong reference.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T *object) : object_(object) {
    if (object_) {
      object_->retain();
    }
  }
  Ref(const Ref &other) : Ref(other.object_) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <class U>
    requires std::is_convertible_v<U *, T *>
  Ref(Ref<U> other) noexcept : object_(other.detach()) {}
  ~Ref() { reset(); }
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }

  /// Takes over a reference that the caller owns.
  static Ref adopt(T *object) {
    Ref result;
    result.object_ = object;
    return result;
  }
  /// Gives the reference to the caller, who must release it.
  T *detach() { return std::exchange(object_, nullptr); }
  void reset() {
    if (T *object = std::exchange(object_, nullptr)) {
      object->release();
    }
  }

  T *get() const { return object_; }
  T *operator->() const { return object_; }
  T &operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const Ref &) const = default;

 private:
  T *object_ = nullptr;
};

/// Creates an object and returns its first reference.
template <class T, class... Arguments>
Ref<T> make(Arguments &&...arguments) {
  return Ref<T>::adopt(new T(std::forward<Arguments>(arguments)...));
}

/// An object behind a handle that applications hold. `invalid` is the error for a handle that is
/// null, of another type, or dead.
template <class HandleType, Kind objectKind, cl_int invalid>
class Object : public RefCounted, public HandleType {
 public:
  using Handle = HandleType;
  static constexpr Kind kindOfObject = objectKind;
  static constexpr cl_int invalidError = invalid;

  /// Returns the handle that the application sees.
  Handle *handle() { return this; }
  /// Returns CL_…_REFERENCE_COUNT.
  cl_uint apiCount() const { return apiCount_.load(std::memory_order_relaxed); }

  /// Implements clRetain…. The first call takes the one internal reference of all application
  /// references.
  void apiRetain() noexcept {
    if (apiCount_.fetch_add(1, std::memory_order_relaxed) == 0) {
      retain();
    }
  }
  /// Implements clRelease…. Returns false if the application has no reference left.
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
  Object() { this->kind.store(objectKind, std::memory_order_relaxed); }
  ~Object() override { this->kind.store(Kind::dead, std::memory_order_relaxed); }
  /// Runs when the application releases its last reference. Overrides must release() in the end.
  virtual void lastApiRelease() noexcept { release(); }

 private:
  std::atomic<cl_uint> apiCount_ = 0;
};

/// Checks a handle and returns its object. Every clause "CL_INVALID_… if … is not a valid …" of CL
/// 3.0 §4 and §5 is checked here and nowhere else. The caller's use of the handle keeps the object
/// alive (CL 3.0 §3.3).
template <class T>
Result<T *> fromHandle(typename T::Handle *handle) {
  if (!handle || handle->kind.load(std::memory_order_relaxed) != T::kindOfObject) {
    return Error{T::invalidError};
  }
  return static_cast<T *>(handle);
}

/// Adds a reference of the application and returns the handle.
template <class T>
typename T::Handle *publish(const Ref<T> &object) {
  object->apiRetain();
  return object->handle();
}

/// The target of weak references; it outlives its object. Thread-safe.
template <class T>
class WeakCell final : public RefCounted {
 public:
  explicit WeakCell(T *object) : object_(object) {}
  /// Returns a strong reference, or null if the object is gone.
  Ref<T> lock() {
    std::lock_guard guard(mutex_);
    return object_ && object_->tryRetain() ? Ref<T>::adopt(object_) : Ref<T>();
  }
  /// Cuts the link. The object's destructor calls it first.
  void clear() {
    std::lock_guard guard(mutex_);
    object_ = nullptr;
  }

 private:
  std::mutex mutex_;
  T *object_;
};

}  // namespace cl
