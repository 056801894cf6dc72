// Loads the driver without a loader, or a loader that loads the driver, builds and runs a kernel,
// closes the library, and looks for what is left: threads, and whether it can be loaded again. In
// the last round a context with a queue stays open, whose threads must not find their code gone.

#include <CL/cl_icd.h>
#include <dlfcn.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

namespace {

size_t threadCount() {
  size_t count = 0;
  for ([[maybe_unused]] const auto &entry :
       std::filesystem::directory_iterator("/proc/self/task")) {
    ++count;
  }
  return count;
}

struct Handle {
  const cl_icd_dispatch *dispatch;
};

bool run(cl_platform_id platform) {
  const auto &cl = *reinterpret_cast<Handle *>(platform)->dispatch;
  cl_device_id device = nullptr;
  cl_int error = cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue queue = cl.clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  const char *source = "kernel void add(global int *p) { *p += 1; }";
  cl_program program = cl.clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  error = cl.clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  if (error != CL_SUCCESS) {
    return false;
  }
  int value = 41;
  cl_kernel kernel = cl.clCreateKernel(program, "add", &error);
  cl_mem buffer = cl.clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof value, &value, &error);
  cl.clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  const size_t one = 1;
  cl_event event = nullptr;
  cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, &event);
  const auto ignore = [](cl_event, cl_int, void *) {};
  cl.clSetEventCallback(event, CL_COMPLETE, ignore, nullptr);
  cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr);
  cl.clReleaseEvent(event);
  cl.clReleaseMemObject(buffer);
  cl.clReleaseKernel(kernel);
  cl.clReleaseProgram(program);
  cl.clReleaseCommandQueue(queue);
  cl.clReleaseContext(context);
  return value == 42;
}

/// What stays open is the process's: it is not lost.
void *volatile left[3];

/// A context whose device has started.
bool leaveOpen(cl_platform_id platform) {
  const auto &cl = *reinterpret_cast<Handle *>(platform)->dispatch;
  cl_device_id device = nullptr;
  cl_int error = cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue queue = cl.clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  int value = 1;
  cl_mem buffer = cl.clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof value, &value, &error);
  left[0] = context;
  left[1] = queue;
  left[2] = buffer;
  return cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr,
                                nullptr) == CL_SUCCESS;
}

bool waitForOneThread() {
  for (int i = 0; i < 1000 && threadCount() != 1; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return threadCount() == 1;
}

}  // namespace

int main(int argc, char **argv) {
  constexpr int rounds = 5;
  for (int round = 0; argc == 2 && round < rounds; ++round) {
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      std::printf("%s\n", dlerror());
      return 1;
    }
    void *symbol = dlsym(library, "clIcdGetPlatformIDsKHR");
    const auto getPlatforms = reinterpret_cast<cl_int (*)(cl_uint, cl_platform_id *, cl_uint *)>(
        symbol ? symbol : dlsym(library, "clGetPlatformIDs"));
    cl_platform_id platform = nullptr;
    if (!getPlatforms || getPlatforms(1, &platform, nullptr) != CL_SUCCESS || !run(platform)) {
      std::printf("round %d failed\n", round);
      return 1;
    }
    if (round == rounds - 1) {
      const bool isOpen = leaveOpen(platform);
      dlclose(library);
      return isOpen && run(platform) ? 0 : 1;
    }
    dlclose(library);
    if (!waitForOneThread()) {
      std::printf("round %d left threads\n", round);
      return 1;
    }
  }
  return argc == 2 ? 0 : 2;
}
