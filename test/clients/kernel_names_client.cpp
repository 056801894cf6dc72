// Runs a kernel with a name to look for, for about as many milliseconds as the first argument says,
// built with the options in the second one.

#include <CL/cl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr char source[] = R"(
kernel void a_kernel_to_look_for(global float *x) {
  float value = x[get_global_id(0)];
  for (int i = 0; i < 20000; ++i) {
    value = value * 0.999f + 0.5f;
  }
  x[get_global_id(0)] = value;
})";

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s failed with %d\n", what, error);
    std::exit(1);
  }
}

}  // namespace

int main(int argc, char **argv) {
  std::chrono::milliseconds duration(argc > 1 ? std::atoi(argv[1]) : 10);
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  const char *text = source;
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  check(clBuildProgram(program, 1, &device, argc > 2 ? argv[2] : "", nullptr, nullptr),
        "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "a_kernel_to_look_for", &error);
  check(error, "clCreateKernel");
  size_t items = 4096;
  cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(float), nullptr, &error);
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  auto start = std::chrono::steady_clock::now();
  do {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
  } while (std::chrono::steady_clock::now() - start < duration);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
