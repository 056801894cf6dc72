// Executables, kernels and launches of the host device.
//
// mux::native::Code verifies and maps a binary. Here remains the decision if its target properties
// suit this CPU, and the recording of launches with host addresses.
#include "program.h"

#include "cpu.h"
#include "host/properties.h"
#include "objects.h"

namespace host {
namespace {

// Returns true if this CPU may run a binary: made for the host target, and for properties within
// the device's.
bool suits(const mux::ProgramMetadata &metadata, std::string_view deviceProperties) {
  if (metadata.target != targetName) {
    return false;
  }
  if (metadata.targetProperties == deviceProperties) {
    return true;
  }
  auto code = parseTargetProperties(metadata.targetProperties),
       device = parseTargetProperties(deviceProperties);
  return code && device && runsOn(*code, *device);
}

// Gives argument blocks the addresses of buffers at the time of recording: memory never moves.
class AddressResolver : public mux::ArgumentResolver {
 public:
  uint64_t bufferAddress(mux_buffer_t buffer) override {
    return reinterpret_cast<uint64_t>(address(buffer));
  }
  uint64_t memoryAddress(mux_memory_t memory) override {
    return reinterpret_cast<uint64_t>(static_cast<Memory *>(memory)->data);
  }
};

}  // namespace

// std::bad_alloc of the loader becomes mux_error_out_of_memory here.
mux_result_t createExecutable(mux_device_t device, const void *binary, uint64_t size,
                              mux_executable_t *executable) {
  Executable *object = nullptr;
  if (mux_result_t failed = createObject<Executable>(device, mux_kind_executable, &object)) {
    return failed;
  }
  mux_result_t result = mux_error_out_of_memory;
  try {
    result = object->code.load({static_cast<const std::byte *>(binary), size},
                               [&](const mux::ProgramMetadata &metadata) {
                                 return suits(metadata, device->info->target_properties);
                               });
  } catch (const std::bad_alloc &) {
  }
  if (result) {
    destroy(object);
    return result;
  }
  *executable = object;
  return mux_success;
}

// Unmaps the code with the object.
void destroyExecutable(mux_device_t, mux_executable_t executable) {
  destroy(static_cast<Executable *>(executable));
}

// The strings are part of the metadata, which the executable owns.
mux_result_t getPrintfString(mux_executable_t executable, uint32_t id, const char **text,
                             uint64_t *length) {
  return mux::findPrintfString(static_cast<Executable *>(executable)->code.metadata(), id, text,
                               length);
}

// Kernel i of the metadata is entry i of the kernel table.
mux_result_t createKernel(mux_device_t device, mux_executable_t executable, const char *name,
                          mux_kernel_t *kernel) {
  if (deviceOf(device).scheduler->isLost()) {
    return mux_error_device_lost;
  }
  const mux::native::Code &code = static_cast<Executable *>(executable)->code;
  const mux::KernelRecord *record = mux::findKernel(code.metadata(), name);
  if (!record) {
    return mux_error_missing_kernel;
  }
  Kernel *object = nullptr;
  if (mux_result_t result = createObject<Kernel>(device, mux_kind_kernel, &object)) {
    return result;
  }
  object->descriptor = &record->descriptor;
  object->name = record->name.c_str();
  object->entry = reinterpret_cast<mux_entry_point_t>(
      code.entry(static_cast<size_t>(record - code.metadata().kernels.data())));
  *kernel = object;
  return mux_success;
}

void destroyKernel(mux_device_t, mux_kernel_t kernel) {
  destroy(static_cast<Kernel *>(kernel));
}

mux_result_t createCommandBuffer(mux_device_t device, mux_command_buffer_t *commandBuffer) {
  return createObject<CommandBuffer>(device, mux_kind_command_buffer, commandBuffer,
                                     device->allocator);
}

void destroyCommandBuffer(mux_device_t, mux_command_buffer_t commandBuffer) {
  destroy(static_cast<CommandBuffer *>(commandBuffer));
}

// Packs the arguments at once, so the caller's arrays need not outlive the call.
mux_result_t commandNDRange(mux_command_buffer_t commandBuffer, mux_kernel_t kernel,
                            const mux_ndrange_t *ndrange) {
  AddressResolver resolver;
  return mux::recordRange(static_cast<CommandBuffer *>(commandBuffer)->commands, kernel, *ndrange,
                          deviceOf(kernel->object).limits, resolver);
}

}  // namespace host
