// Executables and kernels: this file verifies each binary, whatever the HAL does with it later.
//
// The check is here because a HAL is written by a vendor once per device. One verifier for all of
// them is tested and fuzzed; a device with a memory of its own cannot afford to run unchecked code.
#include <new>
#include <string_view>

#include "objects.h"
#include "program_format.h"
#include "tables.h"

namespace hal {
namespace {

// Returns true if the device may run a binary with this metadata: made for this target, and for the
// same target properties or ones that the description accepts.
bool suits(const mux::ProgramMetadata &metadata, const DeviceProperties &properties) {
  const Description &description = *properties.description;
  if (metadata.target != description.name) {
    return false;
  }
  const char *device = properties.info->target_properties;
  return metadata.targetProperties == device ||
         (description.suits && description.suits(metadata.targetProperties.c_str(), device));
}

// Verifies `binary`, moves its metadata into `executable`, and loads it. May throw std::bad_alloc.
mux_result_t load(Device &device, std::span<const std::byte> binary, Executable &executable) {
  auto image = mux::elf::verify(binary, machineOf(*device.properties.info));
  if (!image || !suits(image->metadata, device.properties)) {
    return mux_error_invalid_binary;
  }
  executable.metadata = std::move(image->metadata);
  return device.connection->call(&hal_t::load_program, static_cast<const void *>(binary.data()),
                                 uint64_t{binary.size()}, &executable.program);
}

}  // namespace

mux_result_t createExecutable(mux_device_t device, const void *binary, uint64_t size,
                              mux_executable_t *executable) {
  Executable *object = nullptr;
  if (mux_result_t failed = createObject<Executable>(device, mux_kind_executable, &object)) {
    return failed;
  }
  mux_result_t result = mux_error_out_of_memory;
  try {
    result = load(deviceOf(device), {static_cast<const std::byte *>(binary), size}, *object);
  } catch (const std::bad_alloc &) {
  }
  if (result != mux_success) {
    destroy(object);
    return result;
  }
  *executable = object;
  return mux_success;
}

void destroyExecutable(mux_device_t device, mux_executable_t executable) {
  auto *object = static_cast<Executable *>(executable);
  deviceOf(device).connection->release(&hal_t::unload_program, object->program);
  destroy(object);
}

mux_result_t getPrintfString(mux_executable_t executable, uint32_t id, const char **text,
                             uint64_t *length) {
  return mux::findPrintfString(static_cast<Executable *>(executable)->metadata, id, text, length);
}

// Kernel i of the metadata is entry i of the kernel table, so the record's index finds the entry.
mux_result_t createKernel(mux_device_t device, mux_executable_t executable, const char *name,
                          mux_kernel_t *kernel) {
  const auto &from = *static_cast<Executable *>(executable);
  if (deviceOf(device).isLost()) {
    return mux_error_device_lost;
  }
  const mux::KernelRecord *record = mux::findKernel(from.metadata, name);
  if (!record) {
    return mux_error_missing_kernel;
  }
  Kernel *object = nullptr;
  if (mux_result_t result = createObject<Kernel>(device, mux_kind_kernel, &object)) {
    return result;
  }
  const auto index = static_cast<uint32_t>(record - from.metadata.kernels.data());
  Connection &connection = *deviceOf(device).connection;
  if (mux_result_t result =
          connection.call(&hal_t::find_kernel, from.program, index, &object->kernel)) {
    destroy(object);
    return result;
  }
  object->descriptor = &record->descriptor;
  *kernel = object;
  return mux_success;
}

void destroyKernel(mux_device_t, mux_kernel_t kernel) {
  destroy(static_cast<Kernel *>(kernel));
}

}  // namespace hal
