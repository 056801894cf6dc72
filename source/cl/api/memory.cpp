// Entry points of buffers (CL 3.0 §5.2) and of all memory objects (CL 3.0 §5.5).
//
// Buffers, images and pipes are one class, so the calls for all memory objects need no distinction.

#include "api/adapter.h"
#include "core/base/newer_enumerants.h"
#include "core/memory/buffer.h"

using namespace cl;

/// CL 3.0 §5.2.1: Buffer::create() has the errors.
cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                  void *host_ptr, cl_int *errcode_ret) {
  return api::createOn<Buffer, Context>(context, errcode_ret, [&](Context &object) {
    return Buffer::create(object, nullptr, flags, size, host_ptr);
  });
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context,
                                                const cl_mem_properties *properties,
                                                cl_mem_flags flags, size_t size, void *host_ptr,
                                                cl_int *errcode_ret) {
  return api::createOn<Buffer, Context>(context, errcode_ret, [&](Context &object) {
    return Buffer::create(object, properties, flags, size, host_ptr);
  });
}

/// cl_intel_create_buffer_with_properties: CL_INVALID_VALUE for a bad list of properties, where
/// OpenCL 3.0 has CL_INVALID_PROPERTY. All else is as there.
cl_mem CL_API_CALL clCreateBufferWithPropertiesINTEL(cl_context context,
                                                     const cl_mem_properties_intel *properties,
                                                     cl_mem_flags flags, size_t size,
                                                     void *host_ptr, cl_int *errcode_ret) {
  return api::createOn<Buffer, Context>(
      context, errcode_ret, [&](Context &object) -> Result<Ref<Buffer>> {
        auto buffer = Buffer::create(object, properties, flags, size, host_ptr);
        const bool isOfProperties = !buffer && buffer.error().code == CL_INVALID_PROPERTY;
        return isOfProperties ? Result<Ref<Buffer>>(Error{CL_INVALID_VALUE}) : std::move(buffer);
      });
}

/// CL 3.0 §5.2.1 clCreateSubBuffer: CL_INVALID_VALUE for another creation type, or no region.
cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                     cl_buffer_create_type buffer_create_type,
                                     const void *buffer_create_info, cl_int *errcode_ret) {
  return api::createOn<Buffer, Buffer>(
      buffer, errcode_ret, [&](Buffer &parent) -> Result<Ref<Buffer>> {
        if (buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION || !buffer_create_info) {
          return Error{CL_INVALID_VALUE};
        }
        return Buffer::createSub(parent, flags,
                                 *static_cast<const cl_buffer_region *>(buffer_create_info));
      });
}

cl_int CL_API_CALL clRetainMemObject(cl_mem memobj) {
  return api::retain<Buffer>(memobj);
}

/// CL 3.0 §5.5.1: unfinished commands and sub-buffers keep the object.
cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) {
  return api::release<Buffer>(memobj);
}

/// CL 3.0 §5.5.5. The query of cl_ext_buffer_device_address is separate: it may allocate memory.
cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name,
                                      size_t param_value_size, void *param_value,
                                      size_t *param_value_size_ret) {
  return api::callOn<Buffer>(memobj, [&](Buffer &object) {
    const InfoWriter out(param_value_size, param_value, param_value_size_ret);
    return param_name == CL_MEM_DEVICE_ADDRESS_EXT ? object.deviceAddresses(out)
                                                   : object.info(param_name, out);
  });
}

/// CL 3.0 §5.5.1: the callback runs when the memory is free.
cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memobj, Buffer::Destructor pfn_notify,
                                                    void *user_data) {
  return api::callOn<Buffer>(
      memobj, [&](Buffer &object) { return object.addDestructor(pfn_notify, user_data); });
}
