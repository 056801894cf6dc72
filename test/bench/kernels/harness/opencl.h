// The OpenCL side of a benchmark: the loader's first device, one program, a queue. Every failure is
// a std::runtime_error with the name of the call.
#pragma once

#include <CL/cl.h>

#include <initializer_list>
#include <map>
#include <string>

#include "benchmark.h"

namespace bench {

/// A kernel argument in local memory.
struct Local {
  size_t bytes;
};
template <typename T>
Local local(size_t count) {
  return {count * sizeof(T)};
}

using Range = std::initializer_list<size_t>;

class Queue {
 public:
  Queue();
  ~Queue();
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;

  std::string deviceName() const;
  bool hasSubGroups() const;
  bool hasWorkGroupFunctions() const;
  bool hasDouble() const;

  void build(const std::string &source, const std::string &options);

  /// Enqueues a launch; an empty local range is NULL. Arguments are arrays of the benchmark,
  /// Local, or values.
  template <typename... Args>
  void run(const char *kernel, Range global, Range local, const Args &...args) {
    cl_kernel object = kernelOf(kernel);
    cl_uint index = 0;
    (set(object, index++, args), ...);
    enqueue(object, global, local);
  }

  void finish();
  /// Copies InOut arrays, and with `all` the others too, to the device; waits.
  void upload(const Benchmark &benchmark, bool all);
  /// Copies Output and InOut arrays back; waits.
  void download(const Benchmark &benchmark);

 private:
  cl_kernel kernelOf(const std::string &name);
  cl_mem bufferOf(const Storage &storage);
  void enqueue(cl_kernel kernel, Range global, Range local);
  static void setBytes(cl_kernel kernel, cl_uint index, size_t size, const void *value);

  template <typename T>
  void set(cl_kernel kernel, cl_uint index, const Array<T> &array) {
    cl_mem buffer = bufferOf(array.storage());
    setBytes(kernel, index, sizeof buffer, &buffer);
  }
  void set(cl_kernel kernel, cl_uint index, Local local) {
    setBytes(kernel, index, local.bytes, nullptr);
  }
  template <typename T>
  void set(cl_kernel kernel, cl_uint index, const T &value) {
    setBytes(kernel, index, sizeof value, &value);
  }

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
  std::map<std::string, cl_kernel> kernels_;
  std::map<const Storage *, cl_mem> buffers_;
};

}  // namespace bench
