// Executables and kernels: a binary is verified here, whatever the HAL does with it then.
#include <algorithm>
#include <new>
#include <string_view>

#include "objects.h"
#include "program_format.h"
#include "tables.h"

namespace hal {
namespace {

bool suits(const mux::BinaryNote &note, const Facts &facts) {
  const Description &description = *facts.description;
  if (note.target != description.name) {
    return false;
  }
  const char *device = facts.info->compiler_facts;
  return note.compilerFacts == device ||
         (description.suits && description.suits(note.compilerFacts.c_str(), device));
}

mux_result_t load(Device &device, std::span<const std::byte> binary, Executable &executable) {
  std::string error;
  auto image = mux::elf::verify(binary, machineOf(*device.facts.info), &error);
  if (!image || !suits(image->note, device.facts)) {
    return mux_error_invalid_binary;
  }
  executable.note = std::move(image->note);
  return device.connection->call(&hal_t::load_program, static_cast<const void *>(binary.data()),
                                 uint64_t{binary.size()}, &executable.program);
}

}  // namespace

mux_result_t createExecutable(mux_device_t device, const void *binary, uint64_t size,
                              mux_executable_t *executable) {
  if (deviceOf(device).connection->isLost()) {
    return mux_error_device_lost;
  }
  auto *object = create<Executable>(device, mux_kind_executable);
  if (!object) {
    return mux_error_out_of_memory;
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
  const auto &strings = static_cast<Executable *>(executable)->note.strings;
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
  Connection &connection = *deviceOf(device).connection;
  if (connection.isLost()) {
    return mux_error_device_lost;
  }
  const auto &from = *static_cast<Executable *>(executable);
  auto record = std::ranges::find(from.note.kernels, name, &mux::KernelRecord::name);
  if (record == from.note.kernels.end()) {
    return mux_error_missing_kernel;
  }
  auto *object = create<Kernel>(device, mux_kind_kernel);
  if (!object) {
    return mux_error_out_of_memory;
  }
  const auto index = static_cast<uint32_t>(record - from.note.kernels.begin());
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

}  // namespace hal
