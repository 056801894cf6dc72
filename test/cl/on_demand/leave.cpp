// Builds a program whose code takes long to generate, and leaves while the background generates it:
// by returning from main with everything open ("exit"), after a release of everything ("release"),
// or by closing the library ("unload"). Prints a line when it leaves.

#include <CL/cl_icd.h>
#include <dlfcn.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include "heavy_source.h"

namespace {

constexpr cl_uint kernelCount = 8;

struct Handle {
  const cl_icd_dispatch *dispatch;
};

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    return 2;
  }
  const std::string way = argv[2];
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  void *symbol = library ? dlsym(library, "clIcdGetPlatformIDsKHR") : nullptr;
  const auto getPlatforms =
      reinterpret_cast<cl_int (*)(cl_uint, cl_platform_id *, cl_uint *)>(symbol);
  cl_platform_id platform = nullptr;
  if (!getPlatforms || getPlatforms(1, &platform, nullptr) != CL_SUCCESS) {
    return 1;
  }
  const auto &cl = *reinterpret_cast<Handle *>(platform)->dispatch;
  cl_device_id device = nullptr;
  cl_int error = cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  const std::string source = heavySource(kernelCount, 60);
  const char *text = source.c_str();
  cl_program program = cl.clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  error = cl.clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  if (error != CL_SUCCESS) {
    return 1;
  }
  cl_kernel kernels[kernelCount] = {};
  error = cl.clCreateKernelsInProgram(program, kernelCount, kernels, nullptr);
  if (error != CL_SUCCESS) {
    return 1;
  }
  // The background has begun by then.
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  const bool isOpen = way == "exit";
  if (!isOpen) {
    for (cl_kernel kernel : kernels) {
      cl.clReleaseKernel(kernel);
    }
    cl.clReleaseProgram(program);
    cl.clReleaseContext(context);
  }
  std::printf("leaving\n");
  std::fflush(stdout);
  if (way == "unload") {
    dlclose(library);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return 0;
}
