// Answers clGetDeviceInfo (CL 3.0 §4.2) from tables: one row per query, grouped by topic.
//
// A row pairs a query with a function. Most functions are one of a few templates:
//
//   constant<T, answer>     the same for all devices, such as the three dimensions of work-items.
//   field<T, member>        a number of mux_device_info_s, reported by the target.
//   nothing<T>              an empty array.
//   vectorWidth<bytes>      from the width of the device's vector registers.
//   ofImages, ofPipes       a limit, or 0 on devices without the feature.
//
// The type T is part of the specification: the application passes the size of its variable.
// Optional features follow the features of OpenCL C in mux_device_info_s::kernel_features, so that
// a query and the compiler's macros agree (CL 3.0 §4.2, the note on optional features).
//
// A new query takes a row in its table. A query of an extension belongs in extension_info.cpp.

#include <algorithm>
#include <string>
#include <vector>

#include "CL/cl_ext_kiln.h"
#include "core/base/name_list.h"
#include "core/base/version.h"
#include "core/devices/device.h"
#include "core/devices/extensions.h"
#include "core/devices/il_info.h"
#include "core/devices/platform.h"
#include "core/devices/sub_device.h"
#include "core/memory/image_shape.h"
#include "core/memory/pipe.h"
#include "core/process/compiler_loader.h"
#include "core/process/driver_build.h"
#include "core/queries/extension_info.h"
#include "core/queues/counters.h"

namespace cl {
namespace {

/// A function with the answer to one query.
using Query = Status (*)(const Device &device, const InfoWriter &out);
/// One query of clGetDeviceInfo.
struct Row {
  cl_device_info name;
  Query query;
};

/// Answers with the same value for every device.
template <class T, auto answer>
Status constant(const Device &, const InfoWriter &out) {
  return out.value<T>(static_cast<T>(answer));
}

/// Answers with a number of the mux device info.
template <class T, auto member>
Status field(const Device &device, const InfoWriter &out) {
  return out.value<T>(static_cast<T>(device.mux().*member));
}

/// Answers with an empty array of size 0.
template <class T>
Status nothing(const Device &, const InfoWriter &out) {
  return out.array<T>({});
}

/// Answers with the number of elements of `bytes` in a vector register, at least 1. The preferred
/// width is the native one.
template <unsigned bytes>
Status vectorWidth(const Device &device, const InfoWriter &out) {
  return out.value<cl_uint>(std::max(1u, device.mux().native_vector_width_bits / 8 / bytes));
}
/// CL 3.0 §4.2: the width for double is 0 on devices without doubles.
Status doubleWidth(const Device &device, const InfoWriter &out) {
  return device.mux().fp64_capabilities ? vectorWidth<8>(device, out) : out.value<cl_uint>(0);
}
/// CL 3.0 §4.2: the width for half is 0 on devices without cl_khr_fp16.
Status halfWidth(const Device &device, const InfoWriter &out) {
  return device.mux().fp16_capabilities ? vectorWidth<2>(device, out) : out.value<cl_uint>(0);
}

/// Tells if the device has an optional feature of OpenCL C, by the name of its macro.
bool hasFeature(const Device &device, std::string_view feature) {
  return containsWord(device.mux().kernel_features, feature);
}

/// Answers CL_DEVICE_OPENCL_C_ALL_VERSIONS. CL 3.0 §4.2: OpenCL C 2.0 is no subset of 3.0, so it is
/// not listed.
Status openClCVersions(const Device &, const InfoWriter &out) {
  const cl_name_version versions[] = {
      named("OpenCL C", CL_MAKE_VERSION(1, 0, 0)), named("OpenCL C", CL_MAKE_VERSION(1, 1, 0)),
      named("OpenCL C", CL_MAKE_VERSION(1, 2, 0)), named("OpenCL C", CL_MAKE_VERSION(3, 0, 0))};
  return out.array<cl_name_version>(versions);
}

/// Answers CL_DEVICE_MAX_WORK_ITEM_SIZES, one size_t for each of three dimensions.
Status workItemSizes(const Device &device, const InfoWriter &out) {
  size_t sizes[3];
  std::copy_n(device.mux().max_work_item_sizes, 3, sizes);
  return out.array<size_t>(sizes);
}

/// Answers CL_DEVICE_COMPILER_AVAILABLE and CL_DEVICE_LINKER_AVAILABLE: an installation may leave
/// out libkiln-compiler.so.
Status hasCompiler(const Device &, const InfoWriter &out) {
  return out.value<cl_bool>(CompilerLoader::isInstalled() ? CL_TRUE : CL_FALSE);
}

/// Native kernels run on the host, so only devices in its process have them.
Status executionCapabilities(const Device &device, const InfoWriter &out) {
  return out.value<cl_device_exec_capabilities>(
      CL_EXEC_KERNEL | (device.mux().has_native_host_functions ? CL_EXEC_NATIVE_KERNEL : 0));
}

/// Answers CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES: relaxed order in a work-group is the minimum, all
/// else follows features of OpenCL C. Sequential consistency includes acquire and release.
Status atomicMemory(const Device &device, const InfoWriter &out) {
  cl_device_atomic_capabilities bits =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  bits |=
      hasFeature(device, "__opencl_c_atomic_order_acq_rel") ? CL_DEVICE_ATOMIC_ORDER_ACQ_REL : 0;
  bits |= hasFeature(device, "__opencl_c_atomic_order_seq_cst")
              ? CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST
              : 0;
  bits |= hasFeature(device, "__opencl_c_atomic_scope_device") ? CL_DEVICE_ATOMIC_SCOPE_DEVICE : 0;
  bits |= hasFeature(device, "__opencl_c_atomic_scope_all_devices")
              ? CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES
              : 0;
  return out.value<cl_device_atomic_capabilities>(bits);
}

/// Answers CL_DEVICE_ATOMIC_FENCE_CAPABILITIES: the minimum has acquire and release as well (CL 3.0
/// §4.2).
Status atomicFence(const Device &device, const InfoWriter &out) {
  cl_device_atomic_capabilities bits = CL_DEVICE_ATOMIC_ORDER_RELAXED |
                                       CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                                       CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  bits |=
      hasFeature(device, "__opencl_c_atomic_order_seq_cst") ? CL_DEVICE_ATOMIC_ORDER_SEQ_CST : 0;
  bits |= hasFeature(device, "__opencl_c_atomic_scope_device") ? CL_DEVICE_ATOMIC_SCOPE_DEVICE : 0;
  bits |= hasFeature(device, "__opencl_c_atomic_scope_all_devices")
              ? CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES
              : 0;
  return out.value<cl_device_atomic_capabilities>(bits);
}

/// Answers with 64 KiB, the least allowed with the feature, or 0 without it (CL 3.0 §4.2).
Status globalVariables(const Device &device, const InfoWriter &out) {
  const bool supported = hasFeature(device, "__opencl_c_program_scope_global_variables");
  return out.value<size_t>(supported ? 64 * 1024 : 0);
}

/// Answers CL_DEVICE_OPENCL_C_FEATURES: the optional features of OpenCL C 3.0 on the device.
Status openClCFeatures(const Device &device, const InfoWriter &out) {
  return writeNames(out, device.mux().kernel_features, CL_MAKE_VERSION(3, 0, 0));
}

/// Answers CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE.
Status groupSizeMultiple(const Device &device, const InfoWriter &out) {
  return out.value<size_t>(device.groupSizeMultiple());
}

/// A device without a known cache size reports no cache.
Status cacheType(const Device &device, const InfoWriter &out) {
  return out.value<cl_device_mem_cache_type>(device.mux().cache_size ? CL_READ_WRITE_CACHE
                                                                     : CL_NONE);
}

/// Answers CL_DEVICE_MEM_BASE_ADDR_ALIGN in bits: at least the size of a long16 (CL 3.0 §4.2), or
/// the device's alignment of buffers, given in bytes.
Status baseAlignment(const Device &device, const InfoWriter &out) {
  return out.value<cl_uint>(std::max(1024u, device.mux().buffer_alignment * 8));
}

/// A device with the host's memory has local memory in it, and other devices have their own.
Status localMemoryType(const Device &device, const InfoWriter &out) {
  return out.value<cl_device_local_mem_type>(device.mux().has_unified_memory ? CL_GLOBAL
                                                                             : CL_LOCAL);
}

/// Answers CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT.
Status hasGenericAddressSpace(const Device &device, const InfoWriter &out) {
  return out.value<cl_bool>(hasFeature(device, "__opencl_c_generic_address_space"));
}

/// Answers CL_DEVICE_MAX_NUM_SUB_GROUPS: the sub-groups of the largest work-group, 0 without
/// sub-groups.
Status maxSubGroups(const Device &device, const InfoWriter &out) {
  const uint32_t size = device.subGroupSize();
  return out.value<cl_uint>(size ? static_cast<cl_uint>(device.mux().max_work_group_size / size)
                                 : 0);
}
/// Sub-groups make independent progress: the kernel pipeline ensures it (doc/opencl.md, "Forward
/// progress").
Status hasSubGroups(const Device &device, const InfoWriter &out) {
  return out.value<cl_bool>(device.subGroupSize() != 0);
}
/// Answers CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT.
Status hasCollectives(const Device &device, const InfoWriter &out) {
  return out.value<cl_bool>(hasFeature(device, "__opencl_c_work_group_collective_functions"));
}

/// A value of devices with pipes, 0 on others.
template <cl_uint number>
Status ofPipes(const Device &device, const InfoWriter &out) {
  return out.value<cl_uint>(hasPipes(device.mux()) ? number : 0);
}

/// A value of devices with images, 0 on others.
template <class T, T number>
Status ofImages(const Device &device, const InfoWriter &out) {
  return out.value<T>(device.mux().has_images ? number : 0);
}

/// Names, versions, extensions and availability.
const Row identity[] = {
    {CL_DEVICE_TYPE,
     [](auto &d, auto &out) { return out.template value<cl_device_type>(d.type()); }},
    {CL_DEVICE_VENDOR_ID, field<cl_uint, &mux_device_info_s::vendor_id>},
    {CL_DEVICE_PLATFORM,
     [](auto &d, auto &out) { return out.template value<cl_platform_id>(&d.platform()); }},
    {CL_DEVICE_NAME, [](auto &d, auto &out) { return out.string(d.mux().name); }},
    {CL_DEVICE_VENDOR, [](auto &d, auto &out) { return out.string(d.mux().vendor); }},
    {CL_DRIVER_VERSION,
     [](auto &d, auto &out) {
       return out.string(std::string(d.mux().driver_version) + '+' + shortDriverBuild());
     }},
    {CL_DEVICE_PROFILE, [](auto &, auto &out) { return out.string("FULL_PROFILE"); }},
    {CL_DEVICE_VERSION, [](auto &, auto &out) { return out.string(versionString); }},
    {CL_DEVICE_NUMERIC_VERSION, constant<cl_version, CL_MAKE_VERSION(3, 0, 0)>},
    {CL_DEVICE_OPENCL_C_VERSION, [](auto &, auto &out) { return out.string("OpenCL C 1.2 kiln"); }},
    {CL_DEVICE_OPENCL_C_ALL_VERSIONS, openClCVersions},
    {CL_DEVICE_OPENCL_C_FEATURES, openClCFeatures},
    {CL_DEVICE_EXTENSIONS, [](auto &d, auto &out) { return out.string(extensionsOf(d.mux())); }},
    {CL_DEVICE_EXTENSIONS_WITH_VERSION,
     [](auto &d, auto &out) { return writeExtensions(out, extensionsOf(d.mux())); }},
    // In the format that applications parse; no version has been passed.
    {CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED,
     [](auto &, auto &out) { return out.string("v0000-01-01-00"); }},
    {CL_DEVICE_REFERENCE_COUNT,
     [](auto &d, auto &out) {
       return out.template value<cl_uint>(d.sub() ? d.sub()->apiCount() : 1);
     }},
    {CL_DEVICE_AVAILABLE, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_COMPILER_AVAILABLE, hasCompiler},
    {CL_DEVICE_LINKER_AVAILABLE, hasCompiler},
    {CL_DEVICE_EXECUTION_CAPABILITIES, executionCapabilities},
    {CL_DEVICE_BUILT_IN_KERNELS, [](auto &, auto &out) { return out.string(""); }},
    {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, nothing<cl_name_version>},
    {CL_DEVICE_IL_VERSION, [](auto &, auto &out) { return out.string(ilVersion()); }},
    {CL_DEVICE_ILS_WITH_VERSION, [](auto &, auto &out) { return ilsWithVersion(out); }},
};

/// Compute units, sizes of work-groups, widths of vectors, floating point, and timers.
const Row execution[] = {
    {CL_DEVICE_MAX_COMPUTE_UNITS,
     [](auto &d, auto &out) { return out.template value<cl_uint>(d.units().count); }},
    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, constant<cl_uint, 3>},
    {CL_DEVICE_MAX_WORK_ITEM_SIZES, workItemSizes},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, field<size_t, &mux_device_info_s::max_work_group_size>},
    {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, groupSizeMultiple},
    {CL_DEVICE_MAX_CLOCK_FREQUENCY, field<cl_uint, &mux_device_info_s::clock_mhz>},
    {CL_DEVICE_ADDRESS_BITS, field<cl_uint, &mux_device_info_s::address_bits>},
    {CL_DEVICE_MAX_PARAMETER_SIZE, field<size_t, &mux_device_info_s::max_parameter_size>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, vectorWidth<1>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, vectorWidth<2>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, vectorWidth<4>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, vectorWidth<8>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, vectorWidth<4>},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, doubleWidth},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, halfWidth},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, vectorWidth<1>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, vectorWidth<2>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, vectorWidth<4>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, vectorWidth<8>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, vectorWidth<4>},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, doubleWidth},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, halfWidth},
    {CL_DEVICE_SINGLE_FP_CONFIG, field<cl_device_fp_config, &mux_device_info_s::fp32_capabilities>},
    {CL_DEVICE_DOUBLE_FP_CONFIG, field<cl_device_fp_config, &mux_device_info_s::fp64_capabilities>},
    {CL_DEVICE_HALF_FP_CONFIG, field<cl_device_fp_config, &mux_device_info_s::fp16_capabilities>},
    {CL_DEVICE_PROFILING_TIMER_RESOLUTION, field<size_t, &mux_device_info_s::timer_resolution_ns>},
    {CL_DEVICE_ENDIAN_LITTLE, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_PRINTF_BUFFER_SIZE, field<size_t, &mux_device_info_s::printf_buffer_size>},
    {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
     constant<cl_command_queue_properties,
              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE>},
    {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_PERFORMANCE_COUNTERS_KILN,
     [](auto &d, auto &out) { return counterInfo(d.mux(), out); }},
};

/// Global, constant and local memory, shared virtual memory, and atomic operations.
const Row memory[] = {
    {CL_DEVICE_MAX_MEM_ALLOC_SIZE, field<cl_ulong, &mux_device_info_s::max_allocation_size>},
    {CL_DEVICE_GLOBAL_MEM_SIZE, field<cl_ulong, &mux_device_info_s::global_memory_size>},
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, cacheType},
    {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, field<cl_ulong, &mux_device_info_s::cache_size>},
    {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, field<cl_uint, &mux_device_info_s::cache_line_size>},
    {CL_DEVICE_MEM_BASE_ADDR_ALIGN, baseAlignment},
    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, constant<cl_uint, 128>},
    {CL_DEVICE_LOCAL_MEM_TYPE, localMemoryType},
    {CL_DEVICE_LOCAL_MEM_SIZE, field<cl_ulong, &mux_device_info_s::local_memory_size>},
    {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
     field<cl_ulong, &mux_device_info_s::max_constant_buffer_size>},
    {CL_DEVICE_MAX_CONSTANT_ARGS, constant<cl_uint, 64>},
    {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, globalVariables},
    {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, globalVariables},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT, field<cl_bool, &mux_device_info_s::is_error_correcting>},
    {CL_DEVICE_HOST_UNIFIED_MEMORY, field<cl_bool, &mux_device_info_s::has_unified_memory>},
    {CL_DEVICE_SVM_CAPABILITIES,
     field<cl_device_svm_capabilities, &mux_device_info_s::shared_memory>},
    {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, atomicMemory},
    {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, atomicFence},
    {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, constant<cl_uint, 0>},
    {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, constant<cl_uint, 0>},
    {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, constant<cl_uint, 0>},
    {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, constant<cl_bool, CL_TRUE>},
    {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, hasGenericAddressSpace},
    {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, hasCollectives},
    {CL_DEVICE_MAX_NUM_SUB_GROUPS, maxSubGroups},
    {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, hasSubGroups},
};

/// Limits of images and samplers, 0 without images.
const Row images[] = {
    {CL_DEVICE_IMAGE_SUPPORT, field<cl_bool, &mux_device_info_s::has_images>},
    {CL_DEVICE_MAX_READ_IMAGE_ARGS, ofImages<cl_uint, ImageLimits::readImages>},
    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, ofImages<cl_uint, ImageLimits::writeImages>},
    {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, ofImages<cl_uint, ImageLimits::writeImages>},
    {CL_DEVICE_IMAGE2D_MAX_WIDTH, ofImages<size_t, ImageLimits::width>},
    {CL_DEVICE_IMAGE2D_MAX_HEIGHT, ofImages<size_t, ImageLimits::height>},
    {CL_DEVICE_IMAGE3D_MAX_WIDTH, ofImages<size_t, ImageLimits::depth>},
    {CL_DEVICE_IMAGE3D_MAX_HEIGHT, ofImages<size_t, ImageLimits::depth>},
    {CL_DEVICE_IMAGE3D_MAX_DEPTH, ofImages<size_t, ImageLimits::depth>},
    {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE,
     [](auto &d, auto &out) {
       return out.template value<size_t>(d.mux().has_images ? ImageLimits::bufferPixels(d.mux())
                                                            : 0);
     }},
    {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, ofImages<size_t, ImageLimits::layers>},
    {CL_DEVICE_MAX_SAMPLERS, ofImages<cl_uint, ImageLimits::samplers>},
    {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, ofImages<cl_uint, 1>},
    {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, ofImages<cl_uint, 1>},
};

/// Limits of pipes, 0 without pipes.
const Row pipes[] = {
    {CL_DEVICE_PIPE_SUPPORT, ofPipes<CL_TRUE>},
    {CL_DEVICE_MAX_PIPE_ARGS, ofPipes<PipeLimits::arguments>},
    {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, ofPipes<PipeLimits::activeReservations>},
    {CL_DEVICE_PIPE_MAX_PACKET_SIZE, ofPipes<PipeLimits::packetSize>},
};

/// Features missing in the driver, with the values of CL 3.0 §4.2 for them.
const Row absent[] = {
    {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, constant<cl_device_device_enqueue_capabilities, 0>},
    {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, constant<cl_command_queue_properties, 0>},
    {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, constant<cl_uint, 0>},
    {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, constant<cl_uint, 0>},
    {CL_DEVICE_MAX_ON_DEVICE_QUEUES, constant<cl_uint, 0>},
    {CL_DEVICE_MAX_ON_DEVICE_EVENTS, constant<cl_uint, 0>},
};

/// Sub-devices (CL 3.0 §4.3): the parent, the possible schemes, and the scheme of this one.
const Row partitioning[] = {
    {CL_DEVICE_PARENT_DEVICE,
     [](auto &d, auto &out) {
       return out.template value<cl_device_id>(d.sub() ? d.sub()->parent().handle() : nullptr);
     }},
    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
     [](auto &d, auto &out) {
       return out.template value<cl_uint>(partitionProperties(d)[0] != 0 ? d.units().count : 0);
     }},
    {CL_DEVICE_PARTITION_PROPERTIES,
     [](auto &d, auto &out) {
       return out.template array<cl_device_partition_property>(partitionProperties(d));
     }},
    {CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
     [](auto &d, auto &out) {
       return out.template value<cl_device_affinity_domain>(affinityDomains(d));
     }},
    {CL_DEVICE_PARTITION_TYPE,
     [](auto &d, auto &out) {
       using Properties = SubDevice::Properties;
       return out.template array<cl_device_partition_property>(d.sub() ? d.sub()->partition()
                                                                       : Properties());
     }},
};

}  // namespace

/// Searches the tables, then asks the extensions. CL_INVALID_VALUE comes from the last of them (CL
/// 3.0 §4.2).
Status Device::info(cl_device_info name, const InfoWriter &out) const {
  for (std::span<const Row> rows :
       {std::span<const Row>(identity), std::span<const Row>(execution),
        std::span<const Row>(memory), std::span<const Row>(images), std::span<const Row>(pipes),
        std::span<const Row>(partitioning), std::span<const Row>(absent)}) {
    for (const Row &row : rows) {
      if (row.name == name) {
        return row.query(*this, out);
      }
    }
  }
  const Status answered = spirvInfo(*this, name, out);
  return answered ? answered : extensionInfo(*this, name, out);
}

}  // namespace cl
