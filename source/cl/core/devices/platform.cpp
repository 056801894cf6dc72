#include "core/devices/platform.h"

#include <algorithm>
#include <cstdio>

#include "core/base/name_list.h"
#include "core/devices/extensions.h"
#include "core/process/compiler_loader.h"
#include "core/process/process.h"
#include "core/process/task_thread.h"
#include "support/environment.h"

namespace cl {

Platform &Platform::get() {
  static_assert(std::is_trivially_destructible_v<Platform>);
  static Platform platform;
  return platform;
}

DeviceSelection Platform::findDevices(std::string_view names) {
  std::array<mux_device_info_t, maxDevices> infos = {};
  uint32_t count = 0;
  if (muxGetDeviceInfos(maxDevices, infos.data(), &count) != mux_success) {
    count = 0;
  }
  const std::span found(infos.data(), std::min<size_t>(count, maxDevices));
  return selectDevices(found, names);
}

Platform::Platform() {
  kind = Kind::platform;
  const DeviceSelection found = findDevices(support::environment().devices);
  for (mux_device_info_t info : found.devices) {
    devices_[deviceCount_++].initialize(*this, info, mutex_);
  }
  if (!found.warning.empty()) {
    std::fprintf(stderr, "kiln: KILN_DEVICES: %s\n", found.warning.c_str());
  }
  watchForks({&mutex_, &CompilerLoader::mutex(), &TaskThread::listMutex()});
}

std::string Platform::extensions() const {
  std::string common = platformExtensions();
  const std::span all(devices_.data(), deviceCount_);
  const std::string first = all.empty() ? "" : extensionsOf(all.front().mux());
  for (auto name : splitWords(first)) {
    const bool everywhere = std::all_of(all.begin(), all.end(), [&](const Device &device) {
      return containsWord(extensionsOf(device.mux()), name);
    });
    if (everywhere) {
      common.append(" ").append(name);
    }
  }
  return common;
}

/// CL 3.0 §4.2 clGetDeviceIDs: CL_INVALID_DEVICE_TYPE, CL_INVALID_VALUE, CL_DEVICE_NOT_FOUND.
Status Platform::deviceIds(cl_device_type type, cl_uint capacity, cl_device_id *ids,
                           cl_uint *count) {
  constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                   CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                   CL_DEVICE_TYPE_CUSTOM;
  if (type != CL_DEVICE_TYPE_ALL && (type == 0 || (type & ~known) != 0)) {
    return Error{CL_INVALID_DEVICE_TYPE};
  }
  if ((capacity == 0 && ids) || (!ids && !count)) {
    return Error{CL_INVALID_VALUE};
  }
  cl_uint found = 0;
  for (Device &device : devices()) {
    if (!device.matches(type)) {
      continue;
    }
    if (ids && found < capacity) {
      ids[found] = device.handle();
    }
    ++found;
  }
  if (found == 0) {
    return Error{CL_DEVICE_NOT_FOUND};
  }
  if (count) {
    *count = found;
  }
  return success();
}

}  // namespace cl
