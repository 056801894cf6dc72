// Devices: validation of mux/device.h and of the device clock.
//
// A device info comes from a target, perhaps from another version of this library. So the version
// and the table are checked before anything of the table is called.
#include <cstring>

#include "call_log.h"
#include "mux/mux.h"
#include "validate.h"

namespace {

using namespace mux;

// Returns true if a table has no null entry. A table is nothing but function pointers, so it is
// looked at as an array. An entry that a device does not support still needs a function: it returns
// mux_error_unsupported.
bool isComplete(const mux_device_table_t &table) {
  constexpr size_t count = sizeof table / sizeof(void *);
  static_assert(sizeof table % sizeof(void *) == 0);
  void *entries[count];
  std::memcpy(entries, &table, sizeof table);
  for (void *entry : entries) {
    if (!entry) {
      return false;
    }
  }
  return true;
}

// mux_error_unsupported: another major version, or a table with holes. A crash in the middle of a
// program would be the alternative.
mux_result_t checkInfo(mux_device_info_t info) {
  if (!info) {
    return mux_error_invalid_handle;
  }
  const bool isUsable =
      info->interface_version >> 16 == MUX_VERSION >> 16 && info->table && isComplete(*info->table);
  return isUsable ? mux_success : mux_error_unsupported;
}

// A null info comes before a null place, so the order of errors is that of all other functions.
mux_result_t getDomains(mux_device_info_t info, const mux_domain_info_t **domains,
                        uint32_t *count) {
  if (info && (!domains || !count)) {
    return mux_error_null_out_parameter;
  }
  const mux_result_t result = checkInfo(info);
  return result != mux_success ? result : info->table->get_domains(info, domains, count);
}

// mux_error_invalid_value: an allocator with one function only.
mux_result_t createDevice(mux_device_info_t info, const mux_allocator_t *allocator,
                          mux_device_t *device) {
  if (info && !device) {
    return mux_error_null_out_parameter;
  }
  if (const mux_result_t result = checkInfo(info); result != mux_success) {
    return result;
  }
  if (allocator && (!allocator->allocate || !allocator->release)) {
    return mux_error_invalid_value;
  }
  return info->table->create_device(info, allocator, device);
}

// Any device has a clock; its times are nanoseconds.
mux_result_t getDeviceTime(mux_device_t device, uint64_t *nanoseconds) {
  const mux_result_t result = checkCreate(device, nanoseconds);
  return result != mux_success ? result : tableOf(device).get_device_time(device, nanoseconds);
}

}  // namespace

extern "C" {

mux_result_t muxGetDomains(mux_device_info_t info, const mux_domain_info_t **domains,
                           uint32_t *count) {
  return call_log::record("muxGetDomains", getDomains(info, domains, count), info,
                          call_log::out(domains), call_log::out(count));
}

mux_result_t muxCreateDevice(mux_device_info_t info, const mux_allocator_t *allocator,
                             mux_device_t *device) {
  return call_log::record("muxCreateDevice", createDevice(info, allocator, device), info, allocator,
                          call_log::out(device));
}

void muxDestroyDevice(mux_device_t device) {
  call_log::recordVoid("muxDestroyDevice", device);
  if (isLive(device)) {
    tableOf(device).destroy_device(device);
  }
}

mux_result_t muxGetDeviceTime(mux_device_t device, uint64_t *nanoseconds) {
  return call_log::record("muxGetDeviceTime", getDeviceTime(device, nanoseconds), device,
                          call_log::out(nanoseconds));
}

}  // extern "C"
