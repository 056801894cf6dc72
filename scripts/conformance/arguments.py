"""Chooses valid arguments for an entry point: by type, by the parameter's name, or by a hint for one function."""

import ctypes

from objects import MEMORY, SOURCE

# A function of C without effects, for parameters with callbacks.
HARMLESS = ctypes.cast(ctypes.CDLL(None).abs, ctypes.c_void_p).value

# Arguments by the name of the parameter: functions of the objects and of the registry's values.
BY_NAME = {
    "region": lambda on: on.words(1, 1, 1), "global_work_size": lambda on: on.words(1, 1, 1),
    "local_work_size": lambda on: on.words(1, 1, 1), "work_dim": lambda on: 1, "size": lambda on: 4, "cb": lambda on: 4,
    "param_value_size": lambda on: MEMORY, "input_value_size": lambda on: 8, "pattern_size": lambda on: 4,
    "host_ptr": lambda on: 0, "user_data": lambda on: 0, "image_width": lambda on: 4, "image_height": lambda on: 4,
    "image_depth": lambda on: 4, "pipe_packet_size": lambda on: 4, "pipe_max_packets": lambda on: 4,
    "arg_size": lambda on: 8, "arg_value": lambda on: on.words(on.get("cl_mem")), "lengths": lambda on: 0,
    "image_format": lambda on: on.image_format(), "image_desc": lambda on: on.image_description(),
    "kernel_name": lambda on: on.memory(b"k"), "options": lambda on: on.memory(), "il": lambda on: on.module(),
    "strings": lambda on: on.words(on.memory(SOURCE)), "svm_pointers": lambda on: on.words(on.get("svm")),
    "svm_pointer": lambda on: on.get("svm"), "svm_ptr": lambda on: on.get("svm"), "sizes": lambda on: 0,
    "event_wait_list": lambda on: 0, "sync_point_wait_list": lambda on: 0, "sema_payload_list": lambda on: 0,
    "num_entries": lambda on: 1, "spec_id": lambda on: 7,
    "spec_size": lambda on: 4, "image": lambda on: on.get("image"), "src_image": lambda on: on.get("image"),
    "dst_image": lambda on: on.fresh("image"), "dst_buffer": lambda on: on.fresh("cl_mem"),
    "pipe": lambda on: on.get("pipe"), "func_name": lambda on: on.memory(b"clIcdGetPlatformIDsKHR"),
    "dst_ptr": lambda on: on.memory(), "src_ptr": lambda on: on.memory(), "input_value": lambda on: on.memory(),
    "mutable_handle": lambda on: 0, "map_flags": lambda on: on.values["CL_MAP_READ"],
    "device_type": lambda on: on.values["CL_DEVICE_TYPE_ALL"],
}
# Arguments of single functions.
BY_FUNCTION = {
    ("clCreateSubDevices", "in_device"): lambda on: on.get("cl_device_id"),
    ("clCreateSubDevices", "properties"): lambda on: on.named("CL_DEVICE_PARTITION_EQUALLY", 1),
    ("clCreateSubDevices", "num_devices"): lambda on: 64,
    ("clCreateContextFromType", "properties"): lambda on: on.named("CL_CONTEXT_PLATFORM", on.driver.platform),
    ("clRetainDevice", "device"): lambda on: on.get("sub device"),
    ("clReleaseDevice", "device"): lambda on: on.get("sub device"),
    ("clSetDefaultDeviceCommandQueue", "command_queue"): lambda on: on.get("cl_command_queue"),
    ("clCreateSubBuffer", "buffer_create_type"): lambda on: on.values["CL_BUFFER_CREATE_TYPE_REGION"],
    ("clCreateSubBuffer", "buffer_create_info"): lambda on: on.words(0, 64),
    ("clEnqueueUnmapMemObject", "mapped_ptr"): lambda on: on.get("mapped"),
    ("clEnqueueMigrateMemObjects", "flags"): lambda on: on.values["CL_MIGRATE_MEM_OBJECT_HOST"],
    ("clGetSupportedImageFormats", "image_type"): lambda on: on.values["CL_MEM_OBJECT_IMAGE2D"],
    ("clGetImageRequirementsInfoEXT", "image_type"): lambda on: on.values["CL_MEM_OBJECT_IMAGE2D"],
    ("clGetImageInfo", "param_name"): lambda on: on.values["CL_IMAGE_WIDTH"],
    ("clCreateSampler", "normalized_coords"): lambda on: 0,
    ("clCreateProgramWithBinary", "lengths"): lambda on: on.words(on.binary()[0]),
    ("clCreateProgramWithBinary", "binaries"): lambda on: on.words(on.binary()[1]),
    ("clCreateProgramWithBuiltInKernels", "kernel_names"): lambda on: on.memory(b"none"),
    ("clCreateProgramWithIL", "length"): lambda on: 96,
    ("clCreateProgramWithILKHR", "length"): lambda on: 96,
    ("clSetProgramSpecializationConstant", "program"): lambda on: on.get("il program"),
    ("clSetProgramSpecializationConstant", "spec_value"): lambda on: on.memory(),
    ("clBuildProgram", "program"): lambda on: on.get("source"),
    ("clCompileProgram", "program"): lambda on: on.get("source"),
    ("clCompileProgram", "input_headers"): lambda on: on.words(on.fresh("source")),
    ("clCompileProgram", "header_include_names"): lambda on: on.words(on.memory(b"k.h")),
    ("clLinkProgram", "input_programs"): lambda on: on.words(on.get("compiled")),
    ("clBuildProgram", "pfn_notify"): lambda on: 0,
    ("clCompileProgram", "pfn_notify"): lambda on: 0,
    ("clLinkProgram", "pfn_notify"): lambda on: 0,
    ("clSetKernelExecInfo", "param_name"): lambda on: on.values["CL_KERNEL_EXEC_INFO_SVM_PTRS"],
    ("clSetKernelExecInfo", "param_value"): lambda on: on.words(on.get("svm")),
    ("clSetKernelExecInfo", "param_value_size"): lambda on: 8,
    ("clSetKernelArgSVMPointer", "arg_value"): lambda on: on.get("svm"),
    ("clSetKernelArgMemPointerINTEL", "arg_value"): lambda on: on.get("usm"),
    ("clGetKernelSubGroupInfo", "param_name"):
        lambda on: on.values["CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE"],
    ("clGetKernelSubGroupInfoKHR", "param_name"):
        lambda on: on.values["CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE"],
    ("clSetUserEventStatus", "event"): lambda on: on.get("user event"),
    ("clSetEventCallback", "command_exec_callback_type"): lambda on: 0,
    ("clCreateSemaphoreWithPropertiesKHR", "sema_props"):
        lambda on: on.named("CL_SEMAPHORE_TYPE_KHR", on.values["CL_SEMAPHORE_TYPE_BINARY_KHR"]),
    ("clEnqueueAcquireExternalMemObjectsKHR", "mem_objects"): lambda on: on.words(on.get("external")),
    ("clEnqueueReleaseExternalMemObjectsKHR", "mem_objects"): lambda on: on.words(on.get("external")),
    ("clGetMemAllocInfoINTEL", "param_name"): lambda on: on.values["CL_MEM_ALLOC_TYPE_INTEL"],
    ("clCommandNDRangeKernelKHR", "mutable_handle"): lambda on: on.memory(),
    ("clEnqueueNativeKernel", "args"): lambda on: on.get("arguments"),
    ("clEnqueueNativeKernel", "cb_args"): lambda on: 8,
    ("clEnqueueNativeKernel", "args_mem_loc"): lambda on: on.words(on.get("arguments")),
    ("clEnqueueSVMFree", "pfn_free_func"): lambda on: HARMLESS,
    ("clMemFreeINTEL", "ptr"): lambda on: on.get("usm"),
    ("clMemBlockingFreeINTEL", "ptr"): lambda on: on.get("usm"),
    ("clGetMemAllocInfoINTEL", "ptr"): lambda on: on.get("usm"),
    ("clEnqueueMigrateMemINTEL", "ptr"): lambda on: on.get("usm"),
    ("clEnqueueMemAdviseINTEL", "ptr"): lambda on: on.get("usm"),
    ("clGetSVMPointerInfoKHR", "ptr"): lambda on: on.get("svm"),
    ("clSVMFreeWithPropertiesKHR", "ptr"): lambda on: 0,
    ("clEnqueueCommandBufferKHR", "command_buffer"): lambda on: on.get("recorded"),
    ("clEnqueueCommandBufferKHR", "queues"): lambda on: on.words(on.get("cl_command_queue")),
    ("clRemapCommandBufferKHR", "command_buffer"): lambda on: on.get("recorded"),
    ("clUpdateMutableCommandsKHR", "command_buffer"): lambda on: on.get("recorded"),
    ("clUpdateMutableCommandsKHR", "num_configs"): lambda on: 0,
    ("clUpdateMutableCommandsKHR", "config_types"): lambda on: 0,
    ("clUpdateMutableCommandsKHR", "configs"): lambda on: 0,
    ("clGetSemaphoreHandleForTypeKHR", "sema_object"): lambda on: on.get("exported semaphore"),
    ("clGetSemaphoreHandleForTypeKHR", "handle_type"): lambda on: on.values["CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR"],
    ("clGetSemaphoreHandleForTypeKHR", "handle_size"): lambda on: 4,
    ("clEnqueueSignalSemaphoresKHR", "sema_objects"): lambda on: on.words(on.get("new semaphore")),
}


def lengths(command):
    """Pairs of a list and the parameter before it with its length."""
    pairs, counter = {}, None
    for parameter in command.parameters:
        if not parameter.stars and (parameter.name.startswith("num_") or parameter.name == "count"):
            counter = parameter.name
        elif parameter.stars and counter and counter not in pairs.values():
            pairs[parameter.name] = counter
        elif not parameter.stars:
            counter = None
    return pairs


class Baseline:
    """The arguments of a successful call of `command`."""

    def __init__(self, registry, command, objects):
        self.registry, self.command, self.objects = registry, command, objects
        self.values = {each.name: self._value(each) for each in command.parameters}
        for listed, counter in lengths(command).items():
            hinted = (command.name, counter) in BY_FUNCTION or counter in BY_NAME
            if not hinted:
                self.values[counter] = int(self.values[listed] != 0)

    def _value(self, parameter):
        hint = BY_FUNCTION.get((self.command.name, parameter.name)) or BY_NAME.get(parameter.name)
        if hint:
            return hint(self.objects)
        return HARMLESS if parameter.callback else self._of_type(parameter)

    def _of_type(self, parameter):
        if parameter.type in self.registry.handles and parameter.stars == 0:
            return self.objects.get(parameter.type)
        if parameter.type in self.registry.handles and parameter.constant:
            return self.objects.words(self.objects.get(parameter.type))
        if parameter.stars:
            return 0 if self.registry.is_properties(parameter.type) else self.objects.memory()
        if self.registry.is_enumeration(parameter.type):
            return self.registry.values[next(iter(self.registry.enumerators(parameter.type)), "CL_SUCCESS")]
        return 1 if parameter.type == "cl_bool" else 0
