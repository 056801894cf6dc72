#include "opencl.h"

#include <stdexcept>

namespace bench {

namespace {

void check(cl_int error, const std::string &what) {
  if (error != CL_SUCCESS) {
    throw std::runtime_error(what + " failed with " + std::to_string(error));
  }
}

std::string deviceText(cl_device_id device, cl_device_info what) {
  size_t size = 0;
  check(clGetDeviceInfo(device, what, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  check(clGetDeviceInfo(device, what, size, text.data(), nullptr), "clGetDeviceInfo");
  text.resize(size ? size - 1 : 0);
  return text;
}

bool isWanted(const Storage &storage, bool all) {
  return all || storage.role == Role::InOut;
}

}  // namespace

Queue::Queue() {
  cl_platform_id platform;
  cl_int error;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
  context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, &error);
  check(error, "clCreateCommandQueueWithProperties");
}

Queue::~Queue() {
  for (auto &[name, kernel] : kernels_) {
    clReleaseKernel(kernel);
  }
  for (auto &[storage, buffer] : buffers_) {
    clReleaseMemObject(buffer);
  }
  if (program_) {
    clReleaseProgram(program_);
  }
  clReleaseCommandQueue(queue_);
  clReleaseContext(context_);
}

std::string Queue::deviceName() const {
  return deviceText(device_, CL_DEVICE_NAME);
}

bool Queue::hasSubGroups() const {
  cl_uint count = 0;
  cl_int error =
      clGetDeviceInfo(device_, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof count, &count, nullptr);
  return error == CL_SUCCESS && count > 0;
}

bool Queue::hasWorkGroupFunctions() const {
  cl_bool has = CL_FALSE;
  cl_int error = clGetDeviceInfo(device_, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
                                 sizeof has, &has, nullptr);
  return error == CL_SUCCESS && has;
}

bool Queue::hasDouble() const {
  cl_device_fp_config config = 0;
  check(clGetDeviceInfo(device_, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, nullptr),
        "clGetDeviceInfo");
  return config != 0;
}

void Queue::build(const std::string &source, const std::string &options) {
  cl_int error;
  const char *text = source.c_str();
  program_ = clCreateProgramWithSource(context_, 1, &text, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program_, 1, &device_, options.c_str(), nullptr, nullptr);
  if (error != CL_SUCCESS) {
    size_t size = 0;
    clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    check(error, "clBuildProgram (" + log + ")");
  }
}

cl_kernel Queue::kernelOf(const std::string &name) {
  cl_kernel &kernel = kernels_[name];
  if (!kernel) {
    cl_int error;
    kernel = clCreateKernel(program_, name.c_str(), &error);
    check(error, "clCreateKernel(" + name + ")");
  }
  return kernel;
}

cl_mem Queue::bufferOf(const Storage &storage) {
  cl_mem &buffer = buffers_[&storage];
  if (!buffer) {
    cl_int error;
    buffer = clCreateBuffer(context_, CL_MEM_READ_WRITE, storage.bytes.size(), nullptr, &error);
    check(error, "clCreateBuffer");
  }
  return buffer;
}

void Queue::setBytes(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  check(clSetKernelArg(kernel, index, size, value), "clSetKernelArg " + std::to_string(index));
}

void Queue::enqueue(cl_kernel kernel, Range global, Range local) {
  check(clEnqueueNDRangeKernel(queue_, kernel, static_cast<cl_uint>(global.size()), nullptr,
                               global.begin(), local.size() ? local.begin() : nullptr, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
}

void Queue::finish() {
  check(clFinish(queue_), "clFinish");
}

void Queue::upload(const Benchmark &benchmark, bool all) {
  for (const auto &array : benchmark.arrays()) {
    if (isWanted(*array, all)) {
      check(clEnqueueWriteBuffer(queue_, bufferOf(*array), CL_FALSE, 0, array->bytes.size(),
                                 array->bytes.data(), 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
    }
  }
  finish();
}

void Queue::download(const Benchmark &benchmark) {
  for (const auto &array : benchmark.arrays()) {
    if (array->role == Role::Output || array->role == Role::InOut) {
      check(clEnqueueReadBuffer(queue_, bufferOf(*array), CL_FALSE, 0, array->bytes.size(),
                                array->bytes.data(), 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
    }
  }
  finish();
}

}  // namespace bench
