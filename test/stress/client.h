// Helpers of the stress programs: checks ending the process, handles with automatic release,
// and programs from a container or from source.
#pragma once

#include <CL/cl.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stress {

/// Ends the process with a message unless `error` is CL_SUCCESS.
void check(cl_int error, const char *what);
/// Likewise unless it is true.
void require(bool condition, const char *what);

/// Owns one reference.
template <class Handle, cl_int (*release)(Handle)>
class Owned {
 public:
  Owned(Handle handle = nullptr) : handle_(handle) {}
  Owned(Owned &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned &operator=(Owned other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_) {
      check(release(handle_), "release");
    }
  }
  operator Handle() const { return handle_; }
  Handle *out() { return &handle_; }
  const Handle *address() const { return &handle_; }

 private:
  Handle handle_;
};
using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Memory = Owned<cl_mem, clReleaseMemObject>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;
using Event = Owned<cl_event, clReleaseEvent>;

/// The platform's first device.
cl_device_id firstDevice();
Context makeContext();
Queue makeQueue(cl_context context, cl_command_queue_properties properties = 0);
Memory makeBuffer(cl_context context, size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE,
                  void *host = nullptr);
Event makeUserEvent(cl_context context);
/// From the container made of kernels.cl by clc beforehand; built.
Program loadKernels(cl_context context);
/// Built from source.
Program build(cl_context context, const std::string &source);
Kernel makeKernel(cl_program program, const char *name);
template <class... Values>
void setArguments(cl_kernel kernel, const Values &...values) {
  cl_uint index = 0;
  (check(clSetKernelArg(kernel, index++, sizeof values, &values), "clSetKernelArg"), ...);
}
Event launch(cl_command_queue queue, cl_kernel kernel, size_t items, size_t local = 0,
             const std::vector<cl_event> &waits = {});
/// Runs kernels of `program` on a queue and compares the results.
void runAndCompare(cl_context context, cl_command_queue queue, cl_program program, cl_uint factor);
/// The compiled program.
std::vector<unsigned char> binaryOf(cl_program program);

/// The number behind `--<name>=`, or `otherwise`.
long option(int argc, char **argv, std::string_view name, long otherwise);

}  // namespace stress
