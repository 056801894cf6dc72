// Runs the kernel `scale` of a container compiled beforehand:
//   application <container>

#include <CL/cl.h>
#include <CL/cl_ext_kiln.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef CL_KERNEL_VECTOR_WIDTH_KILN
#error "the header of Kiln's extensions is another one"
#endif

static void check(int isRight, const char *what) {
  if (!isRight) {
    fprintf(stderr, "application: %s\n", what);
    exit(1);
  }
}

static size_t readAll(const char *name, unsigned char *bytes, size_t capacity) {
  FILE *file = fopen(name, "rb");
  check(file != NULL, "the container cannot be opened");
  const size_t size = fread(bytes, 1, capacity, file);
  fclose(file);
  check(size != 0 && size < capacity, "the container is empty or too large");
  return size;
}

int main(int argc, char **argv) {
  enum { count = 1000 };
  static unsigned char bytes[1 << 20];
  check(argc == 2, "usage: application <container>");
  const size_t size = readAll(argv[1], bytes, sizeof bytes);
  cl_platform_id platform;
  cl_device_id device;
  check(clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS, "no platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS, "no device");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
  const unsigned char *binary = bytes;
  cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL, NULL);
  check(program != NULL, "no program");
  check(clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS, "no build");
  cl_kernel kernel = clCreateKernel(program, "scale", NULL);
  int values[count];
  for (int i = 0; i < count; ++i) {
    values[i] = i;
  }
  cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, NULL);
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  const size_t global = count;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL) == CL_SUCCESS,
        "no launch");
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL) ==
            CL_SUCCESS,
        "no read");
  for (int i = 0; i < count; ++i) {
    check(values[i] == 3 * i + 1, "a value is wrong");
  }
  char name[256];
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
  printf("right on %s\n", name);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
