// Entry point of cl_ext_buffer_device_address: an address in place of a buffer as a kernel's
// argument.

#include "api/adapter.h"
#include "api/entry_points.h"
#include "core/build/kernel.h"

using namespace cl;

cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                                  cl_mem_device_address_ext arg_value) {
  return api::callOn<Kernel>(
      kernel, [&](Kernel &object) { return object.setDevicePointer(arg_index, arg_value); });
}
