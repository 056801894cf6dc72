// An application that links libLLVM itself and uses it before and after the driver's compiler has
// been loaded.

#include <CL/cl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>

#include <cstdio>
#include <cstring>

namespace {

/// Makes, verifies and prints a function with the application's LLVM.
bool useLlvm() {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("application", context);
  LLVMTypeRef integer = LLVMInt32TypeInContext(context);
  LLVMValueRef function =
      LLVMAddFunction(module, "twice", LLVMFunctionType(integer, &integer, 1, 0));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  LLVMValueRef argument = LLVMGetParam(function, 0);
  LLVMBuildRet(builder, LLVMBuildAdd(builder, argument, argument, "sum"));
  char *message = nullptr;
  const bool isBroken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message) != 0;
  LLVMDisposeMessage(message);
  char *text = LLVMPrintModuleToString(module);
  const bool isPrinted = std::strstr(text, "add i32") != nullptr;
  LLVMDisposeMessage(text);
  LLVMDisposeBuilder(builder);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return !isBroken && isPrinted;
}

bool useDriver() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int error = clGetPlatformIDs(1, &platform, nullptr);
  error |= clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  const char *source = "kernel void twice(global int *p) { *p *= 2; }";
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  int value = 21;
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS) {
    cl_kernel kernel = clCreateKernel(program, "twice", &error);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof value, &value, &error);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    const size_t one = 1;
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
  }
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return value == 42;
}

}  // namespace

int main() {
  for (int round = 0; round < 3; ++round) {
    if (!useLlvm() || !useDriver() || !useLlvm()) {
      std::printf("round %d failed\n", round);
      return 1;
    }
  }
  return 0;
}
