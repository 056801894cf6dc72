"""Makes valid OpenCL objects: the baseline of the wrong calls of errors.py."""

import ctypes
import os
import struct

SOURCE = b"kernel void k(global int *p) { *p = 1; }"
MEMORY = 4096
# A SPIR-V module with the specialization constant 7 of type int, and no function.
CONSTANT = [0x07230203, 0x00010000, 0, 4, 0, 0x00020011, 6, 0x00020011, 4, 0x0003000E, 2, 2, 0x00040047, 2, 1, 7,
            0x00040015, 1, 32, 0, 0x00040032, 1, 2, 3]
RELEASE = {"cl_context": "clReleaseContext", "cl_command_queue": "clReleaseCommandQueue", "cl_mem": "clReleaseMemObject",
           "image": "clReleaseMemObject", "pipe": "clReleaseMemObject", "cl_program": "clReleaseProgram",
           "cl_kernel": "clReleaseKernel", "cl_event": "clReleaseEvent", "cl_sampler": "clReleaseSampler",
           "cl_command_buffer_khr": "clReleaseCommandBufferKHR", "cl_semaphore_khr": "clReleaseSemaphoreKHR"}
# Memory of all calls of this process: commands may still use it after a call.
KEPT = []


class Objects:
    """Objects of one context, each made when it is first asked for, and memory for arguments."""

    def __init__(self, driver, values):
        self.driver = driver
        self.values = values
        self.made = {"cl_platform_id": driver.platform}

    def get(self, kind):
        if kind not in self.made:
            self.made[kind] = self.fresh(kind)
        return self.made[kind]

    def fresh(self, kind):
        """Another object; `kind` is a type of handle or a name like "image"."""
        return getattr(self, "_" + kind.removeprefix("cl_").replace(" ", "_"))()

    def stale(self, kind):
        """A handle after its release; None where there is none."""
        if kind == "cl_mutable_command_khr":
            buffer = self._recorded()
            command = self.recorded_command
            self.driver.succeed("clReleaseCommandBufferKHR", buffer)
            return command
        if kind not in RELEASE:
            return None
        handle = self.fresh(kind)
        self.driver.succeed(RELEASE[kind], handle)
        return handle

    def memory(self, content=b"", size=MEMORY):
        """The address of writable memory, zeros behind `content`."""
        KEPT.append(ctypes.create_string_buffer(content, max(size, len(content) + 1)))
        return ctypes.addressof(KEPT[-1])

    def words(self, *values):
        """An array of size_t or of handles."""
        return self.memory(struct.pack(f"{len(values)}Q", *values))

    def named(self, *properties):
        """A list of properties, with its 0 at the end; names stand for the registry's values."""
        return self.words(*[self.values.get(each, each) for each in properties], 0)

    def _device_id(self):
        device = self.memory()
        self.driver.succeed("clGetDeviceIDs", self.driver.platform, self.values["CL_DEVICE_TYPE_ALL"], 1, device, 0)
        return ctypes.c_uint64.from_address(device).value

    def _sub_device(self):
        devices = self.memory()
        units = self.named("CL_DEVICE_PARTITION_EQUALLY", 1)
        self.driver.succeed("clCreateSubDevices", self.get("cl_device_id"), units, 64, devices, 0)
        return ctypes.c_uint64.from_address(devices).value

    def _context(self):
        return self.driver.create("clCreateContext", 0, 1, self.words(self.get("cl_device_id")), 0, 0)

    def _command_queue(self):
        return self.driver.create("clCreateCommandQueueWithProperties", self.get("cl_context"),
                                  self.get("cl_device_id"),
                                  self.named("CL_QUEUE_PROPERTIES", self.values["CL_QUEUE_PROFILING_ENABLE"]))

    def _mem(self):
        return self.driver.create("clCreateBuffer", self.get("cl_context"), 0, MEMORY, 0)

    def image_format(self):
        return self.memory(struct.pack("2I", self.values["CL_RGBA"], self.values["CL_UNORM_INT8"]))

    def image_description(self):
        """A 2D image of 4 by 4 pixels."""
        return self.memory(struct.pack("I4x7Q", self.values["CL_MEM_OBJECT_IMAGE2D"], 4, 4, *[0] * 5))

    def _image(self):
        return self.driver.create("clCreateImage", self.get("cl_context"), 0, self.image_format(),
                                  self.image_description(), 0)

    def _external(self):
        """A buffer over a file in memory."""
        file = os.memfd_create("kiln")
        os.ftruncate(file, MEMORY)
        return self.driver.create("clCreateBufferWithProperties", self.get("cl_context"),
                                  self.named("CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR", file), 0, MEMORY, 0)

    def _pipe(self):
        return self.driver.create("clCreatePipe", self.get("cl_context"), 0, 4, 4, 0)

    def _mapped(self):
        """The address of a mapped region of the buffer."""
        return self.driver.create("clEnqueueMapBuffer", self.get("cl_command_queue"), self.get("cl_mem"), 1,
                                  self.values["CL_MAP_READ"], 0, 64, 0, 0, 0)

    def _source(self):
        return self.driver.create("clCreateProgramWithSource", self.get("cl_context"), 1,
                                  self.words(self.memory(SOURCE)), 0)

    def _program(self):
        program = self._source()
        self.driver.succeed("clBuildProgram", program, 0, 0, self.memory(b"-cl-kernel-arg-info"), 0, 0)
        return program

    def _compiled(self):
        program = self._source()
        self.driver.succeed("clCompileProgram", program, 0, 0, 0, 0, 0, 0, 0, 0)
        return program

    def module(self):
        return self.memory(struct.pack(f"{len(CONSTANT)}I", *CONSTANT))

    def _il_program(self):
        return self.driver.create("clCreateProgramWithIL", self.get("cl_context"), self.module(), 4 * len(CONSTANT))

    def binary(self):
        """The size and the address of the program's binary."""
        size, data = self.memory(), self.memory(size=1 << 20)
        for name, answer in (("CL_PROGRAM_BINARY_SIZES", size), ("CL_PROGRAM_BINARIES", self.words(data))):
            self.driver.succeed("clGetProgramInfo", self.get("cl_program"), self.values[name], 8, answer, 0)
        return ctypes.c_uint64.from_address(size).value, data

    def _kernel(self):
        kernel = self.driver.create("clCreateKernel", self.get("cl_program"), self.memory(b"k"))
        self.driver.succeed("clSetKernelArg", kernel, 0, 8, self.words(self.get("cl_mem")))
        return kernel

    def _event(self):
        """A complete command."""
        event = self.memory()
        self.driver.succeed("clEnqueueMarkerWithWaitList", self.get("cl_command_queue"), 0, 0, event)
        self.driver.succeed("clFinish", self.get("cl_command_queue"))
        return ctypes.c_uint64.from_address(event).value

    def _user_event(self):
        return self.driver.create("clCreateUserEvent", self.get("cl_context"))

    def _sampler(self):
        return self.driver.create("clCreateSamplerWithProperties", self.get("cl_context"), 0)

    def _svm(self):
        return self.driver.call("clSVMAlloc", self.get("cl_context"), 1, MEMORY, 0, pointer=True)

    def _usm(self):
        # The kind that each device with the extension has.
        return self.driver.create("clDeviceMemAllocINTEL", self.get("cl_context"), self.get("cl_device_id"), 0, MEMORY, 0)

    def _command_buffer_khr(self):
        """A command buffer before its end."""
        return self.driver.create("clCreateCommandBufferKHR", 1, self.words(self.get("cl_command_queue")),
                                  self.named("CL_COMMAND_BUFFER_FLAGS_KHR",
                                             self.values["CL_COMMAND_BUFFER_MUTABLE_KHR"]))

    def _recorded(self):
        """A finalized command buffer with one mutable launch."""
        buffer, command = self._command_buffer_khr(), self.memory()
        self.driver.succeed("clCommandNDRangeKernelKHR", buffer, 0, 0, self.get("cl_kernel"), 1, 0, self.words(1), 0,
                            0, 0, 0, command)
        self.driver.succeed("clFinalizeCommandBufferKHR", buffer)
        self.recorded_command = ctypes.c_uint64.from_address(command).value
        return buffer

    def _mutable_command_khr(self):
        self.get("recorded")
        return self.recorded_command

    def _arguments(self):
        return self.memory()

    def _semaphore_khr(self):
        """A signalled binary semaphore."""
        semaphore = self._new_semaphore()
        self.driver.succeed("clEnqueueSignalSemaphoresKHR", self.get("cl_command_queue"), 1, self.words(semaphore), 0, 0,
                            0, 0)
        self.driver.succeed("clFinish", self.get("cl_command_queue"))
        return semaphore

    def _new_semaphore(self):
        return self.driver.create("clCreateSemaphoreWithPropertiesKHR", self.get("cl_context"),
                                  self.named("CL_SEMAPHORE_TYPE_KHR", self.values["CL_SEMAPHORE_TYPE_BINARY_KHR"]))

    def _exported_semaphore(self):
        """A semaphore with a file descriptor."""
        return self.driver.create("clCreateSemaphoreWithPropertiesKHR", self.get("cl_context"),
                                  self.named(
            "CL_SEMAPHORE_TYPE_KHR", self.values["CL_SEMAPHORE_TYPE_BINARY_KHR"],
            "CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR", self.values["CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR"], 0))


def number(address):
    """The cl_int at an address."""
    return ctypes.c_int32.from_address(address).value
