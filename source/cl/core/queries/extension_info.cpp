// Answers device queries of extensions, from bits of features where the answer is a bit-field.
//
// A device reports its capabilities as features of OpenCL C:
// "__opencl_c_ext_fp32_global_atomic_add". The query of the same extension wants a bit-field.
// Tables pair each feature with its bit, so a target states its capabilities once, for the compiler
// and for the query. Extensions with files of their own (command buffers, semaphores, unified
// memory) answer for themselves, one after another: each returns CL_INVALID_VALUE for a query of
// another.
#include "core/queries/extension_info.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/name_list.h"
#include "core/base/newer_enumerants.h"
#include "core/commands/command_buffer.h"
#include "core/devices/device_uuid.h"
#include "core/memory/external_memory.h"
#include "core/memory/unified_memory.h"
#include "core/memory/unified_svm.h"
#include "core/queues/semaphore.h"
#include "mux/target_support/sub_groups.h"

namespace cl {
namespace {

/// A feature of OpenCL C and its bit in the query's answer. An empty feature is always present.
struct CapabilityBit {
  std::string_view feature;
  cl_bitfield bit;
};

/// cl_khr_integer_dot_product: the accepted forms of inputs.
constexpr CapabilityBit dotProducts[] = {
    {"__opencl_c_integer_dot_product_input_4x8bit_packed",
     CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR},
    {"__opencl_c_integer_dot_product_input_4x8bit", CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR},
};
/// cl_khr_kernel_clock: the scopes of clocks. Debian's headers lack the names of the bits.
constexpr CapabilityBit clocks[] = {
    {"__opencl_c_kernel_clock_scope_device", 1 << 0},
    {"__opencl_c_kernel_clock_scope_work_group", 1 << 1},
    {"__opencl_c_kernel_clock_scope_sub_group", 1 << 2},
};
// cl_ext_float_atomics adds loads and stores for halves only: OpenCL C has them for other types.
constexpr CapabilityBit halfAtomics[] = {
    {"__opencl_c_ext_fp16_global_atomic_load_store", 1 << 0},
    {"__opencl_c_ext_fp16_global_atomic_add", 1 << 1},
    {"__opencl_c_ext_fp16_global_atomic_min_max", 1 << 2},
    {"__opencl_c_ext_fp16_local_atomic_load_store", 1 << 16},
    {"__opencl_c_ext_fp16_local_atomic_add", 1 << 17},
    {"__opencl_c_ext_fp16_local_atomic_min_max", 1 << 18},
};
/// Loads, stores and exchanges of floats are in OpenCL C 3.0 already.
constexpr CapabilityBit singleAtomics[] = {
    {"", 1 << 0 | 1 << 16},
    {"__opencl_c_ext_fp32_global_atomic_add", 1 << 1},
    {"__opencl_c_ext_fp32_global_atomic_min_max", 1 << 2},
    {"__opencl_c_ext_fp32_local_atomic_add", 1 << 17},
    {"__opencl_c_ext_fp32_local_atomic_min_max", 1 << 18},
};
/// Likewise for doubles, on devices with doubles.
constexpr CapabilityBit doubleAtomics[] = {
    {"__opencl_c_fp64", 1 << 0 | 1 << 16},
    {"__opencl_c_ext_fp64_global_atomic_add", 1 << 1},
    {"__opencl_c_ext_fp64_global_atomic_min_max", 1 << 2},
    {"__opencl_c_ext_fp64_local_atomic_add", 1 << 17},
    {"__opencl_c_ext_fp64_local_atomic_min_max", 1 << 18},
};

/// A query, the extension it belongs to, and the bits of its answer.
struct CapabilityRow {
  cl_device_info name;
  std::string_view extension;
  std::span<const CapabilityBit> bits;
};
/// A query of a device without the extension is CL_INVALID_VALUE, not 0: the row is passed over.
constexpr CapabilityRow capabilities[] = {
    {CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, "cl_khr_integer_dot_product", dotProducts},
    {CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR, "cl_khr_kernel_clock", clocks},
    {CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT, "cl_ext_float_atomics", singleAtomics},
    {CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT, "cl_ext_float_atomics", doubleAtomics},
    {CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT, "cl_ext_float_atomics", halfAtomics},
};

/// Tells if the query asks for accelerated dot products. Devices report none, as an all-false
/// answer.
bool isDotProductAcceleration(cl_device_info name) {
  return name == CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR ||
         name == CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR;
}

/// cl_intel_required_subgroup_size. CL_INVALID_VALUE on devices without the extension.
Status subGroupSizes(const mux_device_info_s &info, const InfoWriter &out) {
  if (!containsWord(info.kernel_extensions, "cl_intel_required_subgroup_size")) {
    return Error{CL_INVALID_VALUE};
  }
  const std::vector<size_t> sizes(std::begin(mux::requiredSubGroupSizes),
                                  std::end(mux::requiredSubGroupSizes));
  return out.array<size_t>(sizes);
}

/// Answers queries of extensions on every device, and of extensions with their own files. A UUID
/// comes from a hash (devices/device_uuid.h); there are no LUIDs outside of Windows
/// (cl_khr_device_uuid).
Status driverInfo(const Device &device, cl_device_info name, const InfoWriter &out) {
  switch (name) {
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
      return out.value<cl_version_khr>(CL_MAKE_VERSION_KHR(1, 2, 0));
    case CL_DEVICE_UUID_KHR:
      return out.value<Uuid>(deviceUuid(device));
    case CL_DRIVER_UUID_KHR:
      return out.value<Uuid>(driverUuid());
    case CL_DEVICE_LUID_VALID_KHR:
      return out.value<cl_bool>(CL_FALSE);
    case CL_DEVICE_LUID_KHR:
      return out.value<std::array<cl_uchar, CL_LUID_SIZE_KHR>>({});
    case CL_DEVICE_NODE_MASK_KHR:
      return out.value<cl_uint>(0);
    case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
      return subGroupSizes(device.mux(), out);
    default:
      if (auto status = commandBufferInfo(name, out); status) {
        return status;
      }
      if (auto status = unifiedSvmInfo(device, name, out); status) {
        return status;
      }
      if (auto status = externalMemoryDeviceInfo(device.mux(), name, out); status) {
        return status;
      }
      if (auto status = semaphoreDeviceInfo(name, out); status) {
        return status;
      }
      return unifiedMemoryInfo(device.mux(), name, out);
  }
}

}  // namespace

/// Dot products, C++ for OpenCL and bit-fields first: they depend on the device's extensions. All
/// else is up to driverInfo().
Status extensionInfo(const Device &device, cl_device_info name, const InfoWriter &out) {
  const mux_device_info_s &info = device.mux();
  if (isDotProductAcceleration(name) &&
      containsWord(info.kernel_extensions, "cl_khr_integer_dot_product")) {
    return out.value<cl_device_integer_dot_product_acceleration_properties_khr>({});
  }
  if (name == CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT &&
      containsWord(info.kernel_extensions, "cl_ext_cxx_for_opencl")) {
    // The version of -cl-std=CLC++, as the extension's text asks for in its conformance tests. 2021
    // would not fit in the ten bits of a major version.
    return out.value<cl_version>(CL_MAKE_VERSION(1, 0, 0));
  }
  for (const CapabilityRow &row : capabilities) {
    if (row.name != name || !containsWord(info.kernel_extensions, row.extension)) {
      continue;
    }
    cl_bitfield bits = 0;
    for (const CapabilityBit &each : row.bits) {
      const bool has = each.feature.empty() || containsWord(info.kernel_features, each.feature);
      bits |= has ? each.bit : 0;
    }
    return out.value<cl_bitfield>(bits);
  }
  return driverInfo(device, name, out);
}

}  // namespace cl
