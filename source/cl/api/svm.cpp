// Entry points of shared virtual memory (CL 3.0 §5.6).
//
// Allocations are made by the context (core/context/svm.h), commands on them by a queue
// (core/commands/svm_commands.h).

#include "api/enqueue.h"
#include "core/commands/svm_commands.h"

using namespace cl;

/// CL 3.0 §5.6.1: null for every error, as there is no errcode_ret.
void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                             cl_uint alignment) {
  return api::obtain(nullptr, [&]() -> Result<void *> {
    auto object = fromHandle<Context>(context);
    return object ? (*object)->svm().allocate(**object, flags, size, alignment) : nullptr;
  });
}

/// CL 3.0 §5.6.1: frees at once, without waiting for commands. Null and foreign pointers are
/// ignored.
void CL_API_CALL clSVMFree(cl_context context, void *svm_pointer) {
  (void)api::callOn<Context>(context, [&](Context &object) {
    object.svm().free(object, svm_pointer);
    return success();
  });
}

/// CL 3.0 §5.6.1 clEnqueueSVMFree: CL_INVALID_VALUE for a list that contradicts its count.
cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                    void *svm_pointers[], SvmFreeFunction pfn_free_func,
                                    void *user_data, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) -> Status {
                        if ((num_svm_pointers == 0) != (svm_pointers == nullptr)) {
                          return Error{CL_INVALID_VALUE};
                        }
                        return enqueueSvmFree(queue, {svm_pointers, num_svm_pointers},
                                              pfn_free_func, user_data, waits, event);
                      });
}

/// CL 3.0 §5.6.1: either side may be memory of the host.
cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy,
                                      void *dst_ptr, const void *src_ptr, size_t size,
                                      cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueSvmCopy(queue, CL_COMMAND_SVM_MEMCPY, blocking_copy, dst_ptr,
                                              src_ptr, size, waits, event);
                      });
}

/// CL 3.0 §5.6.1: the pattern is copied.
cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr,
                                       const void *pattern, size_t pattern_size, size_t size,
                                       cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueSvmFill(queue, CL_COMMAND_SVM_MEMFILL, svm_ptr, pattern,
                                              pattern_size, size, waits, event);
                      });
}

/// CL 3.0 §5.6.1: orders the host's accesses; no bytes move.
cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map,
                                   cl_map_flags flags, void *svm_ptr, size_t size,
                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                   cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueSvmMap(queue, blocking_map, flags, svm_ptr, size, waits,
                                             event);
                      });
}

/// CL 3.0 §5.6.1: likewise, for the devices' accesses afterwards.
cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                                     cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueSvmUnmap(queue, svm_ptr, waits, event);
                      });
}

/// CL 3.0 §5.6.1 clEnqueueSVMMigrateMem: CL_INVALID_VALUE for no pointers.
cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                          const void **svm_pointers, const size_t *sizes,
                                          cl_mem_migration_flags flags,
                                          cl_uint num_events_in_wait_list,
                                          const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) -> Status {
                        if (num_svm_pointers == 0 || !svm_pointers) {
                          return Error{CL_INVALID_VALUE};
                        }
                        return enqueueSvmMigrate(queue, {svm_pointers, num_svm_pointers}, sizes,
                                                 flags, waits, event);
                      });
}
