// Helpers of the tests of semaphores: the functions of cl_khr_semaphore, and short ways to call
// them.
#pragma once

#include <CL/cl_ext.h>

#include <array>
#include <initializer_list>
#include <vector>

#include "extension_function.h"
#include "fixture.h"

// Newer than Debian's headers.
#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#endif
#ifndef CL_SEMAPHORE_EXPORTABLE_KHR
#define CL_SEMAPHORE_EXPORTABLE_KHR 0x2054
#endif

namespace test {

using SemaphoreProperties = std::vector<cl_semaphore_properties_khr>;

class SemaphoreFunctions {
 public:
  void find(cl_platform_id platform) {
    const ExtensionFunctions set(platform);
    set(create, "clCreateSemaphoreWithPropertiesKHR");
    set(wait, "clEnqueueWaitSemaphoresKHR");
    set(signal, "clEnqueueSignalSemaphoresKHR");
    set(info, "clGetSemaphoreInfoKHR");
    set(retain, "clRetainSemaphoreKHR");
    set(release, "clReleaseSemaphoreKHR");
    set(getHandle, "clGetSemaphoreHandleForTypeKHR");
  }

  clCreateSemaphoreWithPropertiesKHR_fn create = nullptr;
  clEnqueueWaitSemaphoresKHR_fn wait = nullptr;
  clEnqueueSignalSemaphoresKHR_fn signal = nullptr;
  clGetSemaphoreInfoKHR_fn info = nullptr;
  clRetainSemaphoreKHR_fn retain = nullptr;
  clReleaseSemaphoreKHR_fn release = nullptr;
  clGetSemaphoreHandleForTypeKHR_fn getHandle = nullptr;
};

/// Of one context.
class Semaphores : public SemaphoreFunctions {
 public:
  class Owned {
   public:
    Owned() = default;
    Owned(cl_semaphore_khr handle, clReleaseSemaphoreKHR_fn release)
        : handle_(handle), release_(release) {}
    Owned(Owned &&other) noexcept : release_(other.release_) { std::swap(handle_, other.handle_); }
    Owned &operator=(Owned &&other) noexcept {
      std::swap(handle_, other.handle_);
      std::swap(release_, other.release_);
      return *this;
    }
    ~Owned() { reset(); }
    void reset() {
      if (handle_) {
        EXPECT_EQ(release_(handle_), CL_SUCCESS);
        handle_ = nullptr;
      }
    }
    operator cl_semaphore_khr() const { return handle_; }
    const cl_semaphore_khr *address() const { return &handle_; }

   private:
    cl_semaphore_khr handle_ = nullptr;
    clReleaseSemaphoreKHR_fn release_ = nullptr;
  };

  void begin(cl_platform_id platform, cl_context used) {
    context_ = used;
    find(platform);
  }
  Owned make(const SemaphoreProperties &more = {}) const {
    SemaphoreProperties list = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
    list.insert(list.end(), more.begin(), more.end());
    list.push_back(0);
    cl_int error = -1;
    Owned made(create(context_, list.data(), &error), release);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_int errorOf(const SemaphoreProperties &list) const {
    cl_int error = 1;
    EXPECT_EQ(create(context_, list.data(), &error), nullptr);
    return error;
  }
  OwnedEvent enqueueWait(cl_command_queue queue, cl_semaphore_khr semaphore,
                         const std::vector<cl_event> &after = {}) const {
    return enqueue(wait, queue, semaphore, after);
  }
  OwnedEvent enqueueSignal(cl_command_queue queue, cl_semaphore_khr semaphore,
                           const std::vector<cl_event> &after = {}) const {
    return enqueue(signal, queue, semaphore, after);
  }
  template <class T>
  T query(cl_semaphore_khr semaphore, cl_semaphore_info_khr name) const {
    T value = {};
    size_t size = 0;
    EXPECT_EQ(info(semaphore, name, sizeof value, &value, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof value);
    return value;
  }
  cl_semaphore_payload_khr payload(cl_semaphore_khr semaphore) const {
    return query<cl_semaphore_payload_khr>(semaphore, CL_SEMAPHORE_PAYLOAD_KHR);
  }

 private:
  template <class Function>
  static OwnedEvent enqueue(Function function, cl_command_queue queue, cl_semaphore_khr semaphore,
                            const std::vector<cl_event> &after) {
    OwnedEvent event;
    EXPECT_EQ(function(queue, 1, &semaphore, nullptr, static_cast<cl_uint>(after.size()),
                       after.empty() ? nullptr : after.data(), event.out()),
              CL_SUCCESS);
    return event;
  }

  cl_context context_ = nullptr;
};

}  // namespace test
