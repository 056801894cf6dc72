// Implements cl_khr_unified_svm: one table of capabilities, by type and mux_shared_memory_t bits.
//
// All answers derive from capabilitiesOf() for one device. The platform and a context have the
// intersection over their devices with the type, so that an application may rely on the answer with
// each of them.
#include "core/memory/unified_svm.h"

#include <algorithm>
#include <bit>

#include "core/base/property_list.h"
#include "core/devices/platform.h"

namespace cl {
namespace {

using Capabilities = cl_svm_capabilities_khr;

constexpr SvmType types[] = {SvmType::coarse, SvmType::fine,   SvmType::device,
                             SvmType::host,   SvmType::shared, SvmType::system};

constexpr Capabilities kernels =
    CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_DEVICE_READ_KHR |
    CL_SVM_CAPABILITY_DEVICE_WRITE_KHR | CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR |
    CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR;
constexpr Capabilities everybody =
    CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR | CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR;
constexpr Capabilities host = CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR;

/// Returns the capabilities of a device for memory of a type; 0 if it lacks the type.
Capabilities capabilitiesOf(const mux_device_info_s &info, SvmType type) {
  const uint32_t shared = info.shared_memory;
  const bool isFine = (shared & mux_shared_fine_grain_buffers) != 0;
  const Capabilities together =
      CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR |
      ((shared & mux_shared_atomics) ? CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR : 0);
  switch (type) {
    case SvmType::coarse:
      return shared ? kernels | everybody | CL_SVM_CAPABILITY_HOST_MAP_KHR : 0;
    case SvmType::fine:
      return isFine ? kernels | everybody | host | together | CL_SVM_CAPABILITY_HOST_MAP_KHR : 0;
    case SvmType::device:
      return shared ? kernels | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR : 0;
    case SvmType::host:
      return isFine ? kernels | everybody | host | together | CL_SVM_CAPABILITY_HOST_OWNED_KHR : 0;
    case SvmType::shared:
      return isFine ? kernels | host | together : 0;
    case SvmType::system:
      return (shared & mux_shared_system)
                 ? kernels | everybody | host | together | CL_SVM_CAPABILITY_HOST_MAP_KHR |
                       CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR
                 : 0;
  }
  return 0;
}

/// Intersects the capabilities of all devices with the type. `infoOf` gets the mux info of an
/// element.
template <class Devices, class InfoOf>
Capabilities common(const Devices &devices, SvmType type, InfoOf infoOf) {
  Capabilities all = 0;
  for (const auto &each : devices) {
    if (const Capabilities own = capabilitiesOf(infoOf(each), type); own != 0) {
      all = all == 0 ? own : all & own;
    }
  }
  return all;
}

/// Returns the capabilities common to the platform's devices with the type; 0 if none has it.
Capabilities capabilitiesOf(const Platform &platform, SvmType type) {
  return common(platform.devices(), type,
                [](const Device &device) -> auto & { return device.mux(); });
}

/// Returns the capabilities common to the context's devices with the type; 0 if none has it.
Capabilities capabilitiesOf(const Context &context, SvmType type) {
  return common(context.members(), type,
                [](const Context::Member &member) -> auto & { return member.device->mux(); });
}

/// Returns the platform of the context's devices; there is only one.
Platform &platformOf(const Context &context) {
  return context.members().front().device->platform();
}

/// Returns the platform's types in the order of their indices.
std::vector<SvmType> typesOf(const Platform &platform) {
  std::vector<SvmType> listed;
  std::ranges::copy_if(types, std::back_inserter(listed),
                       [&](SvmType type) { return capabilitiesOf(platform, type) != 0; });
  return listed;
}

/// Answers with one value for each type. cl_khr_unified_svm: CL_INVALID_VALUE without types.
template <class Subject>
Status writeTypes(const Platform &platform, const Subject &subject, const InfoWriter &out) {
  std::vector<Capabilities> answer;
  for (const SvmType type : typesOf(platform)) {
    answer.push_back(capabilitiesOf(subject, type));
  }
  // cl_khr_unified_svm: an unknown query where no type exists, so CL_INVALID_VALUE.
  return answer.empty() ? Status(Error{CL_INVALID_VALUE}) : out.array<Capabilities>(answer);
}

/// The parsed properties of an allocation.
struct Wish {
  std::shared_ptr<const PropertyList> properties;
  Device *device = nullptr;
  cl_uint alignment = 0;
};

/// cl_khr_unified_svm: CL_INVALID_PROPERTY.
Result<Wish> readWish(const Context &context, const cl_svm_alloc_properties_khr *list) {
  constexpr PropertyList::Known known[] = {{CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR},
                                           {CL_SVM_ALLOC_ACCESS_FLAGS_KHR},
                                           {CL_SVM_ALLOC_ALIGNMENT_KHR}};
  constexpr cl_svm_alloc_access_flags_khr accesses =
      CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR |
      CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR;
  auto properties = PropertyList::read(list, known);
  if (!properties) {
    return properties.error();
  }
  const auto access = properties->value(CL_SVM_ALLOC_ACCESS_FLAGS_KHR).value_or(0);
  const auto alignment = properties->value(CL_SVM_ALLOC_ALIGNMENT_KHR).value_or(0);
  if ((access & ~accesses) != 0 || alignment > SvmAllocations::largestType ||
      (alignment & (alignment - 1)) != 0) {
    return Error{CL_INVALID_PROPERTY};
  }
  Wish wish;
  wish.alignment = static_cast<cl_uint>(alignment);
  const auto handle = properties->value(CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR).value_or(0);
  if (handle != 0) {  // null is for no device
    auto devices = devicesOf(context, std::span(&handle, 1));
    if (!devices) {
      return Error{CL_INVALID_PROPERTY};
    }
    wish.device = devices->front();
  }
  wish.properties = std::make_shared<PropertyList>(std::move(*properties));
  return wish;
}

/// Returns the open device for memory of the type: the associated one, or the first one with the
/// type. cl_khr_unified_svm: CL_INVALID_OPERATION if none has it, CL_INVALID_DEVICE if the type
/// needs an associated device.
Result<size_t> placeFor(const Context &context, SvmType type, const Device *device) {
  const Capabilities all = capabilitiesOf(context, type);
  if (all == 0) {
    return Error{CL_INVALID_OPERATION};
  }
  if (!device && (all & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR) == 0) {
    return Error{CL_INVALID_DEVICE};
  }
  for (const Context::Member &member : context.members()) {
    if ((!device || member.device == device) && capabilitiesOf(member.device->mux(), type) != 0) {
      return member.index;
    }
  }
  return Error{CL_INVALID_OPERATION};
}

}  // namespace

/// cl_khr_unified_svm: CL_INVALID_VALUE for other queries.
Status unifiedSvmInfo(const Device &device, cl_device_info name, const InfoWriter &out) {
  return name == CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR
             ? writeTypes(device.platform(), device.mux(), out)
             : Status(Error{CL_INVALID_VALUE});
}

/// cl_khr_unified_svm: CL_INVALID_VALUE for other queries.
Status unifiedSvmInfo(const Platform &platform, cl_platform_info name, const InfoWriter &out) {
  return name == CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR ? writeTypes(platform, platform, out)
                                                       : Status(Error{CL_INVALID_VALUE});
}

/// cl_khr_unified_svm: CL_INVALID_VALUE for an index beyond the list, CL_OUT_OF_RESOURCES.
Result<void *> allocateSvm(Context &context, const cl_svm_alloc_properties_khr *properties,
                           cl_uint typeIndex, size_t size) {
  const auto listed = typesOf(platformOf(context));
  if (typeIndex >= listed.size() || listed[typeIndex] == SvmType::system) {
    return Error{CL_INVALID_VALUE};
  }
  auto wish = readWish(context, properties);
  if (!wish) {
    return wish.error();
  }
  auto device = placeFor(context, listed[typeIndex], wish->device);
  if (!device) {
    return device.error();
  }
  if (context.isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  if (size == 0) {
    return nullptr;
  }
  void *start = context.svm().place(context, wish->alignment,
                                    {.size = size,
                                     .device = *device,
                                     .owner = wish->device,
                                     .type = listed[typeIndex],
                                     .properties = wish->properties});
  return start ? Result<void *>(start) : Result<void *>(Error{CL_OUT_OF_RESOURCES});
}

/// cl_khr_unified_svm: CL_INVALID_PROPERTY, CL_INVALID_VALUE.
Status freeSvm(Context &context, const cl_svm_free_properties_khr *properties,
               cl_svm_free_flags_khr flags, void *pointer) {
  if (properties && *properties != 0) {
    return Error{CL_INVALID_PROPERTY};
  }
  const bool isDone = flags == 0 && (!pointer || context.svm().free(context, pointer));
  return isDone ? success() : Status(Error{CL_INVALID_VALUE});
}

/// cl_khr_unified_svm: CL_INVALID_VALUE for an unknown query.
Status svmPointerInfo(const Context &context, const Device *device, const void *pointer,
                      cl_svm_pointer_info_khr name, const InfoWriter &out) {
  const auto found = context.svm().find(pointer);
  const auto allocation = found.value_or(SvmAllocations::Allocation());
  const PropertyList none;
  const PropertyList &properties = allocation.properties ? *allocation.properties : none;
  switch (name) {
    case CL_SVM_INFO_TYPE_INDEX_KHR: {
      const auto listed = typesOf(platformOf(context));
      const auto at = std::ranges::find(listed, allocation.type) - listed.begin();
      return out.value<cl_uint>(found ? static_cast<cl_uint>(at) : CL_UINT_MAX);
    }
    case CL_SVM_INFO_CAPABILITIES_KHR: {
      const Device *of = device ? device : allocation.owner;
      const Capabilities own = of ? capabilitiesOf(of->mux(), allocation.type)
                                  : capabilitiesOf(context, allocation.type);
      return out.value<Capabilities>(found ? own : 0);
    }
    case CL_SVM_INFO_PROPERTIES_KHR:
      return out.array<cl_svm_alloc_properties_khr>(properties.all());
    case CL_SVM_INFO_ACCESS_FLAGS_KHR:
      return out.value<cl_svm_alloc_access_flags_khr>(
          properties.value(CL_SVM_ALLOC_ACCESS_FLAGS_KHR).value_or(0));
    case CL_SVM_INFO_BASE_PTR_KHR:
      return out.value<void *>(allocation.start);
    case CL_SVM_INFO_SIZE_KHR:
      return out.value<size_t>(allocation.size);
    case CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR:
      return out.value<cl_device_id>(allocation.owner ? allocation.owner->handle() : nullptr);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

Result<cl_uint> suggestSvmType(const Context &context, cl_svm_capabilities_khr required,
                               cl_svm_capabilities_khr desired,
                               const cl_svm_alloc_properties_khr *properties) {
  auto wish = readWish(context, properties);
  if (!wish) {
    return wish.error();
  }
  const auto listed = typesOf(platformOf(context));
  cl_uint best = CL_UINT_MAX;
  int most = -1;
  for (cl_uint i = 0; i < listed.size(); ++i) {
    const Capabilities has = wish->device ? capabilitiesOf(wish->device->mux(), listed[i])
                                          : capabilitiesOf(context, listed[i]);
    // System memory is suggested only if its capability is required.
    const bool isSystem = listed[i] == SvmType::system;
    const bool suits = has != 0 && (has & required) == required &&
                       (!isSystem || (required & CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR) != 0);
    if (const int count = std::popcount(has & desired); suits && count > most) {
      best = i;
      most = count;
    }
  }
  return best;
}

}  // namespace cl
