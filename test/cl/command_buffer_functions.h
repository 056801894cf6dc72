// The functions of command buffers, as of cl_khr_command_buffer 0.9.8 and the extensions layered on
// it. Debian's headers lack them.
#pragma once

#include <CL/cl_ext.h>

#include "core/base/newer_enumerants.h"
#include "extension_function.h"

namespace test {

using Properties = cl_properties;
using Points = const cl_sync_point_khr *;

/// cl_mutable_dispatch_config_khr.
struct LaunchUpdate {
  cl_mutable_command_khr command;
  cl_uint num_args = 0, num_svm_args = 0, num_exec_infos = 0, work_dim = 0;
  const cl_mutable_dispatch_arg_khr *arg_list = nullptr, *arg_svm_list = nullptr;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list = nullptr;
  const size_t *global_work_offset = nullptr, *global_work_size = nullptr,
               *local_work_size = nullptr;
};

struct CommandBufferFunctions {
  template <class... Arguments>
  using Record = cl_int(CL_API_CALL *)(cl_command_buffer_khr, cl_command_queue, const Properties *,
                                       Arguments..., cl_uint, Points, cl_sync_point_khr *,
                                       cl_mutable_command_khr *);

  void find(cl_platform_id platform) {
    const ExtensionFunctions get(platform);
    get(create, "clCreateCommandBufferKHR");
    get(finalize, "clFinalizeCommandBufferKHR");
    get(retain, "clRetainCommandBufferKHR");
    get(release, "clReleaseCommandBufferKHR");
    get(enqueue, "clEnqueueCommandBufferKHR");
    get(info, "clGetCommandBufferInfoKHR");
    get(barrier, "clCommandBarrierWithWaitListKHR");
    get(copy, "clCommandCopyBufferKHR");
    get(copyRect, "clCommandCopyBufferRectKHR");
    get(fill, "clCommandFillBufferKHR");
    get(launch, "clCommandNDRangeKernelKHR");
    get(fillImage, "clCommandFillImageKHR");
    get(copyImage, "clCommandCopyImageKHR");
    get(imageToBuffer, "clCommandCopyImageToBufferKHR");
    get(bufferToImage, "clCommandCopyBufferToImageKHR");
    get(svmCopy, "clCommandSVMMemcpyKHR");
    get(svmFill, "clCommandSVMMemFillKHR");
    get(update, "clUpdateMutableCommandsKHR");
    get(commandInfo, "clGetMutableCommandInfoKHR");
    get(remap, "clRemapCommandBufferKHR");
  }

  clCreateCommandBufferKHR_fn create = nullptr;
  clFinalizeCommandBufferKHR_fn finalize = nullptr;
  clRetainCommandBufferKHR_fn retain = nullptr;
  clReleaseCommandBufferKHR_fn release = nullptr;
  clEnqueueCommandBufferKHR_fn enqueue = nullptr;
  clGetCommandBufferInfoKHR_fn info = nullptr;
  Record<> barrier = nullptr;
  Record<cl_mem, cl_mem, size_t, size_t, size_t> copy = nullptr;
  Record<cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t,
         size_t>
      copyRect = nullptr;
  Record<cl_mem, const void *, size_t, size_t, size_t> fill = nullptr;
  Record<cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *> launch = nullptr;
  Record<cl_mem, const void *, const size_t *, const size_t *> fillImage = nullptr;
  Record<cl_mem, cl_mem, const size_t *, const size_t *, const size_t *> copyImage = nullptr;
  Record<cl_mem, cl_mem, const size_t *, const size_t *, size_t> imageToBuffer = nullptr;
  Record<cl_mem, cl_mem, size_t, const size_t *, const size_t *> bufferToImage = nullptr;
  Record<void *, const void *, size_t> svmCopy = nullptr;
  Record<void *, const void *, size_t, size_t> svmFill = nullptr;
  cl_int(CL_API_CALL *update)(cl_command_buffer_khr, cl_uint, const cl_uint *,
                              const void **) = nullptr;
  clGetMutableCommandInfoKHR_fn commandInfo = nullptr;
  cl_command_buffer_khr(CL_API_CALL *remap)(cl_command_buffer_khr, cl_bool, cl_uint,
                                            const cl_command_queue *, cl_uint,
                                            const cl_mutable_command_khr *,
                                            cl_mutable_command_khr *, cl_int *) = nullptr;
};

}  // namespace test
