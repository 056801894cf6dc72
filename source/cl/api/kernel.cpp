// Entry points of kernel objects (CL 3.0 §5.9).
//
// Arguments are checked when they are set, as far as the kernel alone decides; the rest at the
// launch (core/commands/kernel_commands.h).

#include "core/build/kernel.h"

#include "api/adapter.h"

using namespace cl;

namespace {

/// Checks a device argument, null for the only device of the kernel.
Result<const Device *> optionalDevice(cl_device_id device) {
  if (!device) {
    return static_cast<const Device *>(nullptr);
  }
  auto object = fromHandle<Device>(device);
  return object ? Result<const Device *>(*object) : object.error();
}

}  // namespace

/// CL 3.0 §5.9.1: Kernel::create() has the errors.
cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *kernel_name,
                                     cl_int *errcode_ret) {
  return api::createOn<Kernel, Program>(
      program, errcode_ret, [&](Program &object) { return Kernel::create(object, kernel_name); });
}

/// CL 3.0 §5.9.1 clCreateKernelsInProgram: CL_INVALID_VALUE for a list shorter than the number of
/// kernels; nothing is created then.
cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint num_kernels,
                                            cl_kernel *kernels, cl_uint *num_kernels_ret) {
  return api::callOn<Program>(program, [&](Program &object) -> Status {
    auto created = Kernel::createAll(object);
    if (!created) {
      return created.error();
    }
    if (kernels && num_kernels < created->size()) {
      return Error{CL_INVALID_VALUE};
    }
    for (size_t i = 0; kernels && i < created->size(); ++i) {
      kernels[i] = publish((*created)[i]);
    }
    if (num_kernels_ret) {
      *num_kernels_ret = static_cast<cl_uint>(created->size());
    }
    return success();
  });
}

/// CL 3.0 §5.9.3: a kernel with the same arguments, for use on another thread.
cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret) {
  return api::createOn<Kernel, Kernel>(source_kernel, errcode_ret,
                                       [](Kernel &object) { return object.clone(); });
}

cl_int CL_API_CALL clRetainKernel(cl_kernel kernel) {
  return api::retain<Kernel>(kernel);
}

cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
  return api::release<Kernel>(kernel);
}

/// CL 3.0 §5.9.2: the kernel copies the value. Not thread-safe for one kernel (CL 3.0 §A.2).
cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                                  const void *arg_value) {
  return api::callOn<Kernel>(
      kernel, [&](Kernel &object) { return object.setArgument(arg_index, arg_size, arg_value); });
}

/// CL 3.0 §5.9.2: an address in shared virtual memory, or null.
cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index,
                                            const void *arg_value) {
  return api::callOn<Kernel>(
      kernel, [&](Kernel &object) { return object.setSharedPointer(arg_index, arg_value); });
}

/// CL 3.0 §5.9.2: shared virtual memory in use beside the arguments.
cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                                       size_t param_value_size, const void *param_value) {
  return api::callOn<Kernel>(kernel, [&](Kernel &object) {
    return object.setExecInfo(param_name, param_value_size, param_value);
  });
}

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name,
                                   size_t param_value_size, void *param_value,
                                   size_t *param_value_size_ret) {
  return api::callOn<Kernel>(kernel, [&](Kernel &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx,
                                      cl_kernel_arg_info param_name, size_t param_value_size,
                                      void *param_value, size_t *param_value_size_ret) {
  return api::callOn<Kernel>(kernel, [&](Kernel &object) {
    return object.argumentInfo(arg_indx, param_name,
                               {param_value_size, param_value, param_value_size_ret});
  });
}

/// CL 3.0 §5.9.4: answers for one device; null stands for the only one.
cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                            cl_kernel_work_group_info param_name,
                                            size_t param_value_size, void *param_value,
                                            size_t *param_value_size_ret) {
  return api::callOn<Kernel>(kernel, [&](Kernel &object) -> Status {
    auto checked = optionalDevice(device);
    return checked ? object.workGroupInfo(*checked, param_name,
                                          {param_value_size, param_value, param_value_size_ret})
                   : Status(checked.error());
  });
}

/// CL 3.0 §5.9.4: some queries take local sizes as their input, an array of one to three size_t.
cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                           cl_kernel_sub_group_info param_name,
                                           size_t input_value_size, const void *input_value,
                                           size_t param_value_size, void *param_value,
                                           size_t *param_value_size_ret) {
  return api::callOn<Kernel>(kernel, [&](Kernel &object) -> Status {
    auto checked = optionalDevice(device);
    if (!checked) {
      return checked.error();
    }
    // CL 3.0 §5.9.4: a malformed list of sizes is treated as a missing one, and then refused.
    const size_t count = input_value && input_value_size % sizeof(size_t) == 0
                             ? input_value_size / sizeof(size_t)
                             : 0;
    return object.subGroupInfo(*checked, param_name,
                               {static_cast<const size_t *>(input_value), count},
                               {param_value_size, param_value, param_value_size_ret});
  });
}
