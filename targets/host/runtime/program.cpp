#include "program.h"

#include <algorithm>
#include <cstring>

#include "cpu.h"
#include "host/facts.h"
#include "objects.h"

namespace host {
namespace {

bool suits(const mux::BinaryNote &note, std::string_view deviceFacts) {
  if (note.target != targetName) {
    return false;
  }
  if (note.compilerFacts == deviceFacts) {
    return true;
  }
  auto code = parseFacts(note.compilerFacts), device = parseFacts(deviceFacts);
  return code && device && runsOn(*code, *device);
}

class AddressResolver : public mux::ArgumentResolver {
 public:
  uint64_t bufferAddress(mux_buffer_t buffer) override {
    return reinterpret_cast<uint64_t>(address(buffer));
  }
};

}  // namespace

mux_result_t createExecutable(mux_device_t device, const void *binary, uint64_t size,
                              mux_executable_t *executable) {
  if (deviceOf(device).scheduler->isLost()) {
    return mux_error_device_lost;
  }
  auto *object = create<Executable>(device, mux_kind_executable);
  if (!object) {
    return mux_error_out_of_memory;
  }
  mux_result_t result = mux_error_out_of_memory;
  try {
    result = object->code.load(
        {static_cast<const std::byte *>(binary), size},
        [&](const mux::BinaryNote &note) { return suits(note, device->info->compiler_facts); });
  } catch (const std::bad_alloc &) {
  }
  if (result) {
    destroy(object);
    return result;
  }
  *executable = object;
  return mux_success;
}

void destroyExecutable(mux_device_t, mux_executable_t executable) {
  destroy(static_cast<Executable *>(executable));
}

mux_result_t getPrintfString(mux_executable_t executable, uint32_t id, const char **text,
                             uint64_t *length) {
  const auto &strings = static_cast<Executable *>(executable)->code.note().strings;
  if (id >= strings.size()) {
    return mux_error_invalid_value;
  }
  *text = strings[id].c_str();
  if (length) {
    *length = strings[id].size();
  }
  return mux_success;
}

mux_result_t createKernel(mux_device_t device, mux_executable_t executable, const char *name,
                          mux_kernel_t *kernel) {
  if (deviceOf(device).scheduler->isLost()) {
    return mux_error_device_lost;
  }
  const mux::native::Code &code = static_cast<Executable *>(executable)->code;
  const auto &records = code.note().kernels;
  auto record = std::ranges::find(records, name, &mux::KernelRecord::name);
  if (record == records.end()) {
    return mux_error_missing_kernel;
  }
  auto *object = create<Kernel>(device, mux_kind_kernel);
  if (!object) {
    return mux_error_out_of_memory;
  }
  object->descriptor = &record->descriptor;
  object->entry = reinterpret_cast<mux_entry_point_t>(
      code.entry(static_cast<size_t>(record - records.begin())));
  *kernel = object;
  return mux_success;
}

void destroyKernel(mux_device_t, mux_kernel_t kernel) {
  destroy(static_cast<Kernel *>(kernel));
}

mux_result_t queryMaxWorkGroupSize(mux_kernel_t kernel, uint64_t dynamicLocalBytes,
                                   uint64_t *workItems) {
  return mux::queryMaxWorkGroupSize(*kernel->descriptor, deviceOf(kernel->object).limits,
                                    dynamicLocalBytes, workItems);
}

mux_result_t queryLocalSize(mux_kernel_t kernel, uint32_t dimensions, const uint64_t globalSize[3],
                            uint64_t dynamicLocalBytes, uint64_t localSize[3]) {
  const Device &device = deviceOf(kernel->object);
  return mux::queryLocalSize(*kernel->descriptor, device.limits, device.info->compute_units,
                             dimensions, globalSize, dynamicLocalBytes, localSize);
}

mux_result_t createCommandBuffer(mux_device_t device, mux_command_buffer_t *commandBuffer) {
  if (deviceOf(device).scheduler->isLost()) {
    return mux_error_device_lost;
  }
  auto *object = create<CommandBuffer>(device, mux_kind_command_buffer, device->allocator);
  if (!object) {
    return mux_error_out_of_memory;
  }
  *commandBuffer = object;
  return mux_success;
}

void destroyCommandBuffer(mux_device_t, mux_command_buffer_t commandBuffer) {
  destroy(static_cast<CommandBuffer *>(commandBuffer));
}

mux_result_t finalizeCommandBuffer(mux_command_buffer_t) {
  return mux_success;
}

mux_result_t resetCommandBuffer(mux_command_buffer_t commandBuffer) {
  static_cast<CommandBuffer *>(commandBuffer)->commands.clear();
  return mux_success;
}

mux_result_t commandNDRange(mux_command_buffer_t commandBuffer, mux_kernel_t kernel,
                            const mux_ndrange_t *ndrange) {
  AddressResolver resolver;
  return mux::recordRange(static_cast<CommandBuffer *>(commandBuffer)->commands, kernel, *ndrange,
                          deviceOf(kernel->object).limits, resolver);
}

}  // namespace host
