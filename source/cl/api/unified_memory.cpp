// Entry points of cl_intel_unified_shared_memory.
//
// Commands on this memory are those of shared virtual memory with command types of their own,
// visible in clGetEventInfo. Hints (advice, migration) have no effect on memory shared anyway.

#include "core/memory/unified_memory.h"

#include "api/enqueue.h"
#include "api/entry_points.h"
#include "core/build/kernel.h"
#include "core/commands/svm_commands.h"

using namespace cl;

namespace {

/// Allocates for a context and a device. The device may be null if `isOptional`. The handles come
/// first: CL_INVALID_CONTEXT, CL_INVALID_DEVICE (cl_intel_unified_shared_memory).
void *allocate(cl_context context, MemoryKind kind, cl_device_id device, bool isOptional,
               const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
               cl_int *error) {
  return api::obtain(error, [&]() -> Result<void *> {
    auto object = fromHandle<Context>(context);
    if (!object) {
      return object.error();
    }
    Device *owner = nullptr;
    if (device || !isOptional) {
      auto checked = (*object)->memberWith(device);
      if (!checked) {
        return checked.error();
      }
      owner = *checked;
    }
    return allocateUnified(**object, kind, owner, properties, size, alignment);
  });
}

}  // namespace

/// cl_intel_unified_shared_memory: allocateUnified() has the errors of all three calls.
void *CL_API_CALL clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties,
                                      size_t size, cl_uint alignment, cl_int *errcode_ret) {
  return allocate(context, MemoryKind::host, nullptr, true, properties, size, alignment,
                  errcode_ret);
}

void *CL_API_CALL clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel *properties, size_t size,
                                        cl_uint alignment, cl_int *errcode_ret) {
  return allocate(context, MemoryKind::device, device, false, properties, size, alignment,
                  errcode_ret);
}

void *CL_API_CALL clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel *properties, size_t size,
                                        cl_uint alignment, cl_int *errcode_ret) {
  return allocate(context, MemoryKind::shared, device, true, properties, size, alignment,
                  errcode_ret);
}

cl_int CL_API_CALL clMemFreeINTEL(cl_context context, void *ptr) {
  return api::callOn<Context>(context,
                              [&](Context &object) { return freeUnified(object, ptr, false); });
}

/// cl_intel_unified_shared_memory: waits for all commands of the context first.
cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context context, void *ptr) {
  return api::callOn<Context>(context,
                              [&](Context &object) { return freeUnified(object, ptr, true); });
}

cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context context, const void *ptr,
                                          cl_mem_info_intel param_name, size_t param_value_size,
                                          void *param_value, size_t *param_value_size_ret) {
  return api::callOn<Context>(context, [&](Context &object) {
    return unifiedInfo(object, ptr, param_name,
                       {param_value_size, param_value, param_value_size_ret});
  });
}

/// cl_intel_unified_shared_memory: CL_INVALID_OPERATION if no device of the context has the
/// extension.
cl_int CL_API_CALL clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index,
                                                 const void *arg_value) {
  return api::callOn<Kernel>(kernel, [&](Kernel &object) -> Status {
    return hasUnifiedMemory(object.context())
               ? object.setAddress(arg_index, reinterpret_cast<uintptr_t>(arg_value))
               : Status(Error{CL_INVALID_OPERATION});
  });
}

cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr,
                                         const void *pattern, size_t pattern_size, size_t size,
                                         cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueSvmFill(queue, CL_COMMAND_MEMFILL_INTEL, dst_ptr, pattern,
                                              pattern_size, size, waits, event);
                      });
}

/// cl_intel_unified_shared_memory: removed from later versions; a fill with one byte.
cl_int CL_API_CALL clEnqueueMemsetINTEL(cl_command_queue command_queue, void *dst_ptr, cl_int value,
                                        size_t size, cl_uint num_events_in_wait_list,
                                        const cl_event *event_wait_list, cl_event *event) {
  const auto byte = static_cast<cl_uchar>(value);
  return clEnqueueMemFillINTEL(command_queue, dst_ptr, &byte, sizeof byte, size,
                               num_events_in_wait_list, event_wait_list, event);
}

cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking,
                                        void *dst_ptr, const void *src_ptr, size_t size,
                                        cl_uint num_events_in_wait_list,
                                        const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueSvmCopy(queue, CL_COMMAND_MEMCPY_INTEL, blocking, dst_ptr,
                                              src_ptr, size, waits, event);
                      });
}

/// cl_intel_unified_shared_memory: checks its arguments and orders commands.
cl_int CL_API_CALL clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void *ptr, size_t,
                                            cl_mem_migration_flags flags,
                                            cl_uint num_events_in_wait_list,
                                            const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueUnifiedMigrate(queue, ptr, flags, waits, event);
                      });
}

/// cl_intel_unified_shared_memory: checks its arguments and orders commands.
cl_int CL_API_CALL clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void *ptr, size_t,
                                           cl_mem_advice_intel advice,
                                           cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueUnifiedAdvice(queue, ptr, advice, waits, event);
                      });
}
