// Implements devices: opening at most once per process, types, and affinity domains.
//
// The open instance is a weak pointer in the Device. Its destructor clears the pointer under the
// lock, unless another instance is there by now. Device::open() may meet an instance on its way to
// destruction: tryRetain() fails then, and a new one is opened beside it.
#include "core/devices/device.h"

#include <algorithm>
#include <cstdio>

#include "core/base/name_list.h"
#include "core/devices/platform.h"
#include "core/devices/sub_device.h"
#include "core/process/process.h"
#include "mux/target_support/sub_groups.h"
#include "support/environment.h"

namespace cl {

OpenDevice::~OpenDevice() {
  {
    std::lock_guard guard(*device_.openMutex_);
    if (device_.open_ == this) {
      device_.open_ = nullptr;
    }
  }
  muxDestroyDevice(mux_);
}

namespace {

/// Returns the device's own type. A mux device of unknown type is a custom device.
cl_device_type ownType(const mux_device_info_s &info) {
  switch (info.type) {
    case mux_device_type_cpu:
      return CL_DEVICE_TYPE_CPU;
    case mux_device_type_gpu:
      return CL_DEVICE_TYPE_GPU;
    case mux_device_type_accelerator:
      return CL_DEVICE_TYPE_ACCELERATOR;
    case mux_device_type_custom:
      break;
  }
  return CL_DEVICE_TYPE_CUSTOM;
}

/// Returns the type that KILN_DEVICE_TYPE names, or the device's own without it. Another word is
/// reported on standard error and ignored.
cl_device_type reportedType(const mux_device_info_s &info) {
  const std::string &name = support::environment().deviceType;
  if (name == "cpu") {
    return CL_DEVICE_TYPE_CPU;
  }
  if (name == "gpu") {
    return CL_DEVICE_TYPE_GPU;
  }
  if (name == "accelerator") {
    return CL_DEVICE_TYPE_ACCELERATOR;
  }
  if (!name.empty()) {
    std::fprintf(stderr, "kiln: KILN_DEVICE_TYPE: '%s' is not cpu, gpu or accelerator: ignored\n",
                 name.c_str());
  }
  return ownType(info);
}

}  // namespace

void Device::initialize(Platform &platform, mux_device_info_t info, std::mutex &openMutex) {
  kind = Kind::device;
  platform_ = &platform;
  info_ = info;
  type_ = reportedType(*info);
  openMutex_ = &openMutex;
  units_ = {0, info->compute_units};
  const bool hasSubGroups = containsWord(info->kernel_features, "__opencl_c_subgroups");
  subGroupSize_ = hasSubGroups ? mux::subGroupSize(info->native_vector_width_bits) : 0;
}

Device &Device::root() {
  return sub_ ? sub_->parent().root() : *this;
}

bool Device::contains(const Device &device) const {
  const Device *each = &device;
  while (each != this && each->sub_) {
    each = &each->sub_->parent();
  }
  return each == this;
}

std::span<const mux_domain_info_t> Device::domains() const {
  const mux_domain_info_t *domains = nullptr;
  uint32_t count = 0;
  const bool hasThem =
      info_->has_unit_queues && muxGetDomains(info_, &domains, &count) == mux_success;
  return hasThem ? std::span(domains, count) : std::span<const mux_domain_info_t>();
}

bool Device::matches(cl_device_type wanted) const {
  if (wanted == CL_DEVICE_TYPE_ALL) {
    return type() != CL_DEVICE_TYPE_CUSTOM;
  }
  const bool isDefault = this == &platform_->devices().front();
  return (wanted & type()) != 0 || ((wanted & CL_DEVICE_TYPE_DEFAULT) != 0 && isDefault);
}

/// Tells if new contexts may use the instance. The caller holds the lock that keeps it open.
bool OpenDevice::isUsable() const {
  uint64_t now;
  return generation_ == forkGeneration() && muxGetDeviceTime(mux_, &now) == mux_success;
}

/// CL 3.0 §4.4 clCreateContext: CL_OUT_OF_RESOURCES if the device cannot be opened.
Result<Ref<OpenDevice>> Device::open() {
  if (sub_) {
    return root().open();
  }
  std::lock_guard guard(*openMutex_);
  if (open_ && open_->isUsable() && open_->tryRetain()) {
    return Ref<OpenDevice>::adopt(open_);
  }
  mux_device_t mux = nullptr;
  if (auto result = muxCreateDevice(info_, nullptr, &mux); result != mux_success) {
    return Error{toClError(result, CL_OUT_OF_RESOURCES)};
  }
  auto opened = make<OpenDevice>(*this, info_, mux, forkGeneration());
  open_ = opened.get();
  return opened;
}

}  // namespace cl
