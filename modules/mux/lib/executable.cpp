// Executables: validation of mux/executable.h. The bytes of a binary are the target's to verify.
#include "mux/executable.h"

#include "call_log.h"
#include "validate.h"

namespace {

using namespace mux;

// An empty binary is refused here, so a target may read the first byte. The bytes need not be
// aligned, and belong to the caller again after the call.
mux_result_t createExecutable(mux_device_t device, const void *binary, uint64_t size,
                              mux_executable_t *executable) {
  if (const mux_result_t result = checkCreate(device, executable); result != mux_success) {
    return result;
  }
  if (!binary) {
    return mux_error_invalid_value;
  }
  if (size == 0) {
    return mux_error_invalid_binary;
  }
  return tableOf(device).create_executable(device, binary, size, executable);
}

// `length` may be null, `text` may not.
mux_result_t getPrintfString(mux_executable_t executable, uint32_t id, const char **text,
                             uint64_t *length) {
  if (!isLive(executable)) {
    return mux_error_invalid_handle;
  }
  if (!text) {
    return mux_error_null_out_parameter;
  }
  return tableOf(executable).get_printf_string(executable, id, text, length);
}

}  // namespace

extern "C" {

mux_result_t muxCreateExecutable(mux_device_t device, const void *binary, uint64_t size,
                                 mux_executable_t *executable) {
  return call_log::record("muxCreateExecutable", createExecutable(device, binary, size, executable),
                          device, binary, size, call_log::out(executable));
}

void muxDestroyExecutable(mux_device_t device, mux_executable_t executable) {
  call_log::recordVoid("muxDestroyExecutable", device, executable);
  if (isLive(device) && belongsTo(executable, device)) {
    tableOf(device).destroy_executable(device, executable);
  }
}

mux_result_t muxGetPrintfString(mux_executable_t executable, uint32_t id, const char **text,
                                uint64_t *length) {
  return call_log::record("muxGetPrintfString", getPrintfString(executable, id, text, length),
                          executable, id, call_log::out(text), length);
}

}  // extern "C"
