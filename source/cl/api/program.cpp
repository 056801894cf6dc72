// Entry points of programs (CL 3.0 §5.8).
//
// A program comes from source, from IL or from binaries, or from linking others. Building,
// compiling and linking share their checks; with pfn_notify they return at once, and the work goes
// to threads of the context. doc/architecture.md follows a build from here.

#include "core/build/program.h"

#include <algorithm>

#include "api/adapter.h"
#include "api/entry_points.h"
#include "core/devices/platform.h"

using namespace cl;

namespace {

/// pfn_notify of builds, and of clSetProgramReleaseCallback.
using Notify = void(CL_CALLBACK *)(cl_program, void *);

/// Null options are empty ones.
std::string_view optionsOf(const char *options) {
  return options ? options : "";
}

/// Checks the device list and the notification of a build, compile or link. CL 3.0 §5.8.4:
/// CL_INVALID_VALUE for user data without a function.
Result<std::vector<Device *>> buildDevices(cl_uint count, const cl_device_id *devices,
                                           Notify notify, void *user) {
  if (!notify && user) {
    return Error{CL_INVALID_VALUE};
  }
  return api::optionalObjectsOf<Device>(count, devices);
}

/// Collects the headers of clCompileProgram for a program of `context`. CL 3.0 §5.8.5:
/// CL_INVALID_VALUE for lists contradicting their count, CL_INVALID_CONTEXT for a header of another
/// context, CL_INVALID_OPERATION for one without source.
Result<std::vector<IncludedHeader>> headersOf(const Context &context, cl_uint count,
                                              const cl_program *programs, const char **names) {
  if ((count == 0 && (programs || names)) || (count != 0 && (!programs || !names))) {
    return Error{CL_INVALID_VALUE};
  }
  std::vector<IncludedHeader> headers;
  for (cl_uint i = 0; i < count; ++i) {
    auto program = fromHandle<Program>(programs[i]);
    if (!program) {
      return program.error();
    }
    if (&(*program)->context() != &context) {
      return Error{CL_INVALID_CONTEXT};
    }
    if (!(*program)->hasSource()) {
      return Error{CL_INVALID_OPERATION};
    }
    if (!names[i]) {
      return Error{CL_INVALID_VALUE};
    }
    headers.push_back({names[i], (*program)->source()});
  }
  return headers;
}

}  // namespace

/// CL 3.0 §5.8.1: the strings are copied; a length of 0 stands for a terminated string.
cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
                                                 const char **strings, const size_t *lengths,
                                                 cl_int *errcode_ret) {
  return api::createOn<Program, Context>(context, errcode_ret, [&](Context &object) {
    return Program::fromSource(object, count, strings, lengths);
  });
}

/// CL 3.0 §5.8.1 clCreateProgramWithBinary: CL_INVALID_VALUE for a missing list.
cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                 const cl_device_id *device_list,
                                                 const size_t *lengths,
                                                 const unsigned char **binaries,
                                                 cl_int *binary_status, cl_int *errcode_ret) {
  return api::createOn<Program, Context>(
      context, errcode_ret, [&](Context &object) -> Result<Ref<Program>> {
        if (num_devices == 0 || !device_list || !lengths || !binaries) {
          return Error{CL_INVALID_VALUE};
        }
        auto devices = api::objectsOf<Device>({device_list, num_devices});
        return devices ? Program::fromBinaries(object, *devices, lengths, binaries, binary_status)
                       : devices.error();
      });
}

/// CL 3.0 §5.8.1 clCreateProgramWithBuiltInKernels: CL_INVALID_VALUE, since no device has built-in
/// kernels; CL_INVALID_DEVICE for devices of another context.
cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                         const cl_device_id *device_list,
                                                         const char *kernel_names,
                                                         cl_int *errcode_ret) {
  return api::createOn<Program, Context>(
      context, errcode_ret, [&](Context &object) -> Result<Ref<Program>> {
        if (num_devices == 0 || !device_list || !kernel_names) {
          return Error{CL_INVALID_VALUE};
        }
        auto devices = api::objectsOf<Device>({device_list, num_devices});
        if (!devices) {
          return devices.error();
        }
        for (const Device *device : *devices) {
          if (!object.memberOf(*device)) {
            return Error{CL_INVALID_DEVICE};
          }
        }
        return Error{CL_INVALID_VALUE};  // no device has built-in kernels
      });
}

/// CL 3.0 §5.8.1: doc/opencl.md lists the accepted intermediate languages.
cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                             cl_int *errcode_ret) {
  return api::createOn<Program, Context>(context, errcode_ret, [&](Context &object) {
    return Program::fromIl(object, {static_cast<const std::byte *>(il), il ? length : 0});
  });
}

cl_int CL_API_CALL clRetainProgram(cl_program program) {
  return api::retain<Program>(program);
}

cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  return api::release<Program>(program);
}

/// CL 3.0 §5.8.4: compiles and links for some or all devices of the program.
cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices,
                                  const cl_device_id *device_list, const char *options,
                                  Notify pfn_notify, void *user_data) {
  return api::callOn<Program>(program, [&](Program &object) -> Status {
    auto devices = buildDevices(num_devices, device_list, pfn_notify, user_data);
    return devices ? object.build(*devices, optionsOf(options), {pfn_notify, user_data})
                   : Status(devices.error());
  });
}

/// CL 3.0 §5.8.5: compiles only; the result is an input of clLinkProgram.
cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices,
                                    const cl_device_id *device_list, const char *options,
                                    cl_uint num_input_headers, const cl_program *input_headers,
                                    const char **header_include_names, Notify pfn_notify,
                                    void *user_data) {
  return api::callOn<Program>(program, [&](Program &object) -> Status {
    auto devices = buildDevices(num_devices, device_list, pfn_notify, user_data);
    if (!devices) {
      return devices.error();
    }
    auto headers =
        headersOf(object.context(), num_input_headers, input_headers, header_include_names);
    return headers ? object.compile(*devices, optionsOf(options), std::move(*headers),
                                    {pfn_notify, user_data})
                   : Status(headers.error());
  });
}

/// CL 3.0 §5.8.5 clLinkProgram: CL_INVALID_VALUE for no input programs, CL_INVALID_CONTEXT for one
/// of another context: its code is of that context's devices. A failed link returns a program and
/// CL_LINK_PROGRAM_FAILURE, so that its log can be read.
cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices,
                                     const cl_device_id *device_list, const char *options,
                                     cl_uint num_input_programs, const cl_program *input_programs,
                                     Notify pfn_notify, void *user_data, cl_int *errcode_ret) {
  Status linked;
  cl_int error = CL_SUCCESS;
  cl_program program = api::createOn<Program, Context>(
      context, &error, [&](Context &object) -> Result<Ref<Program>> {
        auto devices = buildDevices(num_devices, device_list, pfn_notify, user_data);
        if (!devices) {
          return devices.error();
        }
        if (num_input_programs == 0 || !input_programs) {
          return Error{CL_INVALID_VALUE};
        }
        auto inputs = api::objectsOf<Program>({input_programs, num_input_programs});
        if (!inputs) {
          return inputs.error();
        }
        const auto isForeign = [&](const Program *input) { return &input->context() != &object; };
        if (std::ranges::any_of(*inputs, isForeign)) {
          return Error{CL_INVALID_CONTEXT};
        }
        auto made = Program::link(object, *devices, optionsOf(options), *inputs,
                                  {pfn_notify, user_data}, linked);
        // Linking that could not begin leaves no program; linking that failed leaves its log.
        const bool began = linked || linked.error().code == CL_LINK_PROGRAM_FAILURE;
        return began ? std::move(made) : Result<Ref<Program>>(linked.error());
      });
  api::setError(errcode_ret, error == CL_SUCCESS ? linked.error().code : error);
  return program;
}

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  // A hint; the compiler stays loaded.
  return api::callOn<Platform>(platform, [](Platform &) { return success(); });
}

cl_int CL_API_CALL clUnloadCompiler(void) {
  return CL_SUCCESS;
}

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name,
                                    size_t param_value_size, void *param_value,
                                    size_t *param_value_size_ret) {
  return api::callOn<Program>(program, [&](Program &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

/// CL 3.0 §5.8.9: status, options and log for one device.
cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                         cl_program_build_info param_name, size_t param_value_size,
                                         void *param_value, size_t *param_value_size_ret) {
  return api::callOn<Program>(program, [&](Program &object) -> Status {
    auto checked = fromHandle<Device>(device);
    return checked ? object.buildInfo(**checked, param_name,
                                      {param_value_size, param_value, param_value_size_ret})
                   : Status(checked.error());
  });
}

/// CL 3.0 §5.8.2 clSetProgramReleaseCallback: CL_INVALID_OPERATION, since no program has global
/// constructors or destructors.
cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program, Notify, void *) {
  return api::callOn<Program>(program,
                              [](Program &) -> Status { return Error{CL_INVALID_OPERATION}; });
}

/// CL 3.0 §5.8.3: a constant of SPIR-V, for later builds of the program.
cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id,
                                                      size_t spec_size, const void *spec_value) {
  return api::callOn<Program>(
      program, [&](Program &object) { return object.setConstant(spec_id, spec_size, spec_value); });
}

/// cl_intel_function_pointers: CL_INVALID_ARG_VALUE for null pointers. The device is checked first,
/// as in other drivers.
cl_int CL_API_CALL clGetDeviceFunctionPointerINTEL(cl_device_id device, cl_program program,
                                                   const char *func_name,
                                                   cl_ulong *function_pointer_ret) {
  return api::callOn<Device>(device, [&](Device &checked) -> Status {
    auto object = fromHandle<Program>(program);
    if (!object) {
      return object.error();
    }
    if (!func_name || !function_pointer_ret) {
      return Error{CL_INVALID_ARG_VALUE};
    }
    auto pointer = (*object)->functionPointer(checked, func_name);
    if (!pointer) {
      return pointer.error();
    }
    *function_pointer_ret = *pointer;
    return success();
  });
}
